import { canOperate } from '#domain/access.ts'
import type { HistoryEntry } from '#domain/api/history.ts'
import { describeChanges } from '#domain/history/index.ts'
import { undoChange } from '#domain/history/undo-change.ts'
import { apply } from '#domain/operations/apply.ts'
import { equal } from '#domain/operations/json.ts'
import { isWithin, type Mutation, type Path } from '#domain/operations/operation.ts'
import { hasOwnId } from '#domain/operations/person-refs.ts'
import type { User } from '#domain/person.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import { forms } from '#domain/plan/forms.ts'
import type { CommonSectionName, SectionValue } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import { plan } from '../root/plan.ts'
import { loadChanges, loadVersion } from './history.ts'

/* Undoes what an entry of the history says, and takes a section back to an earlier version. Both are ordinary edits. */

export type UndoResult =
  /** `undone` and `stays` are sentences without a subject. What stays was changed again since. */
  | { is: 'undone'; undone: string[]; stays: string[]; redo: () => void; isRefused: Promise<string | undefined> }
  | { is: 'done already' | 'changed since' | 'merge' | 'not allowed' }

/** Undoes the changes of an entry, and nothing that came after them. @throws AppError */
export async function undoEntry(trip: Trip, user: User | null, entry: HistoryEntry): Promise<UndoResult> {
  const { section, from, version } = entry
  const [changes, before, after] = await Promise.all([
    loadChanges(trip.id, entry),
    loadVersion(trip.id, section, from),
    loadVersion(trip.id, section, version),
  ])
  // The server gives the id of a merged person to the entry that stays, so the other one cannot come back.
  if (changes.some(({ into }) => into !== undefined)) return { is: 'merge' }
  const store = plan.find(trip.id, section)
  if (!store) return { is: 'done already' }
  const current = store.getSnapshot().value
  const { value, undone, changedSince } = undoChange(section, trip.type, { before, after, current })
  if (undone.length === 0) return { is: changedSince.length > 0 ? 'changed since' : 'done already' }
  if (!mayChange(trip, user, section, { from: current, to: value })) return { is: 'not allowed' }
  const [stays, gone] = [
    changes.filter(({ at }) => isTouched(at, changedSince)),
    changes.filter(({ at }) => !isTouched(at, changedSince)),
  ]
  const others = new Set(listPendingIds(trip.id, section))
  const redo = store.edit(() => value as SectionValue<typeof section>, 'at-once')
  return {
    is: 'undone',
    undone: describeChanges(section, gone),
    stays: describeChanges(section, stays),
    redo,
    isRefused: takeBackIfRefused(trip.id, {
      own: new Set(listPendingIds(trip.id, section).filter((id) => !others.has(id))),
      redo,
    }),
  }
}

const isTouched = (at: Path, places: readonly Path[]) =>
  places.some((place) => isWithin(place, at) || isWithin(at, place))

/** Whether somebody may do all of this. The server knows more, and may refuse some of it: see `takeBackIfRefused`. */
function mayChange(
  trip: Trip,
  user: User | null,
  section: CommonSectionName,
  { from, to }: { from: unknown; to: unknown },
): boolean {
  const people = plan.find(trip.id, 'people')?.getSnapshot().value ?? []
  let value = from
  return diffSection(section, trip.type, from, to).every((mutation: Mutation) => {
    const isUnderOwnId = hasOwnId(forms[section], mutation)
    const removed = mutation.do === 'insert' ? mutation.entry : undefined
    const may = canOperate(user, trip, section, mutation, { value, people, isUnderOwnId, removed })
    value = apply(value, mutation, { form: forms[section] }).value
    return may
  })
}

const listPendingIds = (tripId: string, section: CommonSectionName): string[] =>
  plan
    .findPlan(tripId)
    ?.listPending(section)
    .map(({ id }) => id) ?? []

/**
 * Waits for the server. If it has refused one of an undo's `own` operations, the rest is taken back too: half an undo
 * helps nobody. Resolves with the reason, or undefined if it was accepted.
 */
async function takeBackIfRefused(
  tripId: string,
  { own, redo }: { own: ReadonlySet<string>; redo: () => void },
): Promise<string | undefined> {
  const open = plan.findPlan(tripId)
  await open?.flush()
  await open?.whenAnswered()
  const refused = open?.getState().refused.filter(({ operation }) => own.has(operation.id)) ?? []
  const first = refused.find(({ refused: { code } }) => code !== 'merged' && code !== 'superseded')
  if (!first) return undefined
  open?.dismiss(refused.map(({ operation }) => operation.id))
  redo()
  return first.refused.message
}

export interface WayBack {
  /** What it also takes back, as sentences without a subject. Undefined if the section looks like that already. */
  takes: string[] | undefined
  /** The value that it was compared with. */
  from: SectionValue<CommonSectionName> | undefined
  value: SectionValue<CommonSectionName>
}

/** Finds what going back to a version of a section would change. @throws AppError */
export async function findWayBack({ id: tripId }: Trip, { section, version }: HistoryEntry): Promise<WayBack> {
  await plan.findPlan(tripId)?.flush()
  const store = plan.find(tripId, section)
  const [value, changes] = await Promise.all([
    loadVersion(tripId, section, version),
    loadChanges(tripId, { section, from: version, version: Math.max(version, store?.version ?? version) }),
  ])
  const from = store?.getSnapshot().value
  return { takes: equal(value, from) ? undefined : describeChanges(section, changes), from, value }
}

/** Goes back to an earlier version of a section, without what came after the comparison. Returns what undoes it. */
export function goBack(trip: Trip, section: CommonSectionName, { from, value }: WayBack): (() => void) | undefined {
  const goFrom = (current: unknown) =>
    from === undefined || equal(current, from)
      ? value
      : undoChange(section, trip.type, { before: value, after: from, current }).value
  return plan.find(trip.id, section)?.edit((current) => goFrom(current) as SectionValue<typeof section>, 'at-once')
}
