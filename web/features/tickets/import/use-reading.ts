import { useEffect, useRef, useState } from 'react'
import { entryOfBooking } from '#domain/bookings/booking-entry.ts'
import type { ReadBooking } from '#domain/bookings/read-booking.ts'
import type { LocalDate } from '#domain/local-date.ts'
import type { Airports } from '#domain/places/airports.ts'
import { MAX_CODE_TEXT } from '#domain/plan/booking.ts'
import { withoutUnstorable } from '#domain/text.ts'
import { newId } from '#web/data/new-id.ts'
import { loadAirports } from '#web/data/places/airports.ts'
import type { CodeDraft } from './drafts.ts'
import { type ReadSource, readSource, type Source } from './read-source.ts'
import type { NamedDraft } from './travellers.ts'

/** A file, text or code, and what was read from it. */
export interface ReadItem {
  id: string
  source: Source
  /** Undefined while it is being read. */
  read: ReadSource | undefined
  drafts: readonly NamedDraft[]
  codes: readonly CodeDraft[]
}

interface Context {
  near: LocalDate
  people: readonly { id: string; name: string }[]
}

/** What was read in this dialog, in the order in which it was added. */
export function useReading(context: Context) {
  const [items, setItems] = useState<readonly ReadItem[]>([])
  const isGone = useRef(false)
  const queue = useRef(Promise.resolve())
  const latest = useRef(context)
  useEffect(() => {
    latest.current = context
  })
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  async function readItem({ id, source }: Pick<ReadItem, 'id' | 'source'>): Promise<ReadItem> {
    const { near, people } = latest.current
    // Without them, zones stay open.
    const [read, airports] = await Promise.all([readSource(source, { near }), loadAirports().catch(() => undefined)])
    const drafts = read.bookings.map((booking) => draftOf(booking, id, { airports, people }))
    const codes = read.codes.filter(isStorable).map((code) => ({ ...code, id: newId(), sourceId: id }))
    return { id, source, read, drafts, codes }
  }

  /** Reads these one after the other: pictures take much memory. */
  function add(sources: readonly Source[]): Promise<ReadItem[]> {
    const added = sources.map((source): ReadItem => ({ id: newId(), source, read: undefined, drafts: [], codes: [] }))
    setItems((others) => [...others, ...added])
    return Promise.all(added.map(readNext))
  }

  function readNext(item: ReadItem): Promise<ReadItem> {
    const reading = queue.current.then(async () => {
      if (isGone.current) return item
      const done = await readItem(item)
      if (!isGone.current) setItems((all) => all.map((one) => (one.id === item.id ? done : one)))
      return done
    })
    queue.current = reading.then(() => {})
    return reading
  }

  return {
    items,
    add,
    again: (item: ReadItem) => {
      setItems((all) => all.map((one) => (one.id === item.id ? { ...one, read: undefined } : one)))
      void readNext(item)
    },
    dismiss: (id: string) => setItems((all) => all.filter((one) => one.id !== id)),
  }
}

interface DraftContext {
  airports: Airports | undefined
  people: Context['people']
}

function draftOf(booking: ReadBooking, sourceId: string, { airports, people }: DraftContext): NamedDraft {
  const read = entryOfBooking(booking, { newId, airports, people })
  return { draft: { id: newId(), sourceId, isCancelled: booking.isCancelled, read }, names: booking.passengers }
}

const isStorable = ({ text }: { text: string }) =>
  text.length > 0 && text.length <= MAX_CODE_TEXT && withoutUnstorable(text) === text
