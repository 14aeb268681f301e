import { QrCode } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { carrierText, toText } from '#domain/journeys/journey.ts'
import {
  connectionWarning,
  durationText,
  legTitle,
  momentDate,
  momentText,
  routeText,
  waitText,
} from '#domain/journeys/journey-words.ts'
import { dateAt, type NextLeg } from '#domain/journeys/next-leg.ts'
import { trimmed } from '#domain/text.ts'
import { clockTimeText } from '#domain/today/time-text.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { ticketIcons } from '#web/trip-core/bookings/booking-icons.ts'
import { linkedTickets } from '#web/trip-core/derived/bookings.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { Button } from '#web/ui/button.tsx'
import { later, useLoaded } from '#web/ui/loading/use-loaded.ts'
import { countdownOf, type FindLeg, useNextLeg } from './use-next-leg.ts'

const laterCodes = later(async () => {
  const codes = await import('#web/features/tickets/card/leg-codes.tsx')
  void codes.laterDrawing.load()
  return codes
})

/** Whose codes are on the screen. */
interface ShownLeg {
  ticketId: string
  /** The id of the leg whose code comes first. */
  leg: string
}

interface NextLegCardProps {
  trip: Trip
  findLeg: FindLeg
}

/** The part of an air trip's journey that the current user is on, or takes next. */
export function NextLegCard({ trip, findLeg }: NextLegCardProps) {
  const { next, now } = useNextLeg(trip.id, findLeg)
  const tickets = useDerived(trip, linkedTickets)
  // What was pressed, not what is next now: at the scheduled arrival of a delayed flight, its code stays on the screen.
  const [shown, setShown] = useState<ShownLeg>()
  // Loaded before it is pressed: at the gate there may be no network.
  const loaded = useLoaded(laterCodes, next?.hasCode === true || shown !== undefined)
  const ticket = shown && tickets.find(({ id, codes }) => id === shown.ticketId && codes.length > 0)
  // Somebody else has removed its codes: closed, so that it does not open again by itself if they are restored.
  if (shown && !ticket) setShown(undefined)
  return (
    <>
      {next && (
        <Card
          {...{ trip, next, now }}
          onShowCode={() => setShown({ ticketId: next.ticket.id, leg: next.leg.segment.id })}
        />
      )}
      {loaded && shown && ticket && (
        <loaded.LegCodes {...{ trip, ticket }} leg={shown.leg} onClose={() => setShown(undefined)} />
      )}
    </>
  )
}

interface CardProps {
  trip: Trip
  next: NextLeg
  now: Date
  onShowCode: () => void
}

function Card({ trip, next, now, onShowCode }: CardProps) {
  const id = useId()
  const { ticket, leg, isUnderWay, hasCode } = next
  const { segment } = leg
  const Icon = ticketIcons[ticket.type]
  const left = countdownText(next, now)
  const facts = factsOf(next)
  const href = `/trip/${trip.id}?tab=tickets#${ticket.id}`
  const route = routeText(segment) || trimmed(ticket.title)
  const about = [carrierText(segment), leg.minutes === undefined ? '' : durationText(leg.minutes)].filter(Boolean)
  return (
    <section aria-labelledby={id} className="card px-5 pt-3 pb-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="flex min-w-0 items-center gap-2.5 text-lg">
          <Icon aria-hidden="true" className="size-5.5 shrink-0 text-accent" />
          {isUnderWay ? m.legs_on_the_way() : m.legs_next({ type: ticket.type })}
        </h2>
        {left && <p className="sign text-xl text-accent tabular-nums">{left}</p>}
      </header>
      {route && <p className="sign mt-1 text-xl leading-snug wrap-anywhere md:text-2xl">{route}</p>}
      {about.length > 0 && <p className="text-muted">{about.join(' · ')}</p>}
      {isUnderWay && <p className="mt-1 font-semibold wrap-anywhere">{landsText(next, now)}</p>}
      {facts.length > 0 && (
        <dl className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-x-4 gap-y-2 sm:flex sm:flex-wrap sm:gap-x-8">
          {facts.map(({ name, value, note }) => (
            <div key={name} className="min-w-0">
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="sign text-lg leading-snug wrap-anywhere tabular-nums">{value}</dd>
              {note && <dd className="text-sm">{note}</dd>}
            </div>
          ))}
        </dl>
      )}
      <Then next={next} />
      <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        {hasCode && (
          <Button variant="quiet" onClick={onShowCode}>
            <QrCode aria-hidden="true" className="size-5" />
            {m.passes_show_code()}
          </Button>
        )}
        <Link href={href} className="touch inline-flex items-center text-action underline underline-offset-4">
          {m.legs_see_ticket()}
        </Link>
      </p>
    </section>
  )
}

/** The wait, and what leaves after it. */
function Then({ next: { leg, connection, after } }: { next: NextLeg }) {
  if (!after) return null
  const isSameDay = after.departs.date === leg.arrives.date
  const time = [momentText(after.departs), isSameDay ? '' : momentDate(after.departs)].filter(Boolean).join(', ')
  const title = legTitle(after.segment)
  const following = title && time ? m.legs_then_leg({ leg: title, time }) : title || time
  const what = [connection ? waitText(connection) : '', following].filter(Boolean).join(' · ')
  const warning = connection && connectionWarning(connection, after, leg)
  if (!what && !warning) return null
  return (
    <div className="mt-3 border-t border-line pt-2">
      {what && <p className="wrap-anywhere">{m.legs_then({ what })}</p>}
      {warning && <p className="font-semibold wrap-anywhere text-danger">{warning}</p>}
    </div>
  )
}

interface Fact {
  name: string
  value: string
  note?: string
}

/**
 * What somebody needs at the airport, in the order in which they need it. On the way, what they need there, and where
 * they wait: the flight may be late. What nobody knows is not there.
 */
function factsOf({ leg, isUnderWay, seat }: NextLeg): Fact[] {
  const { segment, type, departs, arrives, plusDays } = leg
  const seatFact = { name: m.legs_seat(), value: trimmed(seat?.seat ?? ''), note: trimmed(seat?.cabin ?? '') }
  const waitFacts = [
    { name: m.tickets_terminal(), value: trimmed(segment.terminal) },
    { name: m.journeys_gate_name({ type }), value: trimmed(segment.gate) },
    seatFact,
  ]
  const ahead = [
    { name: m.legs_departs(), value: momentText(departs) || momentDate(departs), note: noteOf(departs) },
    { name: m.tickets_check_in_at(), value: segment.check_in_at === '' ? '' : clockTimeText(segment.check_in_at) },
    { name: m.journeys_boards_name(), value: segment.boards_at === '' ? '' : clockTimeText(segment.boards_at) },
    ...waitFacts,
    {
      name: m.legs_arrives(),
      value: momentText(arrives, plusDays) || momentDate(arrives),
      note: plusDays === 0 ? '' : noteOf(arrives),
    },
  ]
  const onTheWay = [...waitFacts, { name: m.tickets_arrival_terminal(), value: trimmed(segment.arrival_terminal) }]
  return (isUnderWay ? onTheWay : ahead).filter(({ value }) => value !== '')
}

/** The date below a time. */
const noteOf = (moment: NextLeg['leg']['departs']) => (moment.minute === undefined ? '' : momentDate(moment))

/** 'Lands at 10:40 AM in Lisbon'; with its date unless it is today there. */
function landsText({ ticket, leg: { segment, arrives } }: NextLeg, now: Date): string {
  const isToday = arrives.date === dateAt(arrives, now)
  const time = [momentText(arrives), isToday && arrives.minute !== undefined ? '' : momentDate(arrives)]
  const place = toText(segment)
  return m.legs_lands({
    type: ticket.type,
    known: place === '' ? 'no' : 'yes',
    time: time.filter(Boolean).join(', '),
    place,
  })
}

/** 'In 48 days', 'In 3 h 20', '2 h 10 to go'; '' on the way for more than a day. */
function countdownText(next: NextLeg, now: Date): string {
  const left = countdownOf(next, now)
  if (!left) return ''
  if (left.in === 'days') return next.isUnderWay ? '' : m.legs_in_days({ days: left.days })
  const time = durationText(left.minutes)
  return next.isUnderWay ? m.legs_to_go({ time }) : m.legs_in_time({ time })
}
