import { Link } from 'wouter'
import { withRider } from '#domain/seats/cars.ts'
import { proposeSeats } from '#domain/seats/propose-seats.ts'
import * as m from '#messages'
import { useSection } from '#web/data/trips/use-section.ts'
import { OwnRow } from '#web/trip-core/line-rows.tsx'
import { isOneParty, type OpenRow } from '#web/trip-core/open.ts'
import { Button } from '#web/ui/button.tsx'

/** Who of a single party has no seat yet, with a button that gives all of them one. */
export const SeatRow: OpenRow = ({ line, plan, onSettled }) => {
  const rides = useSection(plan.view.trip.id, 'rides')
  const seats = rides?.edit && isOneParty(plan) ? proposeSeats(rides.value, plan) : new Map<string, string>()
  if (seats.size === 0) return <OwnRow line={line} />
  const seat = () => {
    const undo = rides?.edit?.(
      (value) => [...seats].reduce((seated, [personId, car]) => withRider(seated, personId, car), value),
      'at-once',
    )
    if (undo) onSettled({ text: m.rides_seated_all({ count: seats.size }), undo })
  }
  const Icon = line.icon
  return (
    <li className="flex max-w-none flex-wrap items-center gap-x-2">
      <Link
        href={line.href}
        className="touch -ml-2 flex min-w-0 grow basis-40 items-center gap-3 rounded-md px-2 py-1.5 leading-snug hover:bg-action-soft"
      >
        <Icon aria-hidden="true" className="size-5.5 shrink-0 text-accent" />
        <span className="min-w-0 wrap-anywhere">{line.text}</span>
      </Link>
      <Button variant="quiet" className="shrink-0 text-sm" onClick={seat}>
        {m.open_line_rides_seat()}
      </Button>
    </li>
  )
}
