import { ArrowDownUp, Hourglass, Plus } from 'lucide-react'
import { useId, useRef } from 'react'
import {
  inOrder,
  isInOrder,
  segmentAfter,
  withoutSegment,
  withSegmentAgain,
  withSegmentChange,
} from '#domain/journeys/edit-journey.ts'
import { journeyOf } from '#domain/journeys/journey.ts'
import { connectionWarning, durationText, legTitle, waitText } from '#domain/journeys/journey-words.ts'
import type { Segment } from '#domain/plan/booking.ts'
import type { Ticket } from '#domain/plan/tickets.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { useFocusOnAdded } from '#web/trip-core/editing/use-focus-on-added.ts'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'
import { Warning } from './card/warning.tsx'
import { SegmentFields } from './journey-fields-segment.tsx'

interface JourneyFieldsProps {
  trip: Trip
  ticket: Ticket
  onChange: (change: (ticket: Ticket) => Ticket) => void
  offerUndo: (undo: Undo) => void
}

/** The parts of a journey, in the order in which people travel them, with the waits between them. */
export function JourneyFields({ trip, ticket, onChange, offerUndo }: JourneyFieldsProps) {
  const root = useRef<HTMLFieldSetElement>(null)
  const focusOn = useFocusOnAdded(root)
  const heading = useId()
  const { segments, type } = ticket
  const { legs, connections, minutes } = journeyOf(ticket)
  const isOneWay = connections.every(({ isStopover }) => !isStopover)

  function add() {
    const id = newId()
    onChange((now) => ({ ...now, segments: [...now.segments, segmentAfter(now.segments, id)] }))
    // Its number goes on after the carrier.
    focusOn(id, 'end')
  }

  function remove(segment: Segment, name: string) {
    onChange((now) => withoutSegment(now, segment.id))
    offerUndo({
      text: m.common_removed({ name }),
      undo: () => onChange((now) => withSegmentAgain(now, ticket, segment.id)),
    })
  }

  const change = (segmentId: string, changes: Partial<Segment>) =>
    onChange((now) => ({ ...now, segments: [...withSegmentChange(now.segments, segmentId, changes)] }))

  return (
    <fieldset ref={root} aria-labelledby={heading} className="grid min-w-0 grid-cols-1 gap-3 border-t border-line pt-3">
      <h3 id={heading} className="text-base">
        {m.tickets_journey()}
      </h3>
      <ol className="grid grid-cols-1 gap-3 empty:hidden">
        {legs.map((leg, index) => {
          const { segment } = leg
          const [connection, next] = [connections[index], legs[index + 1]]
          const part = m.tickets_segment({ type, number: index + 1 })
          const title = legTitle(segment)
          return (
            <li key={segment.id} className="grid max-w-none min-w-0 grid-cols-1 gap-3">
              <SegmentFields
                trip={trip}
                type={type}
                leg={leg}
                part={part}
                label={title ? m.tickets_segment_label({ part, title }) : part}
                onChange={(changes) => change(segment.id, changes)}
                onRemove={() => remove(segment, title || part)}
              />
              {connection && next && (
                <Between wait={waitText(connection)} warning={connectionWarning(connection, next, leg)} />
              )}
            </li>
          )
        })}
      </ol>
      {legs.length > 1 && isOneWay && minutes !== undefined && (
        <p className="text-sm font-semibold">{m.tickets_journey_all({ time: durationText(minutes) })}</p>
      )}
      {!isInOrder(segments) && (
        <div className="flex flex-wrap items-center gap-x-3">
          <Warning text={m.tickets_order_wrong()} />
          <TextButton
            className="mx-0"
            onClick={() => {
              onChange((now) => ({ ...now, segments: inOrder(now.segments) }))
            }}
          >
            <ArrowDownUp aria-hidden="true" className="size-4 shrink-0" />
            {m.tickets_order()}
          </TextButton>
        </div>
      )}
      <Button variant="quiet" className="justify-self-start" onClick={add}>
        <Plus aria-hidden="true" className="size-5" />
        {m.tickets_segment_add({ type })}
      </Button>
    </fieldset>
  )
}

/** The wait between two parts, and what is wrong with it. */
function Between({ wait, warning }: { wait: string; warning: string }) {
  return (
    <div role="status" className="grid grid-cols-1 gap-1 px-3 empty:hidden">
      {wait && (
        <p className="flex items-start gap-2 text-sm">
          <Hourglass aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="min-w-0 wrap-anywhere">{wait}</span>
        </p>
      )}
      {warning && <Warning text={warning} />}
    </div>
  )
}
