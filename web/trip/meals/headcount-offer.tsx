import { Users } from 'lucide-react'
import type { Guests } from '#domain/food/eaters.ts'
import { isFilled } from '#domain/food/food-plan.ts'
import type { Meals } from '#domain/plan/meals.ts'
import * as m from '#messages'
import { isEditable, useSection } from '#web/data/trips/use-section.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'

interface HeadcountOfferProps {
  tripId: string
  guests: Guests
  meals: Meals
  offerUndo: (undo: Undo) => void
}

/**
 * Offers to let amounts follow the people list. Nobody is asked while only one person is on it, or if all meals are for
 * as many as are on it.
 */
export function HeadcountOffer({ tripId, guests: { possible }, meals, offerUndo }: HeadcountOfferProps) {
  const details = useSection(tripId, 'details')
  if (!details || !isEditable(details) || details.value.eating.counts !== 'nobody' || possible.length < 2) return null
  const servings = listServings(meals)
  if (servings.every((count) => count === possible.length)) return null

  function follow() {
    const counts = 'all'
    const undo = details?.edit?.((value) => ({ ...value, eating: { ...value.eating, counts } }), 'at-once')
    if (undo) offerUndo({ text: m.food_offer_followed(), undo })
  }

  return (
    <Notice
      icon={Users}
      action={
        <Button variant="quiet" onClick={follow}>
          {m.food_offer_follow()}
        </Button>
      }
    >
      {m.food_offer_what({ count: possible.length })}
    </Notice>
  )
}

/** For how many the meals with ingredients are written. */
function listServings(meals: Meals): number[] {
  const all = Object.values(meals).flatMap((day) => Object.values(day.meals))
  return all.filter(({ ingredients }) => ingredients.some(isFilled)).map(({ servings }) => servings)
}
