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
 * Offers to let amounts follow the people list. Nobody is asked while only one person is on it, or if all meals are for
 * as many as are on it.
 */
export function HeadcountOffer({ tripId, offerUndo }: HeadcountOfferProps) {
  const details = useSection(tripId, 'details')
  const people = useSection(tripId, 'people')?.value ?? []
  const meals = useSection(tripId, 'meals')?.value ?? {}
  if (!details || !isEditable(details) || details.value.eating.counts !== 'nobody') return null
  const { edit } = details
  const count = listPersons(people).filter(({ coming }) => coming !== 'not_coming').length
  if (count < 2 || listServings(meals).every((servings) => servings === count)) return null

  function follow() {
    const undo = edit((value) => ({ ...value, eating: { ...value.eating, counts: 'all' } }), 'at-once')
    offerUndo({ text: m.food_offer_followed(), undo })
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
      {m.food_offer_what({ count })}
    </Notice>
  )
}

/** For how many the meals with ingredients are written. */
function listServings(meals: Meals): number[] {
  const all = Object.values(meals).flatMap((day) => Object.values(day.meals))
  return all.filter(({ ingredients }) => ingredients.some(isFilled)).map(({ servings }) => servings)
}
