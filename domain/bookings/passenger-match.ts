import type { Passenger } from '../plan/booking.ts'
import { isSameName, normalizeName } from '../same-name.ts'

/*
 * Who of the trip a name on a pass is.
 * Invariants: nobody is guessed. A name that fits two people, or two names that fit one person, fit nobody.
 */

interface Named {
  id: string
  name: string
}

/** A boarding pass has room for 20 characters of a name, with a slash. A shorter name is not a cut one. */
const SHORTENED = 18

const wordsOf = (name: string) =>
  normalizeName(name.replace(/[-'’.]/g, ' '))
    .split(' ')
    .filter(Boolean)

/** Whether two names on passes may be those of one person: passes leave out second names, and cut long ones. */
export function mayBeSamePassenger(one: string, other: string): boolean {
  const [short, long] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.join('').length - b.join('').length) as [
    string[],
    string[],
  ]
  if (short.length === 0) return false
  const [shortText, longText] = [short.join(''), long.join('')]
  if (shortText.length >= SHORTENED && longText.startsWith(shortText)) return true
  return short.length > 1 && short[0] === long[0] && short.every((word) => isIn(word, long))
}

/** Whether two passengers may be one person: the same entry, the same person of the list, or a name that fits. */
export function isSamePassenger(one: Passenger, other: Passenger, nameOf: (passenger: Passenger) => string): boolean {
  if (one.id === other.id || (one.person_id !== '' && one.person_id === other.person_id)) return true
  const names = [nameOf(one), nameOf(other)] as const
  return isSameName(...names) || mayBeSamePassenger(...names)
}

/** 'S.' is any name that begins with it. */
const isIn = (word: string, words: readonly string[]) =>
  words.some((other) => (word.length === 1 ? other.startsWith(word) : other === word))

/** Whether somebody of the trip, who may be there by their first name alone, may be a passenger. */
function mayBePerson(person: string, passenger: string): boolean {
  const [own, typed] = [wordsOf(person), wordsOf(passenger)]
  if (own.length === 0 || typed.length === 0) return false
  return own.length === 1 ? own[0] === typed[0] : mayBeSamePassenger(person, passenger)
}

/** The id of the person that each name is; '' for those that fit nobody, or more than one. */
export function matchPassengers(names: readonly string[], people: readonly Named[]): string[] {
  const fitting = names.map((name) => {
    const exact = people.filter((one) => normalizeName(one.name) === normalizeName(name))
    return exact.length > 0 ? exact : people.filter((one) => mayBePerson(one.name, name))
  })
  return fitting.map((found, index) => {
    const [only, ...others] = found
    if (!only || others.length > 0) return ''
    const isShared = fitting.some((other, at) => at !== index && other.length === 1 && other[0]?.id === only.id)
    return isShared ? '' : only.id
  })
}
