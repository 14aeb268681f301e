import { useState } from 'react'
import { withAnswer } from '#domain/change-stay.ts'
import { equal } from '#domain/operations/json.ts'
import { findSharedDays } from '#domain/party-stay.ts'
import { newPerson, type Party, type Person } from '#domain/plan/people.ts'
import { trimmed } from '#domain/text.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { changeParty } from '#web/data/trips/parties.ts'
import type { Undo } from '#web/ui/undo-bar.tsx'
import type { PeopleEditing } from './use-people-list.ts'

/** What was entered for a new person, or for many at once. */
interface Adding {
  /** Whom they travel with; undefined for a party of their own. */
  partyId: string | undefined
  draft: Person
  /** What the draft started with. */
  blank: Person
  /** The names of many people, as typed. */
  text: string
  /** Whether it is about many people. The text stays while it is about one. */
  isMany: boolean
}

/** Adds people: to a party, or each as a party of their own. */
export function useAdding({ parties, change }: Pick<PeopleEditing, 'parties' | 'change'>, dates: TripDates) {
  /** Outlives its dialog, which may be closed by mistake. */
  const [adding, setAdding] = useState<Adding>()
  const [isOpen, setIsOpen] = useState(false)
  const [undo, setUndo] = useState<Undo>()

  /** Somebody new: on the days of the party that they join. */
  function startFor(partyId: string | undefined, name: string): Person {
    const party = parties.find(({ id }) => id === partyId)
    return { ...newPerson(newId(), name), ...(party && findSharedDays(party, dates)) }
  }

  function cancel() {
    setIsOpen(false)
    setAdding(undefined)
  }

  /** One edit, whatever their number. Returns what undoes it. */
  function insert(partyId: string | undefined, persons: readonly Person[]) {
    const undoAll = change((current) => withPersons(current, partyId, persons), false, partyId)
    cancel()
    return undoAll
  }

  return {
    opened: isOpen ? adding : undefined,
    /** Opens the dialog, with what was entered for the same party before it was closed. */
    start(partyId?: string) {
      const blank = startFor(partyId, '')
      const entered = adding?.partyId === partyId ? adding : undefined
      // An untouched draft would have the days that the party had when it was made.
      const drafts = entered && !equal(entered.draft, entered.blank) ? entered : { draft: blank, blank }
      setAdding({ text: '', isMany: false, ...entered, ...drafts, partyId })
      setIsOpen(true)
    },
    setDraft: (draft: Person) => setAdding((current) => current && { ...current, draft }),
    setNames: (names: Partial<Pick<Adding, 'text' | 'isMany'>>) =>
      setAdding((current) => current && { ...current, ...names }),
    add() {
      if (adding) insert(adding.partyId, [{ ...adding.draft, name: trimmed(adding.draft.name) }])
    },
    addAll(names: readonly string[]) {
      if (!adding) return
      const { coming } = adding.draft
      const undoAll = insert(
        adding.partyId,
        names.map((name) => withAnswer(startFor(adding.partyId, name), { coming }, dates.departure_date)),
      )
      if (undoAll) setUndo({ text: m.group_many_added({ count: names.length }), undo: undoAll })
    },
    cancel,
    close: () => setIsOpen(false),
    /** For the people who were added together. */
    undo,
    forget: () => setUndo(undefined),
  }
}

function withPersons(parties: Party[], partyId: string | undefined, persons: readonly Person[]): Party[] {
  if (partyId === undefined) return [...parties, ...persons.map((one) => ({ id: newId(), name: '', persons: [one] }))]
  return changeParty(parties, partyId, (party) => ({ ...party, persons: [...party.persons, ...persons] }))
}
