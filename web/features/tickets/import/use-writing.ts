import { detailsWithFlight } from '#domain/journeys/edit-journey.ts'
import type { BookingFile } from '#domain/plan/booking.ts'
import type { Stay } from '#domain/plan/stays.ts'
import { newTicket, type Ticket } from '#domain/plan/tickets.ts'
import type { Trip } from '#domain/trip.ts'
import type { DocumentEditing } from '#web/data/documents/document-store.ts'
import type { useDocuments } from '#web/data/trips/use-documents.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { type BookingNames, useBookingNames } from '#web/trip-core/bookings/booking-names.ts'
import { type CodeDraft, type Draft, type Group, ownerOf, planDrafts, withCode } from './drafts.ts'

/** What somebody has confirmed. */
export interface Confirmed {
  drafts: readonly Draft[]
  /** Codes that are no boarding passes, each with the booking that it is added to; '' for a new ticket. */
  codes: readonly { code: CodeDraft; bookingId: string }[]
  /** The files to keep, by the id of what was read from each. */
  files: ReadonlyMap<string, File>
}

export interface Written {
  groups: readonly Group[]
  undo: () => void
}

type Documents = ReturnType<typeof useDocuments>

/**
 * Writes what somebody has confirmed into the plan as it is then. Undefined for people who may not, and until the
 * sections are loaded.
 * @param findDocuments the documents as they are now: the undo comes after the dialog is gone
 */
export function useWriting(
  trip: Trip,
  findDocuments: () => Documents,
): ((confirmed: Confirmed) => Written) | undefined {
  const tickets = useSection(trip.id, 'tickets')
  const stays = useSection(trip.id, 'stays')
  const details = useSection(trip.id, 'details')
  const names = useBookingNames(trip)
  const [editTickets, editStays, editDetails] = [tickets?.edit, stays?.edit, details?.edit]
  if (!editTickets || !editStays) return undefined
  return (confirmed) => {
    const undos: (() => void)[] = []
    const groups: Group[] = []
    // A code whose booking somebody else has just removed gets a ticket of its own.
    const ids = new Set<string>()
    let { codes } = confirmed
    const codesOf = <One extends Ticket | Stay>(one: One) => {
      ids.add(one.id)
      return codes.reduce((with_, { code, bookingId }) => (bookingId === one.id ? withCode(with_, code) : with_), one)
    }
    const change = (is: 'ticket' | 'stay') => confirmed.drafts.filter(({ read }) => read.is === is)
    let [before, after]: [Ticket[], Ticket[]] = [[], []]
    undos.push(
      editStays((now) => {
        const planned = planDrafts(change('stay'), { tickets: [], stays: now }, names.nameInText)
        groups.push(...planned.groups)
        return planned.stays.map(codesOf)
      }, 'at-once'),
      editTickets((now) => {
        const planned = planDrafts(change('ticket'), { tickets: now, stays: [] }, names.nameInText)
        groups.push(...planned.groups)
        before = now
        const tickets = planned.tickets.map(codesOf)
        codes = codes.map((one) => (ids.has(one.bookingId) ? one : { ...one, bookingId: '' }))
        after = [...tickets, ...newTicketsOf(codes)]
        return after
      }, 'at-once'),
    )
    if (editDetails && trip.type === 'air_travel')
      undos.push(editDetails((now) => detailsWithFlight(now, before, after), 'at-once'))

    const attach = (is: 'ticket' | 'stay', id: string, file: BookingFile) => {
      const withFile = <One extends Ticket | Stay>(one: One): One =>
        one.id !== id || one.files.some((other) => other.id === file.id) ? one : { ...one, files: [...one.files, file] }
      return is === 'ticket'
        ? editTickets((now) => now.map(withFile), 'at-once')
        : editStays((now) => now.map(withFile), 'at-once')
    }
    const targets = targetsOf(codes, groups, names)
    const editing = findDocuments()?.editing
    const uploads = editing && keepFiles(confirmed.files, targets, { editing, findDocuments, attach })
    return {
      groups,
      undo: () => {
        uploads?.undo()
        for (const undo of undos.toReversed()) undo()
      },
    }
  }
}

/** Each code without a booking makes a ticket. The code's id is free for it: they are in different lists. */
const newTicketsOf = (codes: Confirmed['codes']): Ticket[] =>
  codes
    .filter(({ bookingId }) => bookingId === '')
    .map(({ code }) => withCode({ ...newTicket(code.id), type: 'attraction' as const }, code))

interface Target {
  is: 'ticket' | 'stay'
  id: string
  passengerId: string
}

/** The bookings that a file belongs to, by the id of what was read from it. */
function targetsOf(codes: Confirmed['codes'], groups: readonly Group[], names: BookingNames): Map<string, Target[]> {
  const targets = new Map<string, Target[]>()
  const addTarget = (sourceId: string, target: Target) =>
    targets.set(sourceId, [...(targets.get(sourceId) ?? []), target])
  for (const { is, id, state, entry, drafts } of groups) {
    if (state !== 'new' && state !== 'changed') continue
    for (const sourceId of new Set(drafts.map((draft) => draft.sourceId))) {
      const own = drafts.filter((draft) => draft.sourceId === sourceId)
      addTarget(sourceId, { is, id, passengerId: ownerOf(entry, own, names.nameInText) })
    }
  }
  for (const { code, bookingId } of codes) {
    const target = { id: bookingId || code.id, passengerId: '' }
    // Only one of the lists has an entry with this id.
    addTarget(code.sourceId, { is: 'ticket', ...target })
    if (bookingId !== '') addTarget(code.sourceId, { is: 'stay', ...target })
  }
  return targets
}

interface KeepContext {
  editing: DocumentEditing
  findDocuments: () => Documents
  attach: (is: 'ticket' | 'stay', id: string, file: BookingFile) => () => void
}

/**
 * Uploads the files and attaches them. Their documents have an id at once, so a file that is uploaded later, or in a
 * retry, is there with its booking. The undo removes the documents, except those that were there before.
 */
function keepFiles(
  files: Confirmed['files'],
  targets: ReadonlyMap<string, Target[]>,
  { editing, findDocuments, attach }: KeepContext,
) {
  const undos: (() => void)[] = []
  let isUndone = false
  const isThere = (id: string, { list, uploads }: NonNullable<Documents>) =>
    list.some((one) => one.id === id) || uploads.some((one) => one.id === id)
  const remove = (id: string) => {
    const upload = findDocuments()?.uploads.find((one) => one.id === id)
    editing.cancel(id)
    // One that is being sent may have arrived already.
    if (!upload || upload.state === 'sending') void editing.remove(id)
  }
  const keepAll = async () => {
    for (const [sourceId, file] of files) {
      const wanted = targets.get(sourceId) ?? []
      if (wanted.length === 0 || isUndone) continue
      const before = findDocuments()
      const id = await editing.keep(file)
      const isOwn = before !== undefined && !isThere(id, before)
      if (isUndone) {
        if (isOwn) remove(id)
        continue
      }
      if (isOwn) undos.push(() => remove(id))
      undos.push(...wanted.map((target) => attach(target.is, target.id, { id, passenger_id: target.passengerId })))
    }
  }
  void keepAll()
  return {
    undo: () => {
      isUndone = true
      for (const undo of undos.toReversed()) undo()
    },
  }
}
