import { useState } from 'react'
import type { Rider } from '#domain/seats/assign-seats.ts'
import { assignFreeSeats } from '#domain/seats/propose-seats.ts'
import * as m from '#messages'
import { showIfLinked } from '#web/trip-core/linked-entry.ts'
import { useIsWide } from '#web/trip-core/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import type { Host, SeatView } from './seat-view.ts'

/** Longer lists are closed at first: the cars are below. */
const MAX_OPEN = 5
/** Beside the own car on a wide screen, where a closed list would leave the room empty. */
const MAX_OPEN_BESIDE = 8
/** A longer list is as high as two cars. */
const MIN_TALL = 4
const row = 'flex min-h-11 max-w-none flex-wrap items-center gap-x-2 border-b border-line/60 py-1.5 last:border-b-0'

/**
 * Who has no seat yet, each with a button that gives them the one that suits them. If there are two columns, it can be
 * beside the own car or bed.
 */
export function WithoutSeat({ id, view, isBeside }: { id: string; view: SeatView; isBeside: boolean }) {
  const { without, words, hosts, me, canSeat, seatAll, riderOf } = view
  const isWide = useIsWide()
  const [isLinked] = useState(() => location.hash === `#${id}`)
  const free = hosts.map((host) => ({
    ...host,
    hasWarning: host.warnings.length > 0,
    suits: (rider: Rider) => host.awayText(rider.id) === '',
  }))
  const isFull = hosts.some(({ isClosed }) => !isClosed) && hosts.every((host) => host.free === 0)
  const assigned = assignFreeSeats(without, free, riderOf)
  const seats = without.map((personId) => hosts.find((host) => host.id === assigned.get(personId)))
  const places = without.flatMap((personId, index) => {
    const host = seats[index]
    return host && canSeat(personId) ? [{ personId, host }] : []
  })
  return (
    <div
      id={id}
      ref={showIfLinked}
      tabIndex={-1}
      className={`col-span-full scroll-mt-20 ${isBeside ? '@[36rem]:col-[2/-1]' : ''} ${isBeside && without.length > MIN_TALL ? '@[36rem]:has-[[aria-expanded=true]]:row-span-2' : ''}`}
    >
      <Disclosure
        title={words.without({ count: without.length })}
        level={3}
        defaultOpen={isLinked || without.length <= (isBeside && isWide ? MAX_OPEN_BESIDE : MAX_OPEN)}
      >
        {isFull && <p className="pb-2 text-sm text-muted">{words.allTaken}</p>}
        {places.length > 1 && (
          <Button variant="quiet" className="mb-2 w-full text-sm sm:w-auto" onClick={() => seatAll(places)}>
            {words.seatAll}
          </Button>
        )}
        <ul className="grid">
          {ownFirst(without, me).map((personId) => (
            <li key={personId} className={row}>
              <WithoutRow personId={personId} next={seats[without.indexOf(personId)]} view={view} />
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}

const ownFirst = (ids: readonly string[], me: string) =>
  ids.toSorted((one, other) => Number(other === me) - Number(one === me))

interface WithoutRowProps {
  personId: string
  /** Where they can get a seat. */
  next: Host | undefined
  view: SeatView
}

function WithoutRow({ personId, next, view }: WithoutRowProps) {
  const { nameOf, noteOn, whyWithout, canSeat, hosts, words, seat, excuse } = view
  const awaited = hosts.find(({ waiting }) => waiting.includes(personId))
  const notes = [
    noteOn(personId),
    awaited ? m.rides_without_waiting({ host: awaited.named }) : '',
    whyWithout(personId),
  ].filter(Boolean)
  const name = nameOf(personId)
  return (
    <>
      <span className="min-w-0 grow basis-40 wrap-anywhere">
        {name}
        {notes.length > 0 && <span className="text-sm text-muted"> · {notes.join(' · ')}</span>}
        {next && canSeat(personId) && (
          <span className="block text-sm text-muted">{words.freeIn({ name: next.named })}</span>
        )}
      </span>
      {canSeat(personId) && (
        <span className="flex min-w-0 flex-wrap items-center">
          {next && (
            <Button
              variant="quiet"
              className="text-sm"
              aria-label={m.rides_act_label({ act: words.seat({ name: next.named }), name })}
              onClick={() => seat(personId, next)}
            >
              {words.seatShort}
            </Button>
          )}
          <button
            type="button"
            aria-label={m.rides_act_label({ act: words.excuse, name })}
            className="touch px-2 text-sm text-action underline underline-offset-4"
            onClick={() => excuse(personId)}
          >
            {words.excuse}
          </button>
        </span>
      )}
    </>
  )
}
