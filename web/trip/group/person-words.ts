import { allergenNames, dietNames } from '#domain/people-words.ts'
import { allergens, diets, type Person, parseMealTime } from '#domain/plan/people.ts'

/** What is said of somebody whose name nobody has written yet. */
export const nameOf = ({ name }: Pick<Person, 'name'>): string => name.trim() || 'Somebody'

/** Names in a sentence: 'Ana, Ben and Cleo'. */
export const listOf = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names)

/** What somebody eats and must not, in a few words; '' where nothing is known. */
export function foodWords(person: Person): string {
  const eats = diets.filter((diet) => person.diets[diet]).map((diet) => dietNames[diet])
  const avoids = allergens.filter((allergen) => person.allergens[allergen]).map((allergen) => `no ${allergenNames[allergen]}`)
  return [...eats, ...avoids, person.food_note.trim().replace(/\s+/g, ' ')].filter(Boolean).join(', ')
}

/** When somebody is there, in a few words. */
export function stayWords({ from, until, skips }: Person): string {
  if (!from && !until && skips.length === 0) return 'all days'
  const parts = [from && `from ${timeWords(from)}`, until && `until ${timeWords(until)}`]
  if (skips.length > 0) parts.push(`without ${skips.length === 1 ? timeWords(skips[0]?.at ?? '') : `${skips.length} meals`}`)
  return parts.filter(Boolean).join(' ')
}

/** '2 lunch' as people say it. */
function timeWords(time: string): string {
  const { day, meal } = parseMealTime(time)
  return `day ${day}, ${meal}`
}

/** Whether a part of a text is as it was typed, accents and capitals aside. */
export const isFound = (text: string, wanted: string): boolean => plain(text).includes(plain(wanted.trim()))

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
