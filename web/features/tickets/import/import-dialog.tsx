import { type ClipboardEvent, type DragEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { canAddDocument } from '#domain/access.ts'
import { formOfText } from '#domain/bookings/read-file.ts'
import { listPersons } from '#domain/plan/people.ts'
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
import { canConfirm, confirmText, doneText, nameOfGroup, sourceName } from './import-words.ts'
import { MissedFiles } from './missed-files.tsx'
import type { Source } from './read-source.ts'
import { TravellerChoices } from './traveller-choices.tsx'
import { listTravellers, withChoices } from './travellers.ts'
import { useReading } from './use-reading.ts'
import { useWriting } from './use-writing.ts'
import { WaysIn } from './ways-in.tsx'

interface ImportDialogProps {
  trip: Trip
  /** Files that were dropped before it opened. */
  dropped: readonly File[]
  /** Called when something was written. */
  onDone: (undo: Undo) => void
  onClose: () => void
}

/** Reads mails, passes and codes, shows what they change, and writes it once somebody confirms. */
export function ImportDialog({ trip, dropped, onDone, onClose }: ImportDialogProps) {
  const { user } = useSession()
  const names = useBookingNames(trip)
  const { today, people, choices } = useTravellers(trip)
  const { departure_date } = useDerived(trip, tripDates)
  const reading = useReading({ near: departure_date || today, people })
  const tickets = useSection(trip.id, 'tickets')?.value
  const stays = useSection(trip.id, 'stays')?.value
  const documents = useDocuments(trip.id)
  const write = useWriting(trip)
  const isOnline = useIsOnline()
  const [persons, setPersons] = useState<ReadonlyMap<string, string>>(new Map())
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [codeTargets, setCodeTargets] = useState<ReadonlyMap<string, string>>(new Map())
  const [isKeeping, setIsKeeping] = useState(true)
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
  const shownWith = codes.flatMap((code) => {
    const target = codeTargets.get(code.id) ?? ''
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

  const readDropped = useEffectEvent(() => void reading.add(dropped))
  const hasReadDropped = useRef(false)
  useEffect(() => {
    if (hasReadDropped.current) return
    hasReadDropped.current = true
    readDropped()
  }, [])

  function confirm() {
    if (!write) return
    const written = write({
      drafts: confirmed.flatMap(({ drafts }) => drafts),
      codes: shownWith,
      files: isKeeping ? files : new Map(),
    })
    onDone({ text: doneText(written.groups, shownWith.length), undo: written.undo })
    onClose()
  }

  const hasRead = items.length > 0 && !isReading
  const label = confirmText({
    groups: confirmed,
    codes: shownWith.length,
    isPart: confirmed.length < possible.length,
  })
  const footer = hasRead && (
    <div className="flex justify-end gap-3">
      {confirmed.length + shownWith.length > 0 ? (
        <>
          <Button variant="quiet" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button disabled={!write} onClick={confirm}>
            {label}
          </Button>
        </>
      ) : (
        <Button variant="quiet" onClick={onClose}>
          {m.common_close()}
        </Button>
      )}
    </div>
  )
  const bookings = [...groups.filter(({ state }) => state === 'new' || state === 'changed' || state === 'same')]
  const others = [
    ...(tickets ?? []).map((entry) => ({ id: entry.id, name: entry.title })),
    ...(stays ?? []).map((entry) => ({ id: entry.id, name: entry.name })),
  ].filter(({ id, name }) => name.trim() !== '' && !bookings.some((group) => group.id === id))

  return (
    <div className="contents" {...pasteAndDrop((sources) => void add(sources))}>
      <Modal
        open
        onClose={onClose}
        title={m.imports_title()}
        description={m.imports_what()}
        closeLabel={m.common_close()}
        footer={footer}
      >
        <div className="grid grid-cols-1 gap-5">
          <WaysIn isReading={isReading} onSources={add} />
          {items.length > 0 && (
            <section aria-label={m.imports_results()} className="grid grid-cols-1 gap-3">
              <p role="status" className="sr-only">
                {hasRead && m.imports_found({ count: groups.length })}
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
                  keep={mayKeep ? (file) => void documents.editing?.keep(file) : undefined}
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
              {codes.map(({ id, text }) => (
                <CodeCard
                  key={id}
                  text={text}
                  bookings={[...bookings.map((group) => ({ id: group.id, name: nameOfGroup(group) })), ...others]}
                  value={codeTargets.get(id) ?? ''}
                  onChange={(value) => setCodeTargets((all) => new Map(all).set(id, value))}
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
