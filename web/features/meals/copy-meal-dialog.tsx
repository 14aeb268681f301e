import { useEffect, useState } from 'react'
import { canEditPlan } from '#domain/access.ts'
import { type CopiedPart, listTargets, withCopy } from '#domain/plan/copy-meals.ts'
import { nextDay } from '#domain/plan/day-number.ts'
import type { MealDay, Meals } from '#domain/plan/meals.ts'
import { dishOf } from '#domain/templates/placeholders.ts'
import type { Trip } from '#domain/trip.ts'
import { dayLabel, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { editMeals, loadOtherMeals } from '#web/data/trips/other-meals.ts'
import { useTrips } from '#web/data/trips/trips.ts'
import { mealTitles } from '#web/trip-core/days/meal-order.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'

interface CopyMealDialogProps {
  trip: Trip
  meals: Meals
  /** The day that is copied, or of which a meal is. */
  from: number
  day: MealDay
  part: CopiedPart
  /** Of this trip. */
  dates: TripDates
  onClose: () => void
  /** Offers to undo a copy within the trip. */
  offerUndo: (undo: Undo) => void
}

/** Copies a meal or a day to another day, of this trip or of another one that the person may edit. */
export function CopyMealDialog({
  trip,
  meals,
  from,
  day,
  part,
  dates: ownDates,
  onClose,
  offerUndo,
}: CopyMealDialogProps) {
  const [tripId, setTripId] = useState(trip.id)
  const isOtherTrip = tripId !== trip.id
  const others = (useTrips().trips ?? []).filter(
    (other) => other.id !== trip.id && canEditPlan(other) && !other.is_archived && other.deleted_at === null,
  )
  const other = useOtherMeals(isOtherTrip ? tripId : undefined)
  const target = isOtherTrip ? other.meals : meals
  const days = target ? listTargets(target, part, isOtherTrip ? undefined : from) : []
  const added = target && part === 'day' ? nextDay(target) : undefined
  const targets = added === undefined ? days : [...days, added]
  const [chosen, setChosen] = useState<number>()
  const next = targets.find((number) => number > from || isOtherTrip) ?? targets.find((number) => number !== from)
  const to = targets.find((number) => number === chosen) ?? added ?? next
  const dates: TripDates = others.find(({ id }) => id === tripId) ?? ownDates
  const replaced = to === undefined || part === 'day' ? undefined : dishOf(target?.[to]?.meals[part].name ?? '')

  function copy() {
    if (to === undefined) return
    const undo = editMeals(tripId, (current) =>
      withCopy(current, { part, from: day, to, options: { newId, isOtherTrip } }),
    )
    offerUndo({ text: m.food_copied({ day: to }), undo })
    onClose()
  }

  return (
    <Modal
      open
      onClose={onClose}
      title={part === 'day' ? m.food_copy_day_title({ day: from }) : m.food_copy_meal_title({ meal: mealTitles[part] })}
      footer={
        <div className="flex justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button onClick={copy} disabled={to === undefined}>
            {m.common_copy()}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        {others.length > 0 && (
          <Field label={m.food_copy_trip()}>
            {(wiring) => (
              <select
                {...wiring}
                className={fieldLook}
                value={tripId}
                onChange={({ target: { value } }) => setTripId(value)}
              >
                <option value={trip.id}>{m.food_copy_this_trip()}</option>
                {others.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {other.hasFailed && <ErrorBox message={m.food_copy_not_loaded()} />}
        {isOtherTrip && !target && !other.hasFailed && <p className="text-muted">{m.common_loading()}</p>}
        {target && targets.length === 0 && <p>{m.food_copy_no_day()}</p>}
        {to !== undefined && (
          <Field
            label={m.food_copy_to()}
            hint={
              to === added
                ? undefined
                : replaced
                  ? m.food_copy_replaces_named({ name: replaced })
                  : part === 'day'
                    ? m.food_copy_replaces_day()
                    : m.food_copy_replaces_meal()
            }
          >
            {(wiring) => (
              <select
                {...wiring}
                className={fieldLook}
                value={to}
                onChange={({ target: { value } }) => setChosen(Number(value))}
              >
                {targets.map((number) => (
                  <option key={number} value={number}>
                    {number === added ? m.food_copy_new_day({ day: number }) : dayLabel(dates, number)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </div>
    </Modal>
  )
}

/** The meals of another trip, which opens for it. */
function useOtherMeals(tripId: string | undefined): { meals: Meals | undefined; hasFailed: boolean } {
  const [loaded, setLoaded] = useState<{ tripId: string; meals?: Meals }>()
  useEffect(() => {
    if (tripId === undefined) return
    let isCurrent = true
    loadOtherMeals(tripId).then(
      (meals) => isCurrent && setLoaded({ tripId, meals }),
      () => isCurrent && setLoaded({ tripId }),
    )
    return () => {
      isCurrent = false
    }
  }, [tripId])
  const own = loaded?.tripId === tripId ? loaded : undefined
  return { meals: own?.meals, hasFailed: own !== undefined && own.meals === undefined }
}
