import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { firstName } from '#domain/first-name.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { listPersons, type Party, type Person } from '#domain/plan/people.ts'
import type { Phase } from '#domain/today/phase.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import type { Undo } from '#web/ui/undo-bar.tsx'
import type { PlanView } from './derived/plan-view.ts'
import { listSome } from './list-some.ts'
import type { NameOf } from './people/names.ts'

/* What is still open in a group. Features say it; the group's card counts it, and a dialog lists it. */

/** What it is found in. */
export interface OpenPlan {
  view: PlanView
  phase: Phase
  /** Where the trip is. */
  today: LocalDate
  /** The current user's id in the plan. */
  me: string
  people: readonly Party[]
  dates: TripDates
  /** Whether somebody is in the trip, on its list of people or not. */
  isKnown: (personId: string) => boolean
  /** For a text that is sent to others: the current user has a name too. */
  nameInText: NameOf
  /** How many joined under a name on the list, and wait until somebody confirms it. */
  claimants: number
}

/** What may be open of one kind. */
export interface OpenKind {
  /** How the dialog lists it; undefined: it does not. */
  list: OpenList | undefined
  /** How the card counts it; undefined: it does not. */
  count: OpenCount | undefined
  /** Its address, if it is not on the tab of its section. */
  address?: (tripId: string) => string
}

interface OpenList {
  title: () => string
  /** Who or what is open; undefined while that is not known. */
  texts: (plan: OpenPlan) => string[] | undefined
}

interface OpenCount {
  /** Where on the tab it is, with '#'. */
  anchor?: string
  /** How much is open; undefined while that is not known. */
  of: (plan: OpenPlan) => number | undefined
  text: (count: number, plan: OpenPlan) => string
  /** What to say if nothing is; else its line stays. */
  done?: (plan: OpenPlan) => Done
  /** Shows the line with a button that settles it. */
  Row?: OpenRow
}

export type OpenRow = ComponentType<{ line: OpenLine; plan: OpenPlan; onSettled: (undo: Undo) => void }>

/** `isSure`: false if it depends on people who have not said that they are coming. */
export interface Done {
  text: string
  isSure: boolean
}

/** A line of the card. */
export interface OpenLine {
  part: 'own'
  icon: LucideIcon
  text: string
  href: string
  isOpen?: boolean
}

const hasNotDecided = ({ coming }: Person) => coming === 'open' || coming === 'unsure'

/** That everybody has a place, or so far only those who have said that they are coming. */
export function everybodyHas(
  { people }: OpenPlan,
  all: () => string,
  soFar: (coming: { coming: number }) => string,
): Done {
  const persons = listPersons(people)
  if (!persons.some(hasNotDecided)) return { text: all(), isSure: true }
  return { text: soFar({ coming: persons.filter(({ coming }) => coming === 'coming').length }), isSure: false }
}

/** That everything is promised, or only if those come who promised it. */
export function isPromised({ people }: OpenPlan, by: readonly string[], all: () => string, soFar: () => string): Done {
  const undecided = new Set(listPersons(people).flatMap((person) => (hasNotDecided(person) ? [person.id] : [])))
  const isSure = !by.some((personId) => undecided.has(personId))
  return { text: isSure ? all() : soFar(), isSure }
}

/** Whether all who may come are one party: they know each other by first name, and one of them seats all. */
export function isOneParty({ people }: OpenPlan): boolean {
  return people.filter(({ persons }) => persons.some(({ coming }) => coming !== 'not_coming')).length === 1
}

/** A sentence about people by first name: 'You and Kim have no seat yet'. Undefined in a trip of several parties. */
export function ofParty(
  ids: readonly string[],
  plan: OpenPlan,
  sentence: (about: { names: string; count: number }) => string,
): string | undefined {
  if (!isOneParty(plan)) return undefined
  const persons = listPersons(plan.people)
  const firstNameOf = (id: string) =>
    firstName(persons.find((person) => person.id === id)?.name ?? '') || m.group_person_nameless()
  const isMe = ids.includes(plan.me)
  const names = [...(isMe ? [m.shopping_you()] : []), ...ids.filter((id) => id !== plan.me).map(firstNameOf)]
  // As the verb needs it: 'You have', 'Kim has'.
  return sentence({ names: listSome(names), count: isMe ? 2 : ids.length })
}
