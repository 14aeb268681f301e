import { session } from './current-session.ts'
import type { SignOutReason } from './session.ts'

/*
 * The trip that somebody had open, or wanted to open, when they were asked to sign in.
 * Job: the sign-in page says that it waits; once they are signed in the trip list offers it. One arrives at `/` all the same.
 * Invariants: it stands in the history of its tab, so it outlives a reload and goes with the tab; what one person had open is
 *   offered to nobody else.
 */

/** Either the workspace or a share link. */
export interface LeftPage {
  path: string
  isShared: boolean
  tripId: string
}

interface LeftState {
  left?: { path?: string | undefined; person?: string | undefined; why?: SignOutReason | undefined }
}

/** The trip that waits for somebody to sign in, or that one comes from. */
export function findLeftPage(): LeftPage | undefined {
  return parseLeft(location.pathname + location.search) ?? parseLeft(readLeft()?.path)
}

/** Why nobody is signed in any more, unless that was their wish. */
export function findSignOutReason(): SignOutReason | undefined {
  return session.getSignOutReason() ?? readLeft()?.why
}

/** The trip is open, or nobody wants it. */
export function forgetLeftPage(): void {
  if (readLeft()) history.replaceState(null, '')
}

/** What `/` is told of somebody whose session has ended by itself. */
export function leftBy(person: string | undefined): LeftState {
  const why = session.getSignOutReason()
  return why ? { left: { path: parseLeft(location.pathname + location.search)?.path, person, why } } : {}
}

/** What `/` is told of somebody who has just signed in. */
export function leftFor(person: string | undefined): LeftState {
  const before = readLeft()
  const isTheirs = before?.person === undefined || before.person === person
  return {
    left: { path: parseLeft(location.pathname + location.search)?.path ?? (isTheirs ? before?.path : undefined) },
  }
}

function readLeft() {
  return (history.state as LeftState | null)?.left
}

function parseLeft(path: string | undefined): LeftPage | undefined {
  const [, place, tripId] = /^\/(trip|shared)\/([^/?]+)/.exec(path ?? '') ?? []
  return path && tripId ? { path, isShared: place === 'shared', tripId } : undefined
}
