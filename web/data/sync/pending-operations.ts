import { MAX_OPERATIONS, type PlanOperation } from '#domain/api/operations.ts'
import { fold } from '#domain/operations/fold.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import * as m from '#messages'

/*
 * The log as a value: the pending and refused operations of one user in one trip, oldest first. It is immutable.
 */

/**
 * Why an operation is set aside: the server's words for a refused one; `superseded` if newer typing won; `merged` if it
 * was applied, but to lines that somebody else had changed as well.
 */
export interface Refusal {
  code: string
  message: string
  /** For `superseded` and `merged`: the name of the other person, if known. */
  by?: string | null
  /** For `superseded`: the value that won. */
  is?: unknown
  /** For `NOT_IN_TRIP`: the name of the trip, if known, and why the operation was set aside before. */
  trip?: string | undefined
  before?: Refusal | undefined
}

/** For the operations of a trip that the user is no longer in. They are sent if the user is in it again. */
export const NOT_IN_TRIP: Refusal = { code: 'trip_not_found', message: m.plan_not_in_trip() }

/** An entry as it is once its user is in the trip again: pending, or refused as before. */
export function asInTrip(entry: PendingOperation): PendingOperation {
  return entry.refused?.code === NOT_IN_TRIP.code ? { ...entry, refused: entry.refused.before } : entry
}

/** A refused operation, as the user sees it. */
export interface RefusedOperation {
  operation: PlanOperation
  refused: Refusal
}

/** An entry of the log. It is stored in this form, so these names stay. */
export interface PendingOperation {
  operation: PlanOperation
  /** The id of the page that made it. No other page folds it. */
  tab: string
  /** It has been sent, or may have been: it must not be folded any more. */
  isSent?: true
  /** It is set aside: shown to the user, and not sent again. */
  refused?: Refusal | undefined
}

/** The most characters of JSON in one request, so that no body is too large for a server. */
const MAX_REQUEST = 400_000

/**
 * Appends new entries to the log. Typing on in a field folds into one operation while that is unsent.
 * @param sent the ids of what this page has sent, which the log may not know yet
 */
export function withAppended(
  log: readonly PendingOperation[],
  added: readonly PendingOperation[],
  sent: ReadonlySet<string>,
): PendingOperation[] {
  const appended = [...log]
  const known = new Set(log.map(({ operation }) => operation.id))
  for (const entry of added) {
    if (known.has(entry.operation.id)) continue
    known.add(entry.operation.id)
    const at = entry.isSent || sent.has(entry.operation.id) ? -1 : findFoldTarget(appended, entry, sent)
    const folded = at < 0 ? undefined : foldEntries(appended[at] as PendingOperation, entry)
    if (folded === undefined) appended.push(entry)
    else if (folded === 'nothing') appended.splice(at, 1)
    else appended[at] = folded
  }
  return appended
}

/** Whether two operations are about the same field or entry. */
export function isSamePlace(one: PlanOperation, other: PlanOperation): boolean {
  return one.section === other.section && one.at.join('/') === other.at.join('/')
}

/** The index of the last operation on the same field, if `entry` may fold into it; else -1. */
function findFoldTarget(
  log: readonly PendingOperation[],
  { operation, tab }: PendingOperation,
  sent: ReadonlySet<string>,
): number {
  if (operation.do !== 'set') return -1
  for (let at = log.length - 1; at >= 0; at--) {
    const earlier = log[at] as PendingOperation
    if (earlier.operation.section !== operation.section) continue
    if (earlier.operation.do !== 'set') return -1
    if (!isSamePlace(earlier.operation, operation)) continue
    return earlier.tab === tab && !earlier.isSent && !earlier.refused && !sent.has(earlier.operation.id) ? at : -1
  }
  return -1
}

function foldEntries(first: PendingOperation, second: PendingOperation): PendingOperation | 'nothing' | undefined {
  const folded = fold(first.operation as Mutation, second.operation as Mutation)
  if (folded === undefined || folded === 'nothing') return folded
  // Keeps the newer id: a server or tab that knows that id already has the whole text.
  return { ...second, operation: { ...second.operation, ...folded } as PlanOperation }
}

/** The operations of the next request: the oldest pending ones, as many as fit, and at least one. */
export function nextRequest(log: readonly PendingOperation[], maxCount = MAX_OPERATIONS): PlanOperation[] {
  const next: PlanOperation[] = []
  let size = 0
  for (const { operation, refused } of log) {
    if (refused) continue
    size += JSON.stringify(operation).length
    if (next.length > 0 && (next.length >= maxCount || size > MAX_REQUEST)) break
    next.push(operation)
  }
  return next
}
