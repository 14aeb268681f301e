import { CircleCheck, type LucideIcon } from 'lucide-react'
import type { CommonSectionName } from '#domain/plan/index.ts'
import type { OpenKind, OpenLine, OpenPlan, OpenRow } from '#web/trip-core/open.ts'
import { addressOf } from '../features.ts'

type LoadedKind = Pick<OpenKind, 'count' | 'address'> & { section: CommonSectionName; icon: LucideIcon }

/** A line of the card; `Row` is how it is shown, if not as others. */
export interface CardLine extends OpenLine {
  Row: OpenRow | undefined
}

/** What the card says of these kinds: first what is open. A kind that is not known yet is left out. */
export function listOpenLines(kinds: readonly LoadedKind[], plan: OpenPlan): CardLine[] {
  const lines = kinds.flatMap(({ section, icon, count, address }): CardLine[] => {
    const open = count?.of(plan)
    if (!count || open === undefined) return []
    const { anchor = '', text, done, Row } = count
    const { trip } = plan.view
    const href = address?.(trip.id) ?? `${addressOf(trip, section)}${anchor}`
    const line = { part: 'own', href, icon, Row } as const
    if (open > 0 || !done) return [{ ...line, text: text(open, plan), isOpen: true }]
    const { text: said, isSure } = done(plan)
    return [{ ...line, text: said, ...(isSure && { icon: CircleCheck }) }]
  })
  return lines.toSorted((one, other) => Number(other.isOpen ?? false) - Number(one.isOpen ?? false))
}
