import type { SignOutReason } from '../auth/session.ts'
import { session } from '../root/session.ts'

/*
 * The trip that somebody had open, or wanted to open, when they were asked to sign in.
 * Job: the sign-in page mentions that trip; after the sign-in, the trip list at `/` offers it.
 * Invariants: it is stored in `history.state`, so it survives a reload and ends with the tab; one person's trip is
 *   never offered to another.
 */

/** A trip in the workspace, or one opened with a share link. */
export interface ReturnTarget {
  path: string
  isShared: boolean
  tripId: string
}

interface LeftState {
  left?: { path?: string | undefined; person?: string | undefined; why?: SignOutReason | undefined }
}

/** Returns the trip at the current URL, or the one that the person came from. */
export function findReturnTarget(): ReturnTarget | undefined {
  return parseLeft(location.pathname + location.search) ?? parseLeft(readLeft()?.path)
}

/** Returns why the session ended, unless the person signed out. */
export function findSignOutReason(): SignOutReason | undefined {
  return session.getSignOutReason() ?? readLeft()?.why
}

/** Call this when the trip is open, or was dismissed. */
export function clearReturnTarget(): void {
  if (readLeft()) history.replaceState(null, '')
}

/** Returns the history state for `/` after a session ended by itself. */
export function stateAfterSessionEnd(person: string | undefined): LeftState {
  const why = session.getSignOutReason()
  return why ? { left: { path: parseLeft(location.pathname + location.search)?.path, person, why } } : {}
}

/** Returns the history state for `/` after a sign-in. */
export function stateAfterSignIn(person: string | undefined): LeftState {
  const before = readLeft()
  const isTheirs = before?.person === undefined || before.person === person
  return {
    left: { path: parseLeft(location.pathname + location.search)?.path ?? (isTheirs ? before?.path : undefined) },
  }
}

function readLeft() {
  return (history.state as LeftState | null)?.left
}

function parseLeft(path: string | undefined): ReturnTarget | undefined {
  const [, place, tripId] = /^\/(trip|shared)\/([^/?]+)/.exec(path ?? '') ?? []
  return path && tripId ? { path, isShared: place === 'shared', tripId } : undefined
}
