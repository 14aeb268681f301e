import { ChefHat } from 'lucide-react'
import type { PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import type { MealType } from '#domain/plan/day-parts.ts'
import * as m from '#messages'
import { mealTitles } from './meal-order.ts'
import type { Cooks } from './use-cooks.ts'

interface MealCooksProps {
  cooks: Cooks
  day: number
  meal: MealType
}

/** Who cooks a meal. An open place can be taken in one press. */
export function MealCooks({ cooks, day, meal }: MealCooksProps) {
  const list = cooks.at(day, meal)
  if (list.length === 0) return null
  return (
    <ul className="mb-3 grid gap-1 text-sm">
      {list.map((one) => (
        <li key={one.duty.id} className="flex max-w-none flex-wrap items-center gap-x-2">
          <ChefHat aria-hidden="true" className="size-5 shrink-0 text-accent" />
          <span className="min-w-0 wrap-anywhere">{cooksText(one, cooks)}</span>
          <CookButton one={one} cooks={cooks} meal={meal} />
        </li>
      ))}
    </ul>
  )
}

function CookButton({ one, cooks, meal }: { one: PeopleOnDuty; cooks: Cooks; meal: MealType }) {
  const { duty, on, standBy, open } = one
  const isMine = on.includes(cooks.me) || standBy.includes(cooks.me)
  const act = isMine ? cooks.giveUp : open > 0 ? cooks.take : undefined
  if (!act) return null
  const text = isMine ? m.duties_give_up() : m.duties_cook_take()
  return (
    <button
      type="button"
      aria-label={m.duties_cook_label({ act: text, meal: mealTitles[meal] })}
      className="touch px-1 text-action underline underline-offset-4"
      onClick={() => act(duty.id)}
    >
      {text}
    </button>
  )
}

/** 'Cooks: Ana, Ben · 1 place open'. */
function cooksText({ duty, on, open }: PeopleOnDuty, { nameOf }: Cooks): string {
  const people = m.duties_cooks({ people: on.map(nameOf).join(', ') || 'none', name: duty.name.trim() || 'none' })
  return open > 0 ? `${people} · ${m.duties_open({ count: open })}` : people
}
