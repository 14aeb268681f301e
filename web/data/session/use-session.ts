import { useSyncExternalStore } from 'react'
import type { User } from '#domain/person.ts'
import type { SessionState } from '../auth/session.ts'
import { session } from '../root/session.ts'

export function useSession(): SessionState {
  return useSyncExternalStore(session.onAuthStateChange, session.getState)
}

/** @throws Error if nobody is signed in */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('Nobody is signed in')
  return user
}
