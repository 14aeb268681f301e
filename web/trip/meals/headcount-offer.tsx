import { Users } from 'lucide-react'
import { isFilled } from '#domain/food/food-plan.ts'
import type { Meals } from '#domain/plan/meals.ts'
import { listPersons } from '#domain/plan/people.ts'
import * as m from '#messages'
import { isEditable, useSection } from '#web/data/trips/use-section.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'

interface HeadcountOfferProps {
  tripId: string
  offerUndo: (undo: Undo) => void
}

/**
 * Offers to let amounts follow the people list, and asks for how many they are. Nobody is asked while only one person
 * is on it, or if all meals are for as many as are on it.
 */
export function HeadcountOffer({ tripId, offerUndo }: HeadcountOfferProps) {
  const details = useSection(tripId, 'details')
  const people = useSection(tripId, 'people')?.value ?? []
  const meals = useSection(tripId, 'meals')
  if (!details || !meals || !isEditable(details) || !isEditable(meals)) return null
  if (details.value.eating.counts !== 'nobody') return null
  const count = listPersons(people).filter(({ coming }) => coming !== 'not_coming').length
  const servings = listServings(meals.value)
  if (count < 2 || servings.every((number) => number === count)) return null
  const [first] = servings
  const isSame = servings.every((number) => number === first)

  const follow = () => details.edit((value) => ({ ...value, eating: { ...value.eating, counts: 'all' } }), 'at-once')

  function adjust() {
    offerUndo({ text: m.food_offer_followed(), undo: follow() })
  }

  function keep() {
    const undoServings = meals?.edit?.((value) => withServings(value, count), 'at-once')
    const undoFollow = follow()
    offerUndo({
      text: m.food_offer_followed(),
      undo: () => {
        undoFollow()
        undoServings?.()
      },
    })
  }

  return (
    <Notice
      icon={Users}
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" onClick={adjust}>
            {m.food_offer_follow({ count })}
          </Button>
          <Button variant="quiet" onClick={keep}>
            {m.food_offer_right({ count })}
          </Button>
        </div>
      }
    >
      {m.food_offer_what({ count, servings: isSame && first ? String(first) : 'mixed' })}
    </Notice>
  )
}

/** For how many the meals with ingredients are written. */
function listServings(meals: Meals): number[] {
  const all = Object.values(meals).flatMap((day) => Object.values(day.meals))
  return all.filter(({ ingredients }) => ingredients.some(isFilled)).map(({ servings }) => servings)
}

/** The same meals, whose amounts are for this many. */
function withServings(meals: Meals, servings: number): Meals {
  return Object.fromEntries(
    Object.entries(meals).map(([number, day]) => {
      const { breakfast, lunch, dinner } = day.meals
      const changed = {
        breakfast: { ...breakfast, servings },
        lunch: { ...lunch, servings },
        dinner: { ...dinner, servings },
      }
      return [number, { ...day, meals: changed }]
    }),
  )
}
