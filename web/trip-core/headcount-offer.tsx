import { Users } from 'lucide-react'
import { areMoreExpected } from '#domain/expected-people.ts'
import { listMealSizes, withServingsOfEaters } from '#domain/food/meal-sizes.ts'
import { listPersons } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { isEditable, useSection } from '#web/data/trips/use-section.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'
import { ownSection } from './derived/plan-view.ts'
import { useDerived } from './derived/use-derived.ts'

interface HeadcountOfferProps {
  trip: Trip
  offerUndo: (undo: Undo) => void
}

/**
 * Offers to let amounts follow the people list, and asks for how many they are. Nobody is asked while only one person
 * is on it, if more people are expected than are on it, or if each meal is for as many as attend it.
 */
export function HeadcountOffer({ trip, offerUndo }: HeadcountOfferProps) {
  const details = useSection(trip.id, 'details')
  const people = useSection(trip.id, 'people')?.value ?? []
  const meals = useSection(trip.id, 'meals')
  const own = useDerived(trip, ownSection('meals')) ?? {}
  if (!details || !meals || !isEditable(details) || !isEditable(meals)) return null
  const { eating: settings, departure_date, return_date } = details.value
  if (settings.counts !== 'nobody' || areMoreExpected(details.value, people)) return null
  const listed = listPersons(people).filter(({ coming }) => coming !== 'not_coming')
  const eating = { people, dates: { departure_date, return_date }, settings }
  const sizes = listMealSizes({ ...eating, days: own })
  if (listed.length < 2 || sizes.every(({ servings, eaters }) => servings === eaters)) return null
  const eaters = sizes.map((size) => size.eaters)
  const [fewest, most] = [Math.min(...eaters), Math.max(...eaters)]
  const [first] = sizes
  const isSame = sizes.every(({ servings }) => servings === first?.servings)
  /** 0 if it is not the same at each meal. */
  const count = fewest === most ? most : 0

  const follow = () => details.edit((value) => ({ ...value, eating: { ...value.eating, counts: 'all' } }), 'at-once')

  function adjust() {
    offerUndo({ text: m.food_offer_followed({ count }), undo: follow() })
  }

  function keep() {
    const ownMeals = new Set(Object.values(own).flatMap((day) => Object.values(day.meals)))
    const undoServings = meals?.edit?.(
      (value) => withServingsOfEaters(value, eating, (meal) => ownMeals.has(meal)),
      'at-once',
    )
    const undoFollow = follow()
    offerUndo({
      text: m.food_offer_followed({ count }),
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
      {m.food_offer_what({
        count: most,
        eaters: count > 0 ? String(count) : m.food_offer_range({ from: fewest, to: most }),
        servings: isSame && first?.servings ? String(first.servings) : 'mixed',
        open: listed.some(({ coming }) => coming !== 'coming') ? 'yes' : 'no',
      })}
    </Notice>
  )
}
