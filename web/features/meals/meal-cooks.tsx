import { ChefHat } from 'lucide-react'
import { ownAction } from '#domain/duties/own-action.ts'
import type { PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import { listText } from '#domain/list-text.ts'
import type { MealType } from '#domain/plan/day-parts.ts'
import * as m from '#messages'
import { mealTitles } from '#web/trip-core/days/meal-order.ts'
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
    <ul className="mt-2 grid gap-1 text-sm">
      {list.map((one) => (
        <li key={one.duty.id} className="flex max-w-none items-center gap-2">
          <ChefHat aria-hidden="true" className="size-4 shrink-0 text-accent" />
          <span className="min-w-0 wrap-anywhere">
            {cooksText(one, cooks)} <CookButton one={one} cooks={cooks} meal={meal} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const actionTexts = {
  take: m.duties_cook_take,
  give_up: m.duties_give_up,
  leave_waiting: m.duties_leave_waiting,
}

function CookButton({ one, cooks, meal }: { one: PeopleOnDuty; cooks: Cooks; meal: MealType }) {
  const action = ownAction(one, cooks.me, cooks.findAbsence)
  if (!action || action === 'join_waiting') return null
  const text = actionTexts[action]()
  const act = action === 'take' ? cooks.take : cooks.giveUp
  return (
    <button
      type="button"
      aria-label={m.duties_cook_label({ act: text, meal: mealTitles[meal] })}
      className="touch px-1 text-action underline underline-offset-4"
      onClick={() => act(one.duty.id)}
    >
      {text}
    </button>
  )
}

/** 'Cooks: Ana, Ben · 1 place open'. */
function cooksText({ duty, on, open }: PeopleOnDuty, { nameOf }: Cooks): string {
  const name = duty.name.trim()
  return m.duties_cooks({
    called: name ? 'named' : 'cooks',
    name,
    cooks: on.length > 0 ? 'some' : 'none',
    people: listText(on.map(nameOf), 'unit'),
    open,
  })
}
