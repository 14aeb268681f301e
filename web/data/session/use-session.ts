import { useSyncExternalStore } from 'react'
import type { User } from '#domain/person.ts'
import { session } from './current-session.ts'
import type { SessionState } from './session.ts'

/** The session's state, and again whenever it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.onAuthStateChange, session.getState)
}

/** The signed-in person; for components that are shown to signed-in people only. */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('Nobody is signed in')
  return user
}
