import { MAX_OPERATIONS, type PlanOperation } from '#domain/api/operations.ts'
import { fold } from '#domain/operations/fold.ts'
import type { Mutation } from '#domain/operations/operation.ts'

/*
 * What waits on this device: the log of a person in a trip, oldest first, as a list that is never changed in place.
 */

/** Why the server did not do something, in its words. */
export interface Refusal {
  code: string
  message: string
}

/** Of whatever waits for a trip that the person is not in any more. */
export const NOT_IN_TRIP: Refusal = { code: 'trip_not_found', message: 'You’re no longer in this trip.' }

/** What was not done, as the person is shown it. */
export interface RefusedOperation {
  operation: PlanOperation
  refused: Refusal
}

export interface PendingOperation {
  operation: PlanOperation
  /** The tab in which it was made. */
  tab: string
  /** Whether it has been sent, or may have been: then it is not changed any more. */
  isSent?: true
  /** It is set aside: the person is told, and it is not sent again. */
  refused?: Refusal
}

/** So long are the operations of a request together, so that no body is too large for a server. */
const MAX_REQUEST = 400_000

/**
 * The log with what was made since behind it; what is in it already is not added again. Who types on in a field makes one
 * operation of it, while that has not been sent.
 * @param sent the ids of what this page has sent, in case the log has not been told
 */
export function withAppended(
  log: readonly PendingOperation[],
  added: readonly PendingOperation[],
  sent: ReadonlySet<string>,
): PendingOperation[] {
  const longer = [...log]
  const known = new Set(log.map(({ operation }) => operation.id))
  for (const entry of added) {
    if (known.has(entry.operation.id)) continue
    known.add(entry.operation.id)
    const at = entry.isSent || sent.has(entry.operation.id) ? -1 : findTypedOn(longer, entry, sent)
    const folded = at < 0 ? undefined : folding(longer[at] as PendingOperation, entry)
    if (folded === undefined) longer.push(entry)
    else if (folded === 'nothing') longer.splice(at, 1)
    else longer[at] = folded
  }
  return longer
}

/** Where the last operation of the same field stands, if it may still be changed and nothing stands behind it that could mind. */
function findTypedOn(
  log: readonly PendingOperation[],
  { operation, tab }: PendingOperation,
  sent: ReadonlySet<string>,
): number {
  if (operation.do !== 'set') return -1
  const field = operation.at.join('/')
  for (let at = log.length - 1; at >= 0; at--) {
    const before = log[at] as PendingOperation
    if (before.operation.section !== operation.section) continue
    if (before.operation.do !== 'set') return -1
    if (before.operation.at.join('/') !== field) continue
    return before.tab === tab && !before.isSent && !before.refused && !sent.has(before.operation.id) ? at : -1
  }
  return -1
}

function folding(first: PendingOperation, second: PendingOperation): PendingOperation | 'nothing' | undefined {
  const folded = fold(first.operation as Mutation, second.operation as Mutation)
  if (folded === undefined || folded === 'nothing') return folded
  // Under the newer id: whoever has that knows all of it.
  return { ...second, operation: { ...second.operation, ...folded } as PlanOperation }
}

/** What is sent next: the oldest, and as many as fit in a request. */
export function nextRequest(log: readonly PendingOperation[], most = MAX_OPERATIONS): PlanOperation[] {
  const next: PlanOperation[] = []
  let size = 0
  for (const { operation, refused } of log) {
    if (refused) continue
    size += JSON.stringify(operation).length
    if (next.length > 0 && (next.length >= most || size > MAX_REQUEST)) break
    next.push(operation)
  }
  return next
}
