import { Copy, ListChecks, Pencil, Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import { canOpenTrip } from '#domain/access.ts'
import type { Guests } from '#domain/food/eaters.ts'
import type { CopiedPart } from '#domain/plan/copy-meals.ts'
import { listDays, nextDay } from '#domain/plan/day-number.ts'
import { type Line, type MealDay, type Meals, withLine } from '#domain/plan/meals.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { isEditable, type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { DaySigns } from '#web/trip-core/days/day-signs.tsx'
import { DaysAfterReturn, MissingDays } from '#web/trip-core/days/days-offer.tsx'
import type { MealPlace } from '#web/trip-core/days/meal-order.ts'
import { useTripDays } from '#web/trip-core/days/use-trip-days.ts'
import { ownSection } from '#web/trip-core/derived/plan-view.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { useDraft } from '#web/trip-core/editing/use-draft.ts'
import { useEditFocus } from '#web/trip-core/editing/use-edit-focus.ts'
import { HeadcountOffer } from '#web/trip-core/headcount-offer.tsx'
import { forgetLinked, linkedDay, linkedPart, showEntry } from '#web/trip-core/linked-entry.ts'
import { RestoreSample, SampleHeader, SampleParts, useSample } from '#web/trip-core/sample/sample.tsx'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { TipsPanel } from '#web/trip-core/tips-panel.tsx'
import { Button } from '#web/ui/button.tsx'
import { plate } from '#web/ui/drawings/plate.tsx'
import { EditForm } from '#web/ui/edit-form.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { EatingSettings } from './eating-settings.tsx'
import { MealDayEditor } from './meal-day-editor.tsx'
import { MealDayView } from './meal-day-view.tsx'
import { type OnDayChange, PlaceFields } from './meal-fields.tsx'
import { WarningSummary } from './meal-warnings.tsx'
import { useCooks } from './use-cooks.ts'
import { useMealFood } from './use-meal-food.ts'
import { useNewMealDay } from './use-new-meal-day.ts'

const CopyMealDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./copy-meal-dialog.tsx'))).CopyMealDialog,
}))

const titles = { car_trip: m.days_meals_title_car_trip(), air_travel: m.days_meals_title_air_travel() }

export function MealsTab({ trip, failures }: TabProps) {
  const section = useSection(trip.id, 'meals')
  if (!section) return <SectionState loading={m.days_meals_loading()} failure={failures?.meals} />
  return <MealPlan trip={trip} section={section} />
}

/** Two people need no headcount, unless amounts follow it already, nor does a trip without a list of people. */
const isGroup = ({ possible, areKnown }: Guests) => areKnown || possible.length > 2

function MealPlan({ trip, section }: { trip: Trip; section: ShownSection<'meals'> }) {
  const draft = useDraft(trip.id, 'meals', section)
  const root = useRef<HTMLDivElement>(null)
  useEditFocus(root, draft.isEditing)
  const tripDays = useTripDays(trip.id, draft.canEdit)
  const [undo, setUndo] = useState<Undo>()
  const days = listDays(draft.value)
  const [chosen, setChosen] = useState(() => linkedDay() ?? tripDays.today)
  const [linked] = useState(linkedPart)
  useEffect(() => {
    forgetLinked()
    const meal = linked && root.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(linked)}"]`)
    if (!meal) return
    meal.tabIndex = -1
    // Afterwards, because a tab scrolls to its own place when it opens.
    requestAnimationFrame(() => showEntry(meal))
  }, [linked])
  // If the selected day is removed or discarded, select the first one.
  const selected = days.find((day) => day === chosen) ?? days[0] ?? 1
  const day = draft.value[selected]
  const food = useMealFood(trip)
  const cooks = useCooks(trip)
  const newDay = useNewMealDay(trip)
  const [copied, setCopied] = useState<CopiedPart>()
  // What is copied is planned: nothing of the sample becomes the plan by it.
  const ownDay = useDerived(trip, ownSection('meals'))?.[selected]
  const sample = useSample({ of: 'meals', trip, section, offerUndo: setUndo })
  // Hidden while editing, where days can be added and removed by hand.
  const changing = isEditable(section) &&
    !draft.isEditing && {
      of: 'meals' as const,
      type: trip.type,
      dates: tripDays.dates,
      days: section.value,
      edit: section.edit,
      offerUndo: setUndo,
    }

  function changeLine(place: MealPlace, line: Line, change: Partial<Line>) {
    const undo = section.edit?.((value) => withLine(value, { day: selected, place, id: line.id }, change), 'at-once')
    if (undo) setUndo({ text: m.food_line_changed({ line: line.text }), undo })
  }

  const inDay = (change: (day: MealDay) => MealDay) => (plan: Meals) =>
    plan[selected] ? { ...plan, [selected]: change(plan[selected]) } : plan

  /** Saves what is changed in a meal that is opened in place. */
  const changeDay: OnDayChange = (change, removed) => {
    const undo = section.edit?.(inDay(change), removed === undefined ? undefined : 'at-once')
    if (undo && removed !== undefined) setUndo({ text: m.common_removed({ name: removed }), undo })
  }

  /** Shows a day at the first meal that somebody cannot eat all of. */
  function showWarning(of: number, personId: string) {
    flushSync(() => setChosen(of))
    const warning = root.current?.querySelector<HTMLElement>(`[data-warned="${CSS.escape(personId)}"]`)
    const list = warning?.closest('details')
    if (list) list.open = true
    warning?.focus({ preventScroll: true })
    warning?.scrollIntoView({ block: 'center' })
  }

  function addDay() {
    const added = nextDay(draft.value)
    draft.change((plan) => ({ ...plan, [added]: newDay(trip.type, added) }))
    setChosen(added)
  }

  function removeDay(removed: number) {
    draft.change(({ [removed]: _, ...others }) => others)
  }

  return (
    <div ref={root} className="grid gap-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="grow text-xl">{titles[trip.type]}</h2>
        <div className="flex flex-wrap items-center sm:gap-1">
          {draft.canEdit && !draft.isEditing && isGroup(food.guests) && <EatingSettings tripId={trip.id} />}
          {draft.canEdit && !draft.isEditing && ownDay && (
            <IconButton
              icon={Copy}
              label={m.food_copy_day()}
              title={m.food_copy_day()}
              onClick={() => setCopied('day')}
            />
          )}
          {draft.canEdit && (
            <IconButton
              icon={Pencil}
              label={m.days_meals_edit()}
              title={m.days_meals_edit()}
              data-pencil
              disabled={draft.isEditing}
              onClick={draft.start}
            />
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full sm:gap-3">
          {canOpenTrip(trip) && !draft.isEditing && (
            <Link
              href={`/trip/${trip.id}/group?tab=shopping`}
              className="sign touch inline-flex items-center gap-2 rounded-md border border-edge bg-surface px-3 text-action hover:bg-action-soft"
            >
              <ListChecks aria-hidden="true" className="size-5" />
              {m.shopping_open_list()}
            </Link>
          )}
          {/* Not in the row of days: there it would be out of sight, or cover a day. */}
          {draft.canEdit && (
            <Button variant="quiet" onClick={addDay}>
              <Plus aria-hidden="true" className="size-5" />
              {m.days_add()}
            </Button>
          )}
        </div>
      </header>
      {!draft.isEditing && <SampleHeader {...{ sample, trip, section }} of="meals" offerUndo={setUndo} />}
      {changing && !sample?.isAll && <MissingDays {...changing} newDay={newDay} onAdded={setChosen} />}
      {!draft.isEditing && <HeadcountOffer trip={trip} offerUndo={setUndo} />}
      {!draft.isEditing && <WarningSummary warnings={food.warnings} dates={tripDays.dates} onSelect={showWarning} />}
      <DaySigns
        days={days}
        selected={selected}
        tripDays={tripDays}
        onSelect={setChosen}
        onRemove={draft.isEditing && days.length > 1 ? removeDay : undefined}
      >
        {!day && (
          <EmptyState
            drawing={plate}
            sentence={m.days_meals_empty()}
            action={
              !draft.isEditing &&
              days.length === 0 && <RestoreSample of="meals" trip={trip} section={section} offerUndo={setUndo} />
            }
          />
        )}
        {day && !draft.isEditing && (
          <SampleParts sample={sample}>
            <MealDayView
              key={selected}
              number={selected}
              day={day}
              amountsAt={(place) => food.amountsOf(selected, place, day)}
              unansweredAt={(place) => food.unansweredAt(selected, place, day)}
              warnings={food.warnings}
              parties={food.parties}
              cooks={cooks}
              onCopy={draft.canEdit ? setCopied : undefined}
              onLine={isEditable(section) ? changeLine : undefined}
              fieldsOf={
                isEditable(section)
                  ? (place) => <PlaceFields {...{ place, day, food }} number={selected} onChange={changeDay} />
                  : undefined
              }
            />
          </SampleParts>
        )}
        {draft.isEditing && (
          <EditForm
            label={m.days_meals_edit()}
            save={m.common_save()}
            isChanged={draft.isChanged}
            onSave={draft.save}
            onCancel={draft.cancel}
          >
            {day && (
              <MealDayEditor
                key={selected}
                number={selected}
                day={day}
                food={food}
                onChange={(change) => draft.change(inDay(change))}
              />
            )}
          </EditForm>
        )}
      </DaySigns>
      {changing && !sample?.isAll && <DaysAfterReturn {...changing} />}
      {changing && ownDay && (
        <Suspense>
          {copied && (
            <CopyMealDialog
              trip={trip}
              day={ownDay}
              meals={section.value}
              part={copied}
              dates={tripDays.dates}
              from={selected}
              onClose={() => setCopied(undefined)}
              offerUndo={setUndo}
            />
          )}
        </Suspense>
      )}
      <TipsPanel type={trip.type} of="meals" />
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </div>
  )
}
