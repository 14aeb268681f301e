import type { Costs } from '#domain/plan/costs.ts'
import type { Shopping } from '#domain/plan/shopping.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { listDutiesAhead, type TodayPlan } from './today-plan.ts'

/** The parts of an expected line. A long note has two lines. */
export type ExpectedLine = 'text' | 'text and note' | 'text and long note'

/**
 * The later lines that are to be expected, found without the code that computes them; undefined if there can be none.
 * `places`: how many are shown. It may be wrong about single lines: then the card changes its height once.
 */
export function useLateRoom(tripId: string, plan: TodayPlan, places: number): readonly ExpectedLine[] | undefined {
  const gear = useSection(tripId, 'gear')?.value
  const shopping = useSection(tripId, 'shopping')?.value
  const checklist = useSection(tripId, 'checklist')?.value
  const beds = useSection(tripId, 'beds')?.value
  const costs = useSection(tripId, 'costs')?.value
  const { me, phase, party } = plan
  const isOver = phase.is === 'after'
  const toBuy = isBuyer(me, shopping)
  const claims = gear?.claims ?? []
  const isTicked = (id: string) => checklist?.some(({ items }) => items.some((one) => one.id === id && one.checked))
  const isPacking = claims.some(
    ({ item, person_id, count, is_packed }) => person_id === me && count > 0 && !is_packed && !isTicked(item),
  )
  const hasBed = beds?.sleepers.some(({ id }) => id === me)
  const saysBed = beds !== undefined && beds.beds.length > 0 && (phase.is === 'during' || (!isOver && !hasBed))
  const duties = listDutiesAhead(plan).length
  const hasOthers = toBuy || beds?.beds.length || duties > 0 || costs?.expenses.length || costs?.payments.length
  if (claims.length === 0 && !hasOthers) return undefined
  const { toConfirm, isSharing } = ownCosts(costs, party)
  const lines: ExpectedLine[] = [
    ...(toConfirm > 0 ? (['text and note'] as const) : []),
    ...(isPacking && !isOver ? (['text and note'] as const) : []),
    ...(toBuy && !isOver ? (['text and note'] as const) : []),
    ...(saysBed ? (['text'] as const) : []),
    ...(duties > 0 ? [duties > 1 ? ('text and note' as const) : ('text' as const)] : []),
    ...(isSharing ? [isOver ? ('text and long note' as const) : ('text' as const)] : []),
  ]
  // The button that shows the others has a line too.
  return lines.length > places ? [...lines.slice(0, places), 'text'] : lines
}

/** Whether somebody has something to buy, found without the code that computes the shopping list. */
export function isBuyer(personId: string, shopping: Shopping | undefined): boolean {
  return [...(shopping?.items ?? []), ...(shopping?.states ?? [])].some(({ buyer }) => buyer === personId)
}

function ownCosts(costs: Costs | undefined, party: ReadonlySet<string>) {
  const isOwn = ({ person_id }: { person_id: string }) => party.has(person_id)
  const { expenses = [], payments = [] } = costs ?? {}
  const sharing = expenses.flatMap(({ payers, shares }) => [...payers, ...shares])
  return {
    toConfirm: payments.filter(({ from, to, answer }) => party.has(to) && !party.has(from) && answer === '').length,
    isSharing: sharing.some(isOwn) && !sharing.every(isOwn),
  }
}

const heights: Record<ExpectedLine, string> = { text: 'h-11', 'text and note': 'h-14.5', 'text and long note': 'h-20' }

/** Their placeholders. */
export function LateRoom({ room }: { room: readonly ExpectedLine[] }) {
  return room.map((line, index) => (
    <li
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      key={index}
      aria-hidden="true"
      className={heights[line]}
    />
  ))
}
