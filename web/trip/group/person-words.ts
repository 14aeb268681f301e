import { allergenNames, dietNames } from '#domain/people-words.ts'
import { allergens, diets, type Person, parseMealTime } from '#domain/plan/people.ts'

export const hasName = ({ name }: Pick<Person, 'name'>): boolean => name.trim() !== ''

export const listOf = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names)

/** A person's name within a sentence. */
export const nameOf = ({ name }: Pick<Person, 'name'>): string => name.trim() || 'someone with no name'

/** A person's name in a list or a heading. */
export const labelOf = ({ name }: Pick<Person, 'name'>): string => name.trim() || 'No name'

/** 'Allergies: peanuts, sesame'; '' if none is known. */
export function allergyWords(person: Pick<Person, 'allergens'>): string {
  const known = allergens.filter((allergen) => person.allergens[allergen]).map((allergen) => allergenNames[allergen])
  if (known.length === 0) return ''
  return `${known.length === 1 ? 'Allergy' : 'Allergies'}: ${known.join(', ')}`
}

export function dietWords(person: Pick<Person, 'diets'>): string {
  return diets
    .filter((diet) => person.diets[diet])
    .map((diet) => dietNames[diet])
    .join(', ')
}

/** Diets and the food note, without allergies; '' if nothing is known. */
export function foodWords(person: Pick<Person, 'diets' | 'food_note'>): string {
  return [dietWords(person), person.food_note.trim().replace(/\s+/g, ' ')].filter(Boolean).join(', ')
}

export function stayWords({ from, until, skips }: Person): string {
  if (!from && !until && skips.length === 0) return 'all days'
  const parts = [from && `from ${timeWords(from)}`, until && `until ${timeWords(until)}`]
  if (skips.length > 0)
    parts.push(`without ${skips.length === 1 ? timeWords(skips[0]?.at ?? '') : `${skips.length} meals`}`)
  return parts.filter(Boolean).join(' ')
}

/** Words for a meal time such as '2 lunch'. */
function timeWords(time: string): string {
  const { day, meal } = parseMealTime(time)
  return `day ${day}, ${meal}`
}

/** Whether a text contains a search term, ignoring case and accents. */
export const isFound = (text: string, term: string): boolean => plain(text).includes(plain(term.trim()))

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
