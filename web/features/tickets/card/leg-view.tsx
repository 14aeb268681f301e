import type { LucideIcon } from 'lucide-react'
import { carrierText, type Leg } from '#domain/journeys/journey.ts'
import { legFacts } from '#domain/journeys/journey-text.ts'
import { durationText, legWarnings, momentDate, momentText } from '#domain/journeys/journey-words.ts'
import type { Passenger } from '#domain/plan/booking.ts'
import { trimmed } from '#domain/text.ts'
import * as m from '#messages'
import { type BookingNames, isOwn, ownFirst } from '#web/trip-core/bookings/booking-names.ts'
import { Warning } from './warning.tsx'

interface LegViewProps {
  leg: Leg
  /** From 1. */
  number: number
  icon: LucideIcon
  passengers: readonly Passenger[]
  names: BookingNames
  isOver: boolean
  /** 'Today' of the leg that comes next; undefined of others. */
  near: string | undefined
}

/** A leg of a journey, as a boarding pass shows it. */
export function LegView({ leg, number, icon: Icon, passengers, names, isOver, near }: LegViewProps) {
  const { segment, departs, arrives, minutes, plusDays } = leg
  const facts = legFacts(leg)
  const carrier = carrierText(segment)
  const lasts = minutes === undefined ? '' : durationText(minutes)
  return (
    <div className={`grid grid-cols-1 gap-2 ${isOver ? 'text-muted' : ''}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="sign">{momentDate(departs) || m.passes_leg({ number })}</span>
          {near && <span className="sign rounded-full bg-accent px-2.5 py-0.5 text-sm text-on-accent">{near}</span>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          {carrier && <span className="wrap-anywhere">{carrier}</span>}
          {lasts && <span className="whitespace-nowrap tabular-nums">{lasts}</span>}
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] gap-x-[min(0.75rem,12px)]">
        <End name={segment.from} code={segment.from_code} time={momentText(departs)} />
        <span className="flex h-[min(2.5rem,12vw)] items-center">
          <span className="sr-only">{m.passes_leg_to()}</span>
          <Icon aria-hidden="true" className={`size-[min(1.375rem,6vw)] ${isOver ? '' : 'text-accent'}`} />
        </span>
        <End name={segment.to} code={segment.to_code} time={momentText(arrives)} plusDays={plusDays} isArrival />
      </div>
      {facts.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
          {facts.map((fact) => (
            <li key={fact} className="min-w-0 wrap-anywhere tabular-nums">
              {fact}
            </li>
          ))}
        </ul>
      )}
      <Seats leg={leg} passengers={passengers} names={names} />
      {[...new Set(legWarnings(leg))].map((text) => (
        <Warning key={text} text={text} />
      ))}
    </div>
  )
}

interface EndProps {
  name: string
  code: string
  time: string
  plusDays?: number
  isArrival?: boolean
}

/** Where a leg starts or ends, and when: an airport by its code, a station by its name. */
function End({ name, code, time, plusDays = 0, isArrival = false }: EndProps) {
  const place = trimmed(name)
  return (
    <div className={`grid min-w-0 grid-cols-1 content-start ${isArrival ? 'text-right' : ''}`}>
      {code ? (
        <>
          {/* Its size depends on the width of a phone: with large text, two codes must still fit beside each other. */}
          <p className="sign text-[min(2.25rem,11vw)]/[min(2.5rem,12vw)] whitespace-nowrap">{code}</p>
          {place !== '' && place !== code && <p className="text-sm wrap-anywhere text-muted">{place}</p>}
        </>
      ) : (
        <p className="sign pt-1 text-[min(1.25rem,7vw)] leading-tight wrap-anywhere">{place}</p>
      )}
      {time && (
        <p className="pt-1 text-lg tabular-nums">
          <span className="sign whitespace-nowrap">{time}</span>
          {plusDays !== 0 && (
            <span className="text-sm whitespace-nowrap">
              {' '}
              {m.passes_other_day({ sign: plusDays > 0 ? '+' : '−', days: Math.abs(plusDays) })}
            </span>
          )}
        </p>
      )}
    </div>
  )
}

/** Who sits where: the current user's own seat large, the others by name. */
function Seats({ leg, passengers, names }: Pick<LegViewProps, 'leg' | 'passengers' | 'names'>) {
  const seats = ownFirst(passengers, names.me).flatMap((passenger) => {
    const found = leg.segment.seats.find(({ id }) => id === passenger.id)
    const [seat, cabin] = [trimmed(found?.seat ?? ''), trimmed(found?.cabin ?? '')]
    return seat || cabin ? [{ passenger, seat, cabin }] : []
  })
  if (seats.length === 0) return null
  const own = seats.find(({ passenger }) => isOwn(passenger, names.me))
  const others = seats.filter((one) => one !== own)
  return (
    <div className="grid grid-cols-1 gap-0.5">
      {own && (
        <p className="flex flex-wrap items-baseline gap-x-3">
          {own.seat && <span className="sign text-xl wrap-anywhere">{m.journeys_seat({ seat: own.seat })}</span>}
          {own.cabin && <span className="wrap-anywhere text-muted">{own.cabin}</span>}
        </p>
      )}
      {others.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
          {others.map(({ passenger, seat, cabin }) => (
            <li key={passenger.id} className="min-w-0 wrap-anywhere">
              {m.passes_seat_of({
                name: names.nameOf(passenger),
                seat: seat ? m.journeys_seat({ seat }) : cabin,
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
