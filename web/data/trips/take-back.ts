import type { SectionName } from '#domain/plan/index.ts'
import type { OpenPlan } from '../sync/open-plan.ts'

/* Takes back an edit that only makes sense as a whole, such as an undo, if the server refuses a part of it. */

type Plan = Pick<OpenPlan, 'listPending' | 'subscribe' | 'getState' | 'flush' | 'dismiss'>

export interface RefusedEdit {
  reason: string
  /** Removes its operations from the changes that the header shows as not saved. */
  dismiss: () => void
}

interface Edit {
  section: SectionName
  /** The ids of its operations. */
  own: ReadonlySet<string>
  /** Does nothing if it was done already: see `once`. */
  redo: () => void
}

/**
 * Waits until the server has answered all operations of an edit. If it refused one of them, the others are taken back:
 * half an undo helps nobody. Returns why, or undefined if it was accepted.
 */
export async function takeBackIfRefused(plan: Plan, { section, own, redo }: Edit): Promise<RefusedEdit | undefined> {
  await whenAnswered(plan, section, own)
  const refused = listRefused(plan, own)
  const first = refused.find(({ refused: { code } }) => !harmless.includes(code))
  if (!first) return undefined
  void dismissRefused(plan, section, editAndListIds(plan, section, redo))
  return { reason: first.refused.message, dismiss: () => plan.dismiss(refused.map(({ operation }) => operation.id)) }
}

/** The server also refuses to take back what it has refused. Those refusals are not shown. */
async function dismissRefused(plan: Plan, section: SectionName, ids: ReadonlySet<string>): Promise<void> {
  await whenAnswered(plan, section, ids)
  plan.dismiss(listRefused(plan, ids).map(({ operation }) => operation.id))
}

const listRefused = (plan: Plan, ids: ReadonlySet<string>) =>
  plan.getState().refused.filter(({ operation }) => ids.has(operation.id))

/** An edit that is made at most once: its author may redo what is about to be taken back, and then go on editing. */
export function once(edit: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) edit()
    isDone = true
  }
}

/** Makes an edit. Returns the ids of its operations. */
export function editAndListIds(plan: Plan, section: SectionName, edit: () => void): Set<string> {
  const others = listPendingIds(plan, section)
  edit()
  return new Set([...listPendingIds(plan, section)].filter((id) => !others.has(id)))
}

export const listPendingIds = (plan: Plan, section: SectionName): Set<string> =>
  new Set(plan.listPending(section).map(({ id }) => id))

/** Applied, but differently; or set aside until the user is in the trip again. */
const harmless = ['merged', 'superseded', 'trip_not_found']

/** Resolves when none of these operations is pending, however often they have to be sent. */
export function whenAnswered(plan: Plan, section: SectionName, ids: ReadonlySet<string>): Promise<void> {
  const isAnswered = () => !plan.listPending(section).some(({ id }) => ids.has(id))
  return new Promise((resolve) => {
    if (isAnswered()) return resolve()
    const stop = plan.subscribe(() => {
      if (!isAnswered()) return
      stop()
      resolve()
    })
    void plan.flush()
  })
}
