import { TriangleAlert } from 'lucide-react'
import { type WarnedPeople, warnedByReason } from '#domain/food/warned-people.ts'
import type { Warning } from '#domain/food/warnings.ts'
import { listText } from '#domain/list-text.ts'
import { allergenName, dietName } from '#domain/people-words.ts'
import { trimmed } from '#domain/text.ts'
import * as m from '#messages'

/* Who cannot eat an ingredient or a meal: the same words at the meal and on the shopping list. */

/** In one line, without names: allergies first and loud, diets quiet. Nothing without warnings. */
export function NotFor({ warnings, className = '' }: { warnings: readonly Warning[]; className?: string }) {
  if (warnings.length === 0) return null
  const { allergies, diets } = warnedByReason(warnings)
  return (
    <span className={`flex min-w-0 flex-wrap gap-x-2 text-sm ${className}`}>
      {allergies.length > 0 && (
        <span className="flex items-start gap-1.5 text-warn">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">{m.food_warned_allergies({ reasons: countsText(allergies) })}</span>
        </span>
      )}
      {diets.length > 0 && <span className="text-muted">{m.food_warned_diets({ reasons: countsText(diets) })}</span>}
    </span>
  )
}

/** With names, a line for each reason. */
export function NotForWhom({ warnings }: { warnings: readonly Warning[] }) {
  const { allergies, diets } = warnedByReason(warnings)
  return (
    <ul className="grid gap-1">
      {allergies.map((one) => (
        <li key={reasonName(one)} className="flex items-start gap-1.5 text-warn">
          <TriangleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
          <span className="min-w-0">{m.food_warned_allergic({ reason: reasonName(one), people: namesText(one) })}</span>
        </li>
      ))}
      {diets.map((one) => (
        <li key={reasonName(one)}>{m.food_warned_diet({ reason: reasonName(one), people: namesText(one) })}</li>
      ))}
    </ul>
  )
}

const reasonName = (one: WarnedPeople) => ('diet' in one ? dietName(one.diet) : allergenName(one.allergen))

const countsText = (all: readonly WarnedPeople[]) =>
  listText(
    all.map((one) => m.food_warned_count({ reason: reasonName(one), count: one.people.length })),
    'unit',
  )

const namesText = ({ people }: WarnedPeople) =>
  listText(people.map(({ name }) => trimmed(name) || m.group_person_no_name()))
