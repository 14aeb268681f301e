import { Plus } from 'lucide-react'
import { memo, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { Level } from '#domain/plan/day-parts.ts'
import { type Activity, type ItineraryDay, newActivity } from '#domain/plan/itinerary.ts'
import { pathOf } from '#domain/templates/own-parts.ts'
import { sortActivities } from '#domain/today/sort-activities.ts'
import type { TripType } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { useFocusOnAdded } from '#web/trip-core/editing/use-focus-on-added.ts'
import { Button } from '#web/ui/button.tsx'
import { moveItem, ReorderList } from '#web/ui/reorder-list.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'
import { ActivityEntry } from './activity-entry.tsx'
import { levelLabels } from './level-labels.ts'
import { LevelSlope } from './level-slope.tsx'

/** Changes a day. Returns the function that undoes it. */
export type ChangeDay = (change: (day: ItineraryDay) => ItineraryDay, when?: 'at-once') => () => void

interface LevelColumnProps {
  day: number
  level: Level
  type: TripType
  activities: Activity[]
  changeDay: ChangeDay
  offerUndo: (undo: Undo) => void
}

export const LevelColumn = memo(function LevelColumn({
  day,
  level,
  type,
  activities,
  changeDay,
  offerUndo,
}: LevelColumnProps) {
  const root = useRef<HTMLElement>(null)
  const focusOn = useFocusOnAdded(root)
  const addButton = useRef<HTMLButtonElement>(null)
  const [added, setAdded] = useState<string>()

  const change = useCallback(
    (map: (activities: Activity[]) => Activity[], when?: 'at-once') =>
      changeDay((current) => ({ ...current, [level]: map(current[level]) }), when),
    [changeDay, level],
  )
  const drawActivity = useCallback(
    (activity: Activity, index: number, handle: ReactNode) => (
      <ActivityEntry
        activity={activity}
        path={pathOf.activity(day, level, activity)}
        handle={handle}
        startsOpen={activity.id === added}
        onChange={(changed, when) =>
          change(
            (current) => current.map((other) => (other.id === activity.id ? { ...other, ...changed } : other)),
            when,
          )
        }
        onRemove={() => {
          const undo = change((current) => current.filter(({ id }) => id !== activity.id), 'at-once')
          const text = activity.activity
            ? m.common_removed({ name: activity.activity })
            : m.days_activity_removed({ number: index + 1 })
          offerUndo({ text, undo })
        }}
      />
    ),
    [change, offerUndo, added, day, level],
  )

  const isEmpty = activities.length === 0
  const isInOrder = useMemo(() => sortActivities(activities) === activities, [activities])

  function add() {
    const activity = newActivity(newId())
    setAdded(activity.id)
    change((current) => [...current, activity], 'at-once')
    focusOn(activity.id)
  }

  function sort() {
    offerUndo({ text: m.days_sorted_by_time(), undo: change(sortActivities, 'at-once') })
    // The button goes.
    addButton.current?.focus()
  }

  return (
    <section
      ref={root}
      aria-label={m.days_level_of_day({ level: levelLabels[type][level], number: day })}
      // Without activities it is one line.
      className={`min-w-0 ${isEmpty ? 'flex flex-wrap items-center gap-x-3 self-start' : ''}`}
    >
      <h4 className={`flex items-center gap-2 text-base text-action ${isEmpty ? 'grow' : 'mb-2'}`}>
        <LevelSlope level={level} />
        {levelLabels[type][level]}
      </h4>
      <ReorderList
        items={activities}
        nameOf={({ activity }, index) => activity || m.days_activity_in_sentence({ number: index + 1 })}
        onMove={(id, index) => change((current) => moveItem(current, id, index), 'at-once')}
        className="grid gap-3"
        itemClassName="inlay"
      >
        {drawActivity}
      </ReorderList>
      <div className={`flex flex-wrap gap-2 ${isEmpty ? '' : 'mt-3'}`}>
        <Button ref={addButton} variant="quiet" onClick={add}>
          <Plus aria-hidden="true" className="size-5" />
          {m.days_activity_add()}
        </Button>
        {!isInOrder && (
          <Button
            variant="quiet"
            aria-label={m.days_sort_by_time_label({ column: levelLabels[type][level], day })}
            onClick={sort}
          >
            {m.days_sort_by_time()}
          </Button>
        )}
      </div>
    </section>
  )
})
