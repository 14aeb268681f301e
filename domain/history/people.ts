import { allergenNames, dietNames } from '../people-words.ts'
import type { Allergen, Coming, Diet, Party, Person } from '../plan/people.ts'
import { allergens, diets, parseMealTime } from '../plan/people.ts'
import { describeText, quote, type Said, type Say, type SectionHistory } from './words.ts'

type Own<Entry> = Omit<Entry, 'id' | 'persons' | 'skips' | 'diets' | 'allergens'>
type OfPerson = [Own<Party>, Own<Person>]

/** How many people to name when several are added together. */
const MAX_NAMED = 5

const answers: Record<Coming, string> = {
  open: 'has not answered',
  coming: 'is coming',
  unsure: 'is unsure',
  not_coming: 'is not coming',
}

function eachTick<Word extends string>(words: readonly Word[], say: (word: Word) => Say<OfPerson, boolean>) {
  return Object.fromEntries(words.map((word) => [word, say(word)])) as Record<Word, Say<OfPerson, boolean>>
}

const nameOf = ([, person]: OfPerson) => quote(person.name)
const timeWords = (time: string) => {
  const { day, meal } = parseMealTime(time)
  return `${meal} on day ${day}`
}

/** A party by its name or, without one, by the names of its people. */
function nameParty({ within: [party], called = [] }: Pick<Said<[Own<Party>], unknown>, 'within' | 'called'>): string {
  if (party.name.trim()) return quote(party.name)
  const names = called.slice(0, MAX_NAMED).map(quote)
  if (called.length > MAX_NAMED) names.push(`${called.length - MAX_NAMED} more`)
  return names.length > 0 ? new Intl.ListFormat('en').format(names) : 'someone with no name'
}

export const people: SectionHistory<Party[]> = {
  title: 'People',
  words: {
    insert: (change) => `added ${nameParty(change)} to the list`,
    remove: (change) => `took ${nameParty(change)} off the list`,
    move: () => 'put the list in another order',
    each: {
      name: ({ was, to }) => describeText('the name of a family or group', { was, to }),
      persons: {
        insert: ({ within: [, person] }) => `added ${quote(person.name)}`,
        remove: ({ within: [, person] }) => `removed ${quote(person.name)}`,
        move: () => 'put people in another order',
        each: {
          name: ({ was, to }) => `renamed ${quote(was)} to ${quote(to)}`,
          kind: ({ within, to }) => `said that ${nameOf(within)} is ${to === 'child' ? 'a child' : 'an adult'}`,
          age: ({ within, was, to }) => describeText(`the age of ${nameOf(within)}`, { was, to }),
          coming: ({ within, to }) => `said that ${nameOf(within)} ${answers[to]}`,
          from: ({ within, to }) =>
            `said that ${nameOf(within)} is there ${to ? `from ${timeWords(to)}` : 'from the beginning'}`,
          until: ({ within, to }) =>
            `said that ${nameOf(within)} is there ${to ? `until ${timeWords(to)}` : 'until the end'}`,
          skips: {
            insert: ({ within: [, person, skip] }) => `said that ${quote(person.name)} skips ${timeWords(skip.at)}`,
            remove: ({ within: [, person, skip] }) =>
              `said that ${quote(person.name)} is there for ${timeWords(skip.at)}`,
            move: () => 'put skipped meals in another order',
            each: { at: ({ within: [, person] }) => `changed when ${quote(person.name)} is there` },
          },
          diets: eachTick<Diet>(
            diets,
            (diet) =>
              ({ within, to }) =>
                `${to ? 'noted' : 'removed'} ${dietNames[diet]} for ${nameOf(within)}`,
          ),
          allergens: eachTick<Allergen>(
            allergens,
            (allergen) =>
              ({ within, to }) =>
                `${to ? 'noted' : 'removed'} the allergy to ${allergenNames[allergen]} of ${nameOf(within)}`,
          ),
          food_note: ({ within }) => `changed what there is to know of the food of ${nameOf(within)}`,
          carries_medicine: ({ within, to }) => `said that ${nameOf(within)} carries ${to ? 'a' : 'no'} medicine`,
        },
      },
    },
  },
}
