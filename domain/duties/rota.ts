import { derivedId } from '../derived-id.ts'
import type { Duty } from '../plan/duties.ts'
import { isAfterReturn, type TripDates } from '../trip-days.ts'
import { countLoads, isThereFor, type PeopleOnDuty, slotOf } from './people-on-duty.ts'
import type { Worker } from './workers.ts'

/*
 * Proposes who takes the open seats of all duties.
 * Job: those who have done least go first, and of those, who has done this kind of duty least. Nothing is stored:
 *   somebody looks at the proposal and confirms it.
 * Invariants: what people have volunteered for stays. Nobody is proposed who is not there, who has that duty already,
 *   or who has another one at the same meal. Nobody has two duties more than somebody who could take one of their
 *   proposed ones. Every device proposes the same.
 */

export interface ProposedTurn {
  /** The duty's id. */
  duty: string
  person_id: string
}

interface Turn extends ProposedTurn {
  of: Duty
}

/** What is known while seats are filled. */
interface Plan {
  loads: Map<string, number>
  /** How often each person has each kind of duty: see `kindKey`. */
  kinds: Map<string, number>
  /** Who is busy, by slot. */
  busy: Map<string, Set<string>>
  /** Who has volunteered for a duty, by the duty's id. */
  taken: Map<string, Set<string>>
}

/**
 * @param list all duties, in the order in which they are filled: see `listPeopleOnDuties`
 * @returns empty if no seat is open, or nobody can take one
 */
export function proposeRota(
  list: readonly PeopleOnDuty[],
  workers: readonly Worker[],
  dates: TripDates,
): ProposedTurn[] {
  const plan = planOf(list)
  const turns: Turn[] = []
  for (const { duty, open } of list) {
    if (isAfterReturn(dates, duty.day)) continue
    const there = workers.filter(({ stay }) => isThereFor(stay, duty))
    for (let seat = 0; seat < open; seat++) {
      const next = findNext(duty, there, plan)
      if (!next) break
      turns.push({ duty: duty.id, person_id: next.id, of: duty })
      assign(plan, duty, next.id)
    }
  }
  balance(turns, workers, plan)
  return turns.map(({ duty, person_id }) => ({ duty, person_id }))
}

function planOf(list: readonly PeopleOnDuty[]): Plan {
  const plan: Plan = { loads: countLoads(list), kinds: new Map(), busy: new Map(), taken: new Map() }
  for (const { duty, on, waiting, notComing, absent } of list) {
    plan.taken.set(duty.id, new Set([...on, ...waiting, ...notComing, ...absent]))
    for (const personId of on) addToKind(plan, duty, personId, 1)
    const slot = slotOf(duty)
    if (slot !== undefined) for (const personId of on) busyAt(plan, slot).add(personId)
  }
  return plan
}

function busyAt({ busy }: Plan, slot: string): Set<string> {
  const known = busy.get(slot) ?? new Set<string>()
  busy.set(slot, known)
  return known
}

const kindKey = ({ kind, name }: Duty, personId: string) => `${personId} ${kind} ${kind === 'other' ? name.trim() : ''}`

const kindLoadOf = ({ kinds }: Plan, duty: Duty, personId: string) => kinds.get(kindKey(duty, personId)) ?? 0

function addToKind(plan: Plan, duty: Duty, personId: string, by: 1 | -1): void {
  plan.kinds.set(kindKey(duty, personId), kindLoadOf(plan, duty, personId) + by)
}

const loadOf = ({ loads }: Plan, personId: string) => loads.get(personId) ?? 0

function assign(plan: Plan, duty: Duty, personId: string): void {
  plan.loads.set(personId, loadOf(plan, personId) + 1)
  addToKind(plan, duty, personId, 1)
  plan.taken.get(duty.id)?.add(personId)
  const slot = slotOf(duty)
  if (slot !== undefined) busyAt(plan, slot).add(personId)
}

function unassign(plan: Plan, duty: Duty, personId: string): void {
  plan.loads.set(personId, loadOf(plan, personId) - 1)
  addToKind(plan, duty, personId, -1)
  plan.taken.get(duty.id)?.delete(personId)
  const slot = slotOf(duty)
  if (slot !== undefined) busyAt(plan, slot).delete(personId)
}

/** The worker who has done least, then least of this kind. Of several, chance decides, the same on every device. */
function findNext(duty: Duty, there: readonly Worker[], plan: Plan): Worker | undefined {
  const slot = slotOf(duty)
  const isFree = ({ id }: Worker) =>
    !plan.taken.get(duty.id)?.has(id) && !(slot !== undefined && plan.busy.get(slot)?.has(id))
  let next: { worker: Worker; done: number; lot: string } | undefined
  for (const worker of there) {
    const done = loadOf(plan, worker.id) * MANY + kindLoadOf(plan, duty, worker.id)
    if ((next && done > next.done) || !isFree(worker)) continue
    const lot = lotOf(duty, worker)
    if (!next || done < next.done || lot < next.lot) next = { worker, done, lot }
  }
  return next?.worker
}

/** More duties than anybody has. */
const MANY = 1e6

const lotOf = (duty: Duty, worker: Worker) => derivedId(`${duty.id}/${worker.id}`)

/**
 * Passes turns on to those who have done less: somebody who arrives late could do only what was filled last. Each step
 * makes the sum of the squares of the loads smaller, so it ends.
 */
function balance(turns: readonly Turn[], workers: readonly Worker[], plan: Plan): void {
  const there = new Map<Duty, Worker[]>()
  const listThere = (duty: Duty) => {
    const found = there.get(duty) ?? workers.filter(({ stay }) => isThereFor(stay, duty))
    there.set(duty, found)
    return found
  }
  for (let isDone = false; !isDone; ) {
    isDone = true
    for (const turn of turns) {
      const lighter = listThere(turn.of).filter(({ id }) => loadOf(plan, id) + 1 < loadOf(plan, turn.person_id))
      const next = lighter.length > 0 ? findNext(turn.of, lighter, plan) : undefined
      if (!next) continue
      unassign(plan, turn.of, turn.person_id)
      assign(plan, turn.of, next.id)
      turn.person_id = next.id
      isDone = false
    }
  }
}

/** Those who take turns and have no duty, in the order of the people list. */
export function listWithoutDuty(list: readonly PeopleOnDuty[], workers: readonly Worker[]): string[] {
  const loads = countLoads(list)
  return workers.flatMap(({ id }) => (loads.has(id) ? [] : [id]))
}
