import { Plus } from 'lucide-react'
import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react'
import { canEditPlan } from '#domain/access.ts'
import type { TravelDocument } from '#domain/documents.ts'
import { timeOfStay } from '#domain/journeys/stays.ts'
import type { Stay, Stays } from '#domain/plan/stays.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useDocuments } from '#web/data/trips/use-documents.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { useBookingNames } from '#web/trip-core/bookings/booking-names.ts'
import type { ListedBooking } from '#web/trip-core/bookings/listed-booking.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { linkedStays } from '#web/trip-core/derived/bookings.ts'
import { tripDates } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { useFocusAfter } from '#web/trip-core/editing/use-focus-after.ts'
import { afterRender } from '#web/ui/after-render.ts'
import { Button } from '#web/ui/button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { StayCard } from './stay-card.tsx'
import { withStayChange } from './stay-change.ts'
import { stayName } from './stay-words.ts'

const AddStayDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./add-stay-dialog.tsx'))).AddStayDialog,
}))
const StayDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./stay-dialog.tsx'))).StayDialog,
}))

export interface ShownStays {
  listed: readonly ListedBooking[]
  /** The button that adds one; undefined for people who may not. */
  addButton: ReactNode
  /** For the heading, which gets the focus once a stay is gone. */
  heading: RefObject<HTMLHeadingElement | null>
}

const noStays: Stays = []
const noDocuments: readonly TravelDocument[] = []

type Opened = 'add' | { stayId: string }

interface StaysPartProps {
  trip: Trip
  children: (stays: ShownStays) => ReactNode
}

/** Hotels, rental cars and ferries, for a list that has other things too. It has the dialogs that change them. */
export function StaysPart({ trip, children }: StaysPartProps) {
  // The rest of the list does not wait for them, and stays when they arrive.
  const section = useSection(trip.id, 'stays')
  const stays = section?.value ?? noStays
  const { date: today } = useTripClock(trip.id)
  const { departure_date: firstDay } = useDerived(trip, tripDates)
  const names = useBookingNames(trip)
  const documents = useDocuments(trip.id)?.list ?? noDocuments
  const [opened, setOpened] = useState<Opened>()
  const [undo, setUndo] = useState<Undo>()
  const edit = canEditPlan(trip) ? section?.edit : undefined
  const heading = useFocusAfter(opened !== undefined)
  const openStay = typeof opened === 'object' ? stays.find(({ id }) => id === opened.stayId) : undefined
  // Somebody else has removed it: close it, so that it does not open again by itself if it is restored.
  if (typeof opened === 'object' && !openStay) setOpened(undefined)
  const close = () => setOpened(undefined)
  const offer = (text: string, change: (value: Stays) => Stays) =>
    edit && setUndo({ text, undo: edit(change, 'at-once') })

  const linked = useDerived(trip, linkedStays)
  const listed = linked.map((stay) => ({
    id: stay.id,
    time: timeOfStay(stay),
    card: (
      <StayCard
        {...{ trip, stay, today, names, documents }}
        onEdit={edit && (() => setOpened({ stayId: stay.id }))}
        editFiles={
          edit &&
          ((change) =>
            edit((value) => withChanged(value, stay.id, (one) => ({ ...one, files: change(one.files) })), 'at-once'))
        }
        offerUndo={setUndo}
      />
    ),
  }))
  const addButton = edit && (
    <Button variant="quiet" className="print:hidden" onClick={() => setOpened('add')}>
      <Plus aria-hidden="true" className="size-5 shrink-0" />
      {m.stays_add()}
    </Button>
  )
  return (
    <>
      {children({ listed, addButton, heading })}
      <Suspense>
        {edit && opened === 'add' && (
          <AddStayDialog
            trip={trip}
            firstDay={firstDay}
            onAdd={(stay) => {
              offer(m.stays_added({ name: stayName(stay) }), (value) => [...value, stay])
              // By its date, it may be anywhere in the list.
              afterRender(() => document.getElementById(stay.id)?.scrollIntoView({ block: 'nearest' }))
            }}
            onClose={close}
          />
        )}
        {edit && openStay && (
          <StayDialog
            trip={trip}
            stay={openStay}
            firstDay={firstDay}
            onChange={(change, isTyped = false) =>
              void edit(
                (value) => withChanged(value, openStay.id, (one) => withStayChange(one, change)),
                isTyped ? 'after-pause' : 'at-once',
              )
            }
            onRemove={() => {
              offer(m.common_removed({ name: stayName(openStay) }), (value) =>
                value.filter(({ id }) => id !== openStay.id),
              )
              close()
            }}
            onClose={close}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </>
  )
}

function withChanged(value: Stays, id: string, changed: (stay: Stay) => Stay): Stays {
  return value.map((one) => (one.id === id ? changed(one) : one))
}
