import { Trash2 } from 'lucide-react'
import { type CSSProperties, memo, useCallback } from 'react'
import type { LocalDate } from '#domain/local-date.ts'
import { levels } from '#domain/plan/day-parts.ts'
import type { ItineraryDay } from '#domain/plan/itinerary.ts'
import { pathOf } from '#domain/templates/own-parts.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import type { EditableSection } from '#web/data/trips/use-section.ts'
import { dayAnchor, showIfLinked } from '#web/trip-core/linked-entry.ts'
import { AdoptButton, useIsSample } from '#web/trip-core/sample/sample.tsx'
import { DayWeather } from '#web/trip-core/weather/day-weather.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'
import { DayTitle } from './day-title.tsx'
import { type ChangeDay, LevelColumn } from './level-column.tsx'

interface ItineraryDayCardProps {
  trip: Trip
  number: number
  day: ItineraryDay
  /** Undefined without dates. */
  date: LocalDate | undefined
  note: string | undefined
  isToday: boolean
  isOnly: boolean
  edit: EditableSection<'itinerary'>['edit']
  offerUndo: (undo: Undo) => void
}

/** A day with its title and both levels. Memoized: a key press in one of many must not render them all. */
export const ItineraryDayCard = memo(function ItineraryDayCard(props: ItineraryDayCardProps) {
  const { trip, number, day, date, note, isToday, isOnly, edit, offerUndo } = props

  const change = useCallback<ChangeDay>(
    (make, when) =>
      edit((current) => (current[number] ? { ...current, [number]: make(current[number]) } : current), when),
    [edit, number],
  )

  const isSample = useIsSample()
  const isOffered =
    levels.some((level) => day[level].length > 0) &&
    levels.every((level) =>
      day[level].every((activity) => isSample(pathOf.activity(number, level, activity), activity)),
    )

  function remove() {
    const undo = edit(({ [number]: _, ...others }) => others, 'at-once')
    offerUndo({ text: m.days_removed({ number }), undo })
  }

  return (
    <section
      aria-label={m.days_number({ number })}
      ref={showIfLinked}
      id={dayAnchor(number)}
      data-day={number}
      tabIndex={-1}
      style={guessHeight(day)}
      className={`skipped-off-screen [contain-intrinsic-block-size:auto_var(--beside)] max-md:[contain-intrinsic-block-size:auto_var(--below)] card grid gap-4 p-3 sm:p-4 ${isOffered ? 'offered' : ''} ${isToday ? 'border-accent' : ''}`}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <DayTitle
            number={number}
            title={day.title}
            note={note}
            isToday={isToday}
            onChange={(title) => change((current) => ({ ...current, title }))}
          />
          {date && <DayWeather trip={trip} date={date} />}
        </div>
        {!isOnly && (
          <IconButton
            icon={Trash2}
            label={m.days_remove_label({ number })}
            title={m.days_remove()}
            className="-mt-1 -mr-1"
            onClick={remove}
          />
        )}
      </div>
      <UseDay number={number} day={day} />
      <div className="grid columns-that-fit gap-4">
        {levels.map((level) => (
          <LevelColumn
            key={level}
            day={number}
            level={level}
            type={trip.type}
            activities={day[level]}
            changeDay={change}
            offerUndo={offerUndo}
          />
        ))}
      </div>
    </section>
  )
})

/** Offers a day of the sample, as long as something of it is one. */
function UseDay({ number, day }: Pick<ItineraryDayCardProps, 'number' | 'day'>) {
  const isSample = useIsSample()
  const isOffered =
    isSample(pathOf.dayTitle(number), day.title) ||
    levels.some((level) => day[level].some((activity) => isSample(pathOf.activity(number, level, activity), activity)))
  if (!isOffered) return null
  return (
    <p className="-my-2">
      <AdoptButton
        part={`itinerary/${number}`}
        text={m.plan_sample_use_day()}
        label={m.plan_sample_use_named({ name: m.days_number({ number }) })}
      />
    </p>
  )
}

/** The approximate height of a day, with its levels side by side and one below the other. */
function guessHeight({ light, hard }: ItineraryDay): CSSProperties {
  const beside = 150 + 150 * Math.max(light.length, hard.length)
  const below = 190 + 240 * (light.length + hard.length)
  return { '--beside': `${beside}px`, '--below': `${below}px` } as CSSProperties
}
