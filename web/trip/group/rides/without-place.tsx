import { X } from 'lucide-react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type Host, type PlaceView, whoIs } from './place-view.ts'

/** Longer lists are closed at first: the cars are below. */
const MAX_OPEN = 5

/** Who has no place yet, each with a button that gives them the next free one. */
export function WithoutPlace({ view }: { view: PlaceView }) {
  const { without, words, hosts } = view
  if (without.length === 0) return null
  const next = findNext(hosts)
  return (
    <Disclosure title={words.without({ count: without.length })} level={3} defaultOpen={without.length <= MAX_OPEN}>
      {!next && hosts.length > 0 && <p className="pb-2 text-sm text-muted">{words.allTaken}</p>}
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {without.map((id) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-2">
            <WithoutRow personId={id} view={view} />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** The first with a free place; if possible one with which nothing is wrong. */
function findNext(hosts: readonly Host[]): Host | undefined {
  const open = hosts.filter(({ free }) => free > 0)
  return open.find(({ warnings }) => warnings.length === 0) ?? open[0]
}

function WithoutRow({ personId, view }: { personId: string; view: PlaceView }) {
  const { nameOf, noteOn, canPlace, hosts, words, seat, excuse } = view
  const awaited = hosts.find(({ waiting }) => waiting.includes(personId))
  const notes = [noteOn(personId), awaited ? m.rides_without_waiting({ host: awaited.named }) : ''].filter(Boolean)
  const next = findNext(hosts)
  const name = nameOf(personId)
  const needsNone = words.markNeedsNone(whoIs(personId, view))
  return (
    <>
      <span className="min-w-0 grow wrap-anywhere">
        {name}
        {notes.length > 0 && <span className="text-sm text-muted"> · {notes.join(' · ')}</span>}
      </span>
      {canPlace(personId) && (
        <span className="flex items-center">
          {next && (
            <Button
              variant="quiet"
              className="text-sm"
              aria-label={m.rides_act_label({ act: words.seat({ name: next.named }), name })}
              onClick={() => seat(personId, next)}
            >
              {words.seat({ name: next.named })}
            </Button>
          )}
          <IconButton icon={X} label={needsNone} title={needsNone} onClick={() => excuse(personId)} />
        </span>
      )}
    </>
  )
}
