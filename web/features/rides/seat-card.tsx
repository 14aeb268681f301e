import { Pencil, TriangleAlert } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listText } from '#domain/list-text.ts'
import * as m from '#messages'
import { showIfLinked } from '#web/trip-core/linked-entry.ts'
import { whoIs } from '#web/trip-core/people/names.ts'
import { PlaceLink } from '#web/trip-core/places/place-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChooseDialog } from './lazy-dialogs.ts'
import { canChoose, findHostOf, type Host, listInside, queueOf, type SeatView } from './seat-view.ts'

/** More seats are shown only as a number. */
const MAX_DOTS = 12

/** A car or a bed: who has a seat in it, who waits, and the buttons to take one. */
export function SeatCard({ host, view }: { host: Host; view: SeatView }) {
  const { title, facts, warnings, edit, waiting, away, isClosed } = host
  const { words, nameOf, isLost, isOver } = view
  return (
    <Card
      ref={showIfLinked}
      id={host.id}
      tabIndex={-1}
      role="group"
      aria-label={title}
      className="flex flex-col gap-3 p-4"
    >
      <header className="flex flex-wrap items-start gap-x-2">
        <div className="min-w-0 grow basis-30">
          <h3 className="text-lg wrap-anywhere max-[22.5rem]:text-base">{title}</h3>
          {[...new Set(facts)].map((fact) => (
            <p key={fact} className="text-sm text-muted wrap-anywhere">
              {fact}
            </p>
          ))}
          <PlaceLink placeId={host.placeId} />
        </div>
        {!isOver && (
          <p className={`sign shrink-0 tabular-nums ${host.free > 0 ? 'text-xl text-action' : 'text-base text-muted'}`}>
            {isClosed ? words.closed : words.free(host)}
          </p>
        )}
        {edit && (
          <IconButton
            icon={Pencil}
            label={words.edit({ name: host.named })}
            title={m.common_edit()}
            className="-mt-1.5 -mr-2"
            onClick={edit}
          />
        )}
      </header>
      {!isOver && !isClosed && <Places host={host} view={view} />}
      {warnings.map((warning) => (
        <Warning key={warning} text={warning} />
      ))}
      {!isOver && <Stranded host={host} view={view} />}
      <Occupants host={host} view={view} />
      {!isOver &&
        away.map((id) => <Warning key={id} text={words.away({ ...whoIs(id, view), when: host.awayText(id) })} />)}
      {waiting.map((id) => isLost(host.id, id) && <Warning key={id} text={words.lost(whoIs(id, view))} />)}
      {waiting.length > 0 && (
        <p className="text-sm">{m.rides_waiting({ count: waiting.length, people: listText(waiting.map(nameOf)) })}</p>
      )}
      {/* Once others have the place, it is not open. */}
      {!isOver &&
        host.free > 0 &&
        host.notComing.map((id) => (
          <p key={id} className="text-sm text-muted">
            {words.open(whoIs(id, view))}
          </p>
        ))}
      <Actions host={host} view={view} />
    </Card>
  )
}

function Warning({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-1.5 text-sm text-warn">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  )
}

/** Who has no seat in it for now. */
function Stranded({ host: { stranded }, view: { me, nameOf } }: { host: Host; view: SeatView }) {
  const others = stranded.filter((id) => id !== me)
  return (
    <>
      {stranded.includes(me) && <p className="text-sm font-semibold">{m.rides_stranded_me()}</p>}
      {others.length > 0 && (
        <p className="text-sm">{m.rides_stranded({ count: others.length, people: listText(others.map(nameOf)) })}</p>
      )}
    </>
  )
}

/** How many seats are taken: as dots, and in words. */
function Places({ host: { places, free }, view: { words } }: { host: Host; view: SeatView }) {
  const taken = places - free
  const dots = Array.from({ length: places }, (_, index) => index < taken)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {places <= MAX_DOTS && (
        <span aria-hidden="true" className="flex gap-1">
          {dots.map((isTaken, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a dot is only its place
              key={index}
              className={`size-3.5 rounded-full border-2 border-action ${isTaken ? 'bg-action' : ''}`}
            />
          ))}
        </span>
      )}
      <span className="text-sm tabular-nums">{words.taken({ taken, places })}</span>
    </div>
  )
}

function Occupants({ host, view }: { host: Host; view: SeatView }) {
  const { driver } = host
  const { nameOf, words, isOver } = view
  const inside = listInside(host, isOver)
  if (driver === undefined && inside.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-base [overflow-wrap:anywhere]">
      {driver !== undefined && (
        <li className="basis-full">
          {words.drives(whoIs(driver, view))}
          <Note {...{ host, view }} personId={driver} />
        </li>
      )}
      {inside.map((id) => (
        <li key={id}>
          {nameOf(id)}
          <Note {...{ host, view }} personId={id} />
        </li>
      ))}
    </ul>
  )
}

/** When somebody is there, as a warning if that does not suit the car. */
function Note({ host, view: { noteOn }, personId }: { host: Host; view: SeatView; personId: string }) {
  const away = host.awayText(personId)
  const note = away || noteOn(personId)
  return note && <span className={`text-sm ${away ? 'text-warn' : 'text-muted'}`}> · {note}</span>
}

function Actions({ host, view }: { host: Host; view: SeatView }) {
  const { words, isOver } = view
  const [isChoosing, setIsChoosing] = useState(false)
  // After the trip, one quiet button corrects who was in it.
  const [choose, look] =
    host.free > 0 && !isOver
      ? [words.choose, 'sign rounded-md border border-edge bg-surface px-4 leading-tight hover:bg-action-soft']
      : [words.change, 'text-sm underline underline-offset-4']
  return (
    <div className="mt-auto flex flex-wrap gap-2 empty:hidden">
      {!isOver && <OwnAction host={host} view={view} />}
      {canChoose(host, view) && (
        // One button for both, so that it keeps the focus.
        <button
          type="button"
          aria-label={m.rides_act_label({ act: choose, name: host.title })}
          className={`touch text-action transition-colors ${look}`}
          onClick={() => setIsChoosing(true)}
        >
          {choose}
        </button>
      )}
      <Suspense>{isChoosing && <ChooseDialog host={host} view={view} onClose={() => setIsChoosing(false)} />}</Suspense>
    </div>
  )
}

/** What the current user can do about their own seat. The button stays, so that it keeps the focus. */
function OwnAction({ host, view }: { host: Host; view: SeatView }) {
  const own = findOwnAction(host, view)
  const position = host.waiting.indexOf(view.me) + 1
  if (!own) return null
  return (
    <>
      {position > 0 && <p className="w-full text-sm">{m.rides_waiting_me({ position })}</p>}
      <Button
        variant={own.isMain ? 'primary' : 'quiet'}
        aria-label={m.rides_act_label({ act: own.label, name: host.title })}
        onClick={own.act}
      >
        {own.label}
      </Button>
    </>
  )
}

function findOwnAction(host: Host, { words, me, canTake, hosts, seat, giveUp }: SeatView) {
  const leave = () => giveUp(me, host)
  const take = () => seat(me, host)
  if (host.waiting.includes(me)) return { label: m.rides_leave_waiting(), act: leave }
  if (queueOf(host).includes(me)) return { label: words.giveUp, act: leave }
  if (!canTake || host.isClosed || host.awayText(me) !== '') return undefined
  const other = findHostOf(hosts, me)
  // Waiting here would give up the seat there.
  if (host.free === 0) return other?.inside.includes(me) ? undefined : { label: m.rides_join_waiting(), act: take }
  if (other?.inside.includes(me) || other?.waiting.includes(me)) return { label: words.move, act: take }
  return { label: words.take, act: take, isMain: true }
}
