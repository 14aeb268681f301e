import { Pencil, Phone } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { TravelDocument } from '#domain/documents.ts'
import { endPlaceOf, nextOfStay, nightsOf, phoneNumberIn, timeOfStay } from '#domain/journeys/stays.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { parsePositionText } from '#domain/places/position.ts'
import type { Stay } from '#domain/plan/stays.ts'
import { isBlank, trimmed } from '#domain/text.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { BookingCodes } from '#web/trip-core/bookings/booking-codes.tsx'
import { BookingFiles, type EditFiles } from '#web/trip-core/bookings/booking-files.tsx'
import { BookingMenu } from '#web/trip-core/bookings/booking-menu.tsx'
import type { BookingNames } from '#web/trip-core/bookings/booking-names.ts'
import { BookingPassengers } from '#web/trip-core/bookings/booking-passengers.tsx'
import { BookingPrice } from '#web/trip-core/bookings/booking-price.tsx'
import { ConfirmationNumber } from '#web/trip-core/bookings/confirmation-number.tsx'
import { NavigateButton } from '#web/trip-core/places/navigate-button.tsx'
import { placeName } from '#web/trip-core/places/place-kinds.ts'
import { PlaceLink } from '#web/trip-core/places/place-link.tsx'
import { useTripPlaces } from '#web/trip-core/places/trip-places.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'
import { FindButton } from './find-button.tsx'
import { stayCodes } from './stay-codes.ts'
import { stayLooks } from './stay-kinds.ts'
import { dateText, nearText, stayName, timeOfDayText } from './stay-words.ts'

interface StayCardProps {
  trip: Trip
  stay: Stay
  today: LocalDate
  names: BookingNames
  /** All documents of the trip. */
  documents: readonly TravelDocument[]
  /** Undefined for people who may not edit. */
  onEdit: (() => void) | undefined
  editFiles: EditFiles
  offerUndo: (undo: Undo) => void
}

/** A stay in the look of a ticket. Empty fields take no room. */
export function StayCard({ trip, stay, today, names, documents, onEdit, editFiles, offerUndo }: StayCardProps) {
  const id = useId()
  const { kind, starts_on, starts_at, ends_on, ends_at, confirmation_number } = stay
  const { icon: Icon, band } = stayLooks[kind]
  const { date, lastDate } = timeOfStay(stay)
  const isPast = date !== '' && lastDate < today
  const near = nearText(kind, nextOfStay(stay, today))
  const nights = nightsOf(stay)
  const isOneDay = ends_on === starts_on && ends_at !== ''
  const hasStub = !isBlank(confirmation_number)
  const muted = isPast ? 'text-muted' : ''
  const name = stayName(stay)
  return (
    <article aria-labelledby={id} className="flex h-full flex-col">
      <header className={`flex items-center gap-2.5 rounded-t-lg px-4 py-2 text-on-ticket ${band}`}>
        <Icon aria-hidden="true" className="size-5.5 shrink-0" />
        <p className="sign grow">{m.journeys_stay_unnamed({ kind })}</p>
        {near && <p className="sign rounded-full bg-surface px-3 py-0.5 text-sm text-text">{near}</p>}
        {isPast && <p className="text-sm">{m.documents_ticket_past()}</p>}
      </header>
      <div
        className={`grid grow grid-cols-1 content-start gap-3 border-x border-edge/60 bg-surface px-4 pt-3 ${hasStub ? 'pb-1' : 'rounded-b-lg border-b pb-4'}`}
      >
        <div className="flex items-start gap-2">
          <h3 id={id} className={`min-w-0 grow text-lg wrap-anywhere ${muted}`}>
            {name}
          </h3>
          {onEdit && (
            <IconButton
              icon={Pencil}
              label={m.stays_edit_label({ name })}
              title={m.stays_edit_label({ name })}
              className="-mt-1.5 -mr-2 print:hidden"
              onClick={onEdit}
            />
          )}
          <BookingMenu
            title={name}
            {...{ documents, names, editFiles, offerUndo }}
            booking={stay}
            sharing={undefined}
          />
        </div>
        {(starts_on || starts_at || ends_on || ends_at) && (
          <dl className={`flex flex-wrap gap-x-8 gap-y-2 ${muted}`}>
            <Moment name={m.stays_start({ kind })} date={dateText(starts_on)} time={timeOfDayText(starts_at)} />
            <Moment name={m.stays_end({ kind })} date={isOneDay ? '' : dateText(ends_on)} time={timeOfDayText(ends_at)}>
              {nights !== undefined && m.stays_nights({ count: nights })}
            </Moment>
          </dl>
        )}
        <Where stay={stay} />
        <Call name={name} phone={trimmed(stay.phone)} />
        {!isBlank(stay.note) && <p className="whitespace-pre-line text-muted wrap-anywhere">{stay.note.trim()}</p>}
        <BookingCodes title={name} {...stayCodes(stay, names)} />
        <BookingPassengers passengers={stay.passengers} names={names} label={m.stays_people({ kind })} />
        <BookingFiles {...{ documents, names, offerUndo }} booking={stay} edit={editFiles} />
        <BookingPrice
          {...{ trip, offerUndo }}
          booking={stay}
          cost={{ id: stay.id, name, category: kind === 'stay' ? 'lodging' : 'transport', date }}
        />
      </div>
      {hasStub && (
        <>
          <div aria-hidden="true" className="perforation px-4" />
          <ConfirmationNumber code={confirmation_number} />
        </>
      )}
    </article>
  )
}

function Moment({ name, date, time, children }: { name: string; date: string; time: string; children?: ReactNode }) {
  if (date === '' && time === '') return null
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="tabular-nums">
        {date && <span className="sign block text-lg">{date}</span>}
        {time && <span className="sign block text-lg">{time}</span>}
        {children && <span className="block text-sm text-muted">{children}</span>}
      </dd>
    </div>
  )
}

/** Where it is or begins, and how to get there; of cars and ferries also where they end. */
function Where({ stay }: { stay: Stay }) {
  const { kind, place, place_id } = stay
  const { places } = useTripPlaces()
  const found = places.find(({ id }) => id === place_id)
  const position = found && parsePositionText(found.position)
  const [start, end] = [trimmed(place), endPlaceOf(stay)]
  return (
    <>
      {(start !== '' || end !== '') && (
        <dl className="grid grid-cols-1 gap-y-2">
          <Place name={m.stays_place({ kind })} text={start} isFound={position === undefined} />
          <Place name={m.stays_end_place({ kind })} text={end} isFound />
        </dl>
      )}
      {found && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <PlaceLink placeId={place_id} />
          {position && <NavigateButton position={position} name={placeName(found)} />}
        </div>
      )}
    </>
  )
}

/** `isFound`: whether map apps are to look for the text, as nothing else leads there. */
function Place({ name, text, isFound }: { name: string; text: string; isFound: boolean }) {
  if (text === '') return null
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="flex items-start gap-2">
        <span className="min-w-0 grow wrap-anywhere">{text}</span>
        {isFound && <FindButton address={text} />}
      </dd>
    </div>
  )
}

/** The number as a link that calls it, if it is one. */
function Call({ name, phone }: { name: string; phone: string }) {
  if (phone === '') return null
  const number = phoneNumberIn(phone)
  if (number === '') return <p className="wrap-anywhere">{phone}</p>
  return (
    <a
      href={`tel:${number}`}
      aria-label={m.stays_call_label({ name, phone })}
      className="touch flex w-fit max-w-full items-center gap-2 rounded-md text-action underline underline-offset-4"
    >
      <Phone aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 tabular-nums wrap-anywhere">{phone}</span>
    </a>
  )
}
