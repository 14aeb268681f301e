import { Link } from 'wouter'
import { legTitle, momentDate, momentText } from '#domain/journeys/journey-words.ts'
import { type WhoFlies, whoFlies } from '#domain/journeys/who-flies.ts'
import { listText } from '#domain/list-text.ts'
import { trimmed } from '#domain/text.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { linkedTickets } from '#web/trip-core/derived/bookings.ts'
import { derive } from '#web/trip-core/derived/derive.ts'
import { listedPeople, namesInPlan, needsMembersIn } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { Panel } from '#web/ui/panel.tsx'

const flights = derive([linkedTickets, listedPeople], ([tickets, people]): WhoFlies => whoFlies(tickets, people))
const needsMembers = needsMembersIn('tickets')

/** Who takes which part of the journey, and who has no ticket yet. Nothing as long as no ticket names anybody. */
export function Flights({ trip }: { trip: Trip }) {
  const { legs, without } = useDerived(trip, flights)
  const nameOf = useDerived(trip, namesInPlan, needsMembers)
  if (legs.length === 0) return null
  const what = legs.every(({ ticket }) => ticket.type === 'flight') ? 'flights' : 'journeys'
  return (
    <Panel className="max-sm:p-4" title={m.legs_who({ what })}>
      <ul className="-my-2 grid grid-cols-1">
        {legs.map(({ ticket, leg, passengers }) => (
          <li key={leg.segment.id} className="max-w-none border-line not-first:border-t">
            <Link
              href={`/trip/${trip.id}?tab=tickets#${ticket.id}`}
              className="touch -mx-2 grid gap-x-4 rounded-md px-2 py-2 hover:bg-action-soft sm:grid-cols-2"
            >
              <span className="min-w-0 wrap-anywhere">
                <span className="block leading-snug font-semibold">{legTitle(leg.segment) || m.today_ticket()}</span>
                <span className="block text-sm text-muted">
                  {[momentDate(leg.departs), momentText(leg.departs)].filter(Boolean).join(', ')}
                </span>
              </span>
              <span className="min-w-0 leading-snug wrap-anywhere">
                {listText(passengers.map(({ person_id, name }) => (person_id ? nameOf(person_id) : trimmed(name))))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {without.length > 0 && (
        <p className="mt-3 border-t border-line pt-3 wrap-anywhere">
          {m.legs_none_yet({ what, people: listText(without.map(nameOf)) })}
        </p>
      )}
    </Panel>
  )
}
