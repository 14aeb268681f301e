import { type ClipboardEvent, type DragEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { canAddDocument } from '#domain/access.ts'
import { formOfText } from '#domain/bookings/read-file.ts'
import { dateOf } from '#domain/journeys/journey.ts'
import { listPersons } from '#domain/plan/people.ts'
import type { Stay } from '#domain/plan/stays.ts'
import type { Ticket } from '#domain/plan/tickets.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { useDocuments } from '#web/data/trips/use-documents.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { useBookingNames } from '#web/trip-core/bookings/booking-names.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { listedPeople, tripDates } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { listChoices } from '#web/trip-core/people/person-choices.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/check-box.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'
import { CodeCard, NEW_TICKET } from './code-card.tsx'
import { type Group, planDrafts } from './drafts.ts'
import { FailureCard } from './failure-card.tsx'
import { GroupCard } from './group-card.tsx'
import { canConfirm, confirmText, doneText, foundText, nameOfGroup, sourceName } from './import-words.ts'
import { MissedFiles } from './missed-files.tsx'
import type { Source } from './read-source.ts'
import { TravellerChoices } from './traveller-choices.tsx'
import { listTravellers, withChoices } from './travellers.ts'
import { useReading } from './use-reading.ts'
import { useWriting } from './use-writing.ts'
import { WaysIn } from './ways-in.tsx'

interface ImportDialogProps {
  trip: Trip
  /** While it is closed, it goes on reading. */
  isOpen: boolean
  /** All files that were dropped on the tab. */
  dropped: readonly File[]
  findDocuments: () => ReturnType<typeof useDocuments>
  /** Called when something was written. */
  onDone: (undo: Undo) => void
  /** What was read stays. */
  onClose: () => void
  onEnd: () => void
}

/** Reads mails, passes and codes, shows what they change, and writes it once somebody confirms. */
export function ImportDialog({ trip, isOpen, dropped, findDocuments, onDone, onClose, onEnd }: ImportDialogProps) {
  const { user } = useSession()
  const names = useBookingNames(trip)
  const { today, people, choices } = useTravellers(trip)
  const { departure_date } = useDerived(trip, tripDates)
  const tickets = useSection(trip.id, 'tickets')?.value
  // The tickets say the year of a pass, too.
  const firstFlight = (tickets ?? []).map(dateOf).find((date) => date !== '')
  const reading = useReading({ near: departure_date || firstFlight || today, people })
  const stays = useSection(trip.id, 'stays')?.value
  const documents = useDocuments(trip.id)
  const write = useWriting(trip, findDocuments)
  const isOnline = useIsOnline()
  const [persons, setPersons] = useState<ReadonlyMap<string, string>>(new Map())
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [codeTargets, setCodeTargets] = useState<ReadonlyMap<string, string>>(new Map())
  const [isKeeping, setIsKeeping] = useState(true)
  const [kept, setKept] = useState<ReadonlyMap<string, 'online' | 'offline'>>(new Map())
  const [text, setText] = useState('')
  const { items } = reading
  const isReading = items.some(({ read }) => read === undefined)

  const named = useMemo(() => items.flatMap(({ drafts }) => drafts), [items])
  const { groups } = useMemo(() => {
    const drafts = named.map((one) => withChoices(one, persons))
    return planDrafts(drafts, { tickets: tickets ?? [], stays: stays ?? [] }, names.nameInText)
  }, [named, persons, tickets, stays, names])
  const possible = groups.filter(canConfirm)
  // A removal among others is not what somebody expects of "Add all".
  const isChosen = (group: Group) =>
    possible.length === 1 || (chosen.get(group.id) ?? (canConfirm(group) && group.state !== 'cancelled'))
  const confirmed = possible.filter(isChosen)
  const codes = items.flatMap((item) => item.codes)
  const bookings = showableWith(groups, confirmed, [...(tickets ?? []), ...(stays ?? [])])
  /** A booking may have been unticked or removed since it was chosen. */
  const targetOf = (code: { id: string }) => {
    const target = codeTargets.get(code.id) ?? ''
    return target === NEW_TICKET || bookings.some(({ id }) => id === target) ? target : ''
  }
  const shownWith = codes.flatMap((code) => {
    const target = targetOf(code)
    return target === '' ? [] : [{ code, bookingId: target === NEW_TICKET ? '' : target }]
  })
  const used = new Set([
    ...confirmed
      .filter(({ state }) => state !== 'cancelled')
      .flatMap(({ drafts }) => drafts.map(({ sourceId }) => sourceId)),
    ...shownWith.map(({ code }) => code.sourceId),
  ])
  const mayKeep = documents?.editing && canAddDocument(user, trip)
  const files = new Map(
    items.flatMap(({ id, read }) => (mayKeep && read?.file && used.has(id) ? [[id, read.file] as const] : [])),
  )

  const add = async (sources: readonly Source[]) => {
    const done = await reading.add(sources)
    return done.every(({ read }) => read !== undefined && read.failure === undefined)
  }

  const readDropped = useEffectEvent((files: readonly File[]) => void reading.add(files))
  const readCount = useRef(0)
  useEffect(() => {
    const files = dropped.slice(readCount.current)
    readCount.current = dropped.length
    if (files.length > 0) readDropped(files)
  }, [dropped])

  function confirm() {
    if (!write) return
    const written = write({
      drafts: confirmed.flatMap(({ drafts }) => drafts),
      codes: shownWith,
      files: isKeeping ? files : new Map(),
    })
    onDone({ text: doneText(written.groups, shownWith.length), undo: written.undo })
    onEnd()
  }

  function keep(itemId: string, file: File) {
    setKept((all) => new Map(all).set(itemId, isOnline ? 'online' : 'offline'))
    void documents?.editing?.keep(file)
  }

  const hasRead = items.length > 0 && !isReading
  const label = confirmText({
    groups: confirmed,
    codes: shownWith.length,
    isPart: confirmed.length + shownWith.length < possible.length + codes.length,
  })
  const canAdd = confirmed.length + shownWith.length > 0
  const footer = items.length > 0 && (
    <div className="flex justify-end gap-3">
      {isReading || canAdd ? (
        // At the other side, where it stays when the button that adds appears.
        <Button variant="quiet" className="mr-auto" onClick={onEnd}>
          {m.common_cancel()}
        </Button>
      ) : (
        <Button variant="quiet" onClick={onEnd}>
          {m.common_done()}
        </Button>
      )}
      {hasRead && canAdd && (
        <Button disabled={!write} onClick={confirm}>
          {label}
        </Button>
      )}
    </div>
  )

  return (
    <div className="contents" {...pasteAndDrop((sources) => void add(sources))}>
      <Modal
        open={isOpen}
        onClose={onClose}
        title={m.imports_title()}
        description={m.imports_what()}
        closeLabel={m.common_close()}
        footer={footer}
      >
        <div className="grid grid-cols-1 gap-5">
          <WaysIn isReading={isReading} text={text} setText={setText} onSources={add} />
          {items.length > 0 && (
            <section aria-label={m.imports_results()} className="grid grid-cols-1 gap-3">
              <p role="status" className="sr-only">
                {hasRead && foundText(groups, codes.length)}
              </p>
              {items.map((item) =>
                item.read === undefined ? (
                  <Loading
                    key={item.id}
                    text={m.imports_reading({ name: sourceName(item.source) })}
                    className="justify-start! p-2! wrap-anywhere"
                  />
                ) : (
                  <MissedFiles key={item.id} names={item.read.missed} />
                ),
              )}
              {items.map((item) => (
                <FailureCard
                  key={item.id}
                  item={item}
                  keep={mayKeep ? (file) => keep(item.id, file) : undefined}
                  kept={kept.get(item.id)}
                  onAgain={() => reading.again(item)}
                  onDismiss={() => reading.dismiss(item.id)}
                />
              ))}
              {groups.map((group) => (
                <GroupCard
                  key={group.id}
                  group={group}
                  names={names}
                  choice={
                    canConfirm(group) && possible.length > 1
                      ? {
                          isChosen: isChosen(group),
                          onChange: (next) => setChosen((all) => new Map(all).set(group.id, next)),
                        }
                      : undefined
                  }
                />
              ))}
              <TravellerChoices
                travellers={listTravellers(groups, named)}
                people={choices}
                nameOf={names.nameOf}
                onChoose={(name, personId) => setPersons((all) => new Map(all).set(name, personId))}
              />
              {codes.map((code) => (
                <CodeCard
                  key={code.id}
                  text={code.text}
                  bookings={bookings}
                  value={targetOf(code)}
                  onChange={(value) => setCodeTargets((all) => new Map(all).set(code.id, value))}
                />
              ))}
              {files.size > 0 && (
                <div>
                  <CheckBox checked={isKeeping} isStruck={false} onChange={setIsKeeping}>
                    {m.imports_keep({ count: files.size })}
                  </CheckBox>
                  {isKeeping && !isOnline && <p className="text-sm text-muted">{m.imports_keep_offline()}</p>}
                </div>
              )}
            </section>
          )}
        </div>
      </Modal>
    </div>
  )
}

/** The bookings that a code can be added to: those that are in the plan once the confirmed ones are written. */
function showableWith(groups: readonly Group[], confirmed: readonly Group[], plan: readonly (Ticket | Stay)[]) {
  const added = groups.filter((group) =>
    confirmed.includes(group) ? group.state !== 'cancelled' : group.state === 'same',
  )
  const isListed = ({ id }: Ticket | Stay) => [...added, ...confirmed].some((group) => group.id === id)
  const others = plan.flatMap((entry) => {
    const name = 'title' in entry ? entry.title : entry.name
    return name.trim() === '' || isListed(entry) ? [] : [{ id: entry.id, name }]
  })
  return [...added.map((group) => ({ id: group.id, name: nameOfGroup(group) })), ...others]
}

/** Those who may be passengers, by their real names to find them, and as they are chosen. */
function useTravellers(trip: Trip) {
  const { date } = useTripClock(trip.id)
  const { me, nameInText } = useBookingNames(trip)
  const parties = useDerived(trip, listedPeople)
  return useMemo(() => {
    const ids = new Set([me, ...listPersons(parties).map(({ id }) => id)].filter(Boolean))
    return {
      today: date,
      people: [...ids].map((id) => ({ id, name: nameInText({ id: '', person_id: id, name: '' }) })),
      choices: listChoices(parties, me),
    }
  }, [date, me, nameInText, parties])
}

/** Takes what is pasted or dropped anywhere in the dialog, but leaves a text to the field that it is pasted in. */
function pasteAndDrop(onSources: (sources: readonly Source[]) => void) {
  return {
    onPaste: (event: ClipboardEvent) => {
      const { clipboardData, target } = event
      const sources = sourcesIn(clipboardData)
      const isField =
        target instanceof HTMLElement && target.matches('textarea, input:not([type=file], [type=checkbox])')
      if (sources.length === 0 || (isField && typeof sources[0] === 'string')) return
      event.preventDefault()
      onSources(sources)
    },
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      // The field for files has taken them.
      if (event.isDefaultPrevented()) return
      event.preventDefault()
      onSources(sourcesIn(event.dataTransfer))
    },
  }
}

function sourcesIn(data: DataTransfer): Source[] {
  const files = [...data.files]
  if (files.length > 0) return files
  const [plain, html] = [data.getData('text/plain'), data.getData('text/html')]
  // What is copied from a web page has its marks only as HTML. A source is plain text, which an editor may colour.
  const isSource = /^\s*[\w-]+: /.test(plain) || formOfText(plain) !== 'mail'
  const text = html !== '' && !isSource ? html : plain
  return text.trim() === '' ? [] : [text]
}
