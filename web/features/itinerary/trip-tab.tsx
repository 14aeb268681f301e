import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { listDays, nextDay } from '#domain/plan/day-number.ts'
import { newItineraryDay } from '#domain/plan/itinerary.ts'
import type { Trip } from '#domain/trip.ts'
import { dateOfDay } from '#domain/trip-days.ts'
import * as m from '#messages'
import { type EditableSection, isEditable, useSection } from '#web/data/trips/use-section.ts'
import { DaysAfterReturn, MissingDays } from '#web/trip-core/days/days-offer.tsx'
import { useTripDays } from '#web/trip-core/days/use-trip-days.ts'
import { RestoreSample, SampleHeader, SampleParts, useSample } from '#web/trip-core/sample/sample.tsx'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { Button } from '#web/ui/button.tsx'
import { tent } from '#web/ui/drawings/tent.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { useDayJump } from './day-jumps.tsx'
import { ItineraryDayCard } from './itinerary-day-card.tsx'
import { ItineraryFrame } from './itinerary-frame.tsx'
import { ItineraryView } from './itinerary-view.tsx'

const titles = { car_trip: m.days_itinerary_title_car_trip(), air_travel: m.days_itinerary_title_air_travel() }

export function ItineraryTab({ trip, failures }: TabProps) {
  const section = useSection(trip.id, 'itinerary')
  if (!section) return <SectionState loading={m.days_itinerary_loading()} failure={failures?.itinerary} />
  return isEditable(section) ? (
    <ItineraryDays trip={trip} section={section} />
  ) : (
    <ItineraryView trip={trip} section={section} title={titles[trip.type]} />
  )
}

function ItineraryDays({ trip, section }: { trip: Trip; section: EditableSection<'itinerary'> }) {
  const { value: itinerary, edit } = section
  const tripDays = useTripDays(trip.id, true)
  const { dates, today, noteOf } = tripDays
  const root = useRef<HTMLDivElement>(null)
  const jumpTo = useDayJump(root)
  const [undo, setUndo] = useState<Undo>()
  const days = listDays(itinerary)
  const sample = useSample({ of: 'itinerary', trip, section, offerUndo: setUndo })
  const changing = { of: 'itinerary' as const, type: trip.type, dates, days: itinerary, edit, offerUndo: setUndo }

  function addDay() {
    const number = nextDay(itinerary)
    edit((current) => ({ ...current, [number]: newItineraryDay(trip.type, number) }), 'at-once')
    jumpTo(number)
  }

  return (
    <div ref={root} className="grid grid-cols-1 gap-5">
      <header className="flex flex-wrap items-center gap-3">
        <h2 className="grow text-xl">{titles[trip.type]}</h2>
        {/* On a phone the one below the days is enough. */}
        <Button variant="quiet" onClick={addDay} className={days.length > 0 ? 'max-sm:hidden' : ''}>
          <Plus aria-hidden="true" className="size-5" />
          {m.days_add()}
        </Button>
      </header>
      <SampleHeader {...{ sample, trip, section }} of="itinerary" offerUndo={setUndo} />
      <ItineraryFrame type={trip.type} days={days} tripDays={tripDays} onJump={jumpTo}>
        {!sample?.isAll && <MissingDays {...changing} newDay={newItineraryDay} />}
        {days.length === 0 && (
          <EmptyState
            drawing={tent}
            sentence={m.days_itinerary_empty()}
            action={<RestoreSample of="itinerary" trip={trip} section={section} offerUndo={setUndo} />}
          />
        )}
        <SampleParts sample={sample}>
          {days.map((number) => {
            const day = itinerary[number]
            if (!day) return null
            return (
              <ItineraryDayCard
                key={number}
                number={number}
                day={day}
                date={dateOfDay(dates, number) ?? undefined}
                trip={trip}
                note={noteOf(number)}
                isToday={number === today}
                isOnly={days.length === 1}
                edit={edit}
                offerUndo={setUndo}
              />
            )
          })}
        </SampleParts>
        {days.length > 0 && (
          <Button variant="quiet" onClick={addDay} className="justify-self-start">
            <Plus aria-hidden="true" className="size-5" />
            {m.days_add()}
          </Button>
        )}
        {!sample?.isAll && <DaysAfterReturn {...changing} />}
      </ItineraryFrame>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </div>
  )
}
