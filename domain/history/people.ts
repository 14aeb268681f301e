import * as m from '#messages'
import { listText } from '../list-text.ts'
import { formatLocalDate, type LocalDate, type OptionalLocalDate } from '../local-date.ts'
import { allergenName, dietName } from '../people-words.ts'
import type { Allergen, ComingAnswer, Diet, Party, Person } from '../plan/people.ts'
import { allergens, diets, parseMealTime } from '../plan/people.ts'
import { TO_CONFIRM } from '../stay.ts'
import { isBlank } from '../text.ts'
import { type ChangeContext, type DescribeChange, quote, type SectionHistory, textChange } from './words.ts'

type Own<Entry> = Omit<Entry, 'id' | 'persons' | 'skips' | 'diets' | 'allergens'>
type OfPerson = [Own<Party>, Own<Person>]

/** How many people to name when several are added together. */
const MAX_NAMED = 5

const answers: Record<ComingAnswer, (name: string) => string> = {
  open: (name) => m.history_person_not_answered({ name }),
  coming: (name) => m.history_person_coming({ name }),
  unsure: (name) => m.history_person_unsure({ name }),
  not_coming: (name) => m.history_person_not_coming({ name }),
}

function eachTick<Word extends string>(words: readonly Word[], say: (word: Word) => DescribeChange<OfPerson, boolean>) {
  return Object.fromEntries(words.map((word) => [word, say(word)])) as Record<Word, DescribeChange<OfPerson, boolean>>
}

const nameOf = ([, person]: OfPerson) => quote(person.name)

/** Whether a meal stays on the same day of the trip, which departs on another date. */
function isMoved(was: string, to: string): boolean {
  if (was === '' || to === '') return false
  const [before, after] = [parseMealTime(was), parseMealTime(to)]
  const isDated = before.departure !== '' && after.departure !== ''
  return isDated && before.day === after.day && before.meal === after.meal
}

function movedDays(name: string, to: string): string {
  return m.history_person_moved({ name, date: formatLocalDate(parseMealTime(to).departure as LocalDate) })
}

/** A party by its name or, without one, by the names of its people. */
function nameParty({
  within: [party],
  called = [],
}: Pick<ChangeContext<[Own<Party>], unknown>, 'within' | 'called'>): string {
  if (!isBlank(party.name)) return quote(party.name)
  const names = called.slice(0, MAX_NAMED).map(quote)
  if (called.length > MAX_NAMED) names.push(m.history_people_more({ count: called.length - MAX_NAMED }))
  return names.length > 0 ? listText(names) : m.history_people_nameless()
}

function confirmedAnswer(name: string, departure: OptionalLocalDate): string {
  return departure === ''
    ? m.history_person_confirmed_undated({ name })
    : m.history_person_confirmed({ name, date: formatLocalDate(departure) })
}

export const people: SectionHistory<Party[]> = {
  title: () => m.common_people(),
  companions: ['answered_for', 'settled_for', 'coming_by_poll'],
  words: {
    insert: (change) => m.history_people_added({ people: nameParty(change) }),
    remove: (change) =>
      change.into === undefined
        ? m.history_people_removed({ people: nameParty(change) })
        : m.history_person_merged({ name: nameParty(change), into: quote(change.into) }),
    move: () => m.history_people_moved(),
    each: {
      name: (change) => m.history_party_name(textChange(change)),
      persons: {
        insert: ({ within }) => m.history_person_added({ name: nameOf(within) }),
        remove: ({ within, into }) =>
          into === undefined
            ? m.history_person_removed({ name: nameOf(within) })
            : m.history_person_merged({ name: nameOf(within), into: quote(into) }),
        move: () => m.history_persons_moved(),
        each: {
          name: ({ was, to }) => m.history_person_renamed({ was: quote(was), to: quote(to) }),
          kind: ({ within, to }) =>
            to === 'child'
              ? m.history_person_is_child({ name: nameOf(within) })
              : m.history_person_is_adult({ name: nameOf(within) }),
          age: (change) => m.history_person_age({ name: nameOf(change.within), ...textChange(change) }),
          coming: ({ within, to }) => answers[to](nameOf(within)),
          coming_by_poll: ({ within }) => m.history_person_by_poll({ name: nameOf(within) }),
          from: ({ within, was, to }) =>
            isMoved(was, to)
              ? movedDays(nameOf(within), to)
              : to
                ? m.history_person_from({ name: nameOf(within), ...parseMealTime(to) })
                : m.history_person_from_beginning({ name: nameOf(within) }),
          until: ({ within, was, to }) =>
            isMoved(was, to)
              ? movedDays(nameOf(within), to)
              : to
                ? m.history_person_until({ name: nameOf(within), ...parseMealTime(to) })
                : m.history_person_until_end({ name: nameOf(within) }),
          skips: {
            insert: ({ within: [, person, skip] }) =>
              m.history_person_skips({ name: quote(person.name), ...parseMealTime(skip.at) }),
            remove: ({ within: [, person, skip] }) =>
              m.history_person_skips_no_more({ name: quote(person.name), ...parseMealTime(skip.at) }),
            move: () => m.history_skips_moved(),
            each: {
              at: ({ within: [, person], was, to }) =>
                isMoved(was, to)
                  ? movedDays(quote(person.name), to)
                  : m.history_skip_changed({ name: quote(person.name) }),
            },
          },
          answered_for: ({ within, to }) =>
            to === TO_CONFIRM
              ? m.history_person_to_confirm({ name: nameOf(within) })
              : confirmedAnswer(nameOf(within), to),
          settled_for: ({ within, to }) =>
            within[1].answered_for === to || to === ''
              ? confirmedAnswer(nameOf(within), to)
              : m.history_person_settled({ name: nameOf(within), date: formatLocalDate(to) }),
          diets: eachTick<Diet>(diets, (word) => ({ within, to }) => {
            const [diet, name] = [dietName(word), nameOf(within)]
            return to ? m.history_diet_noted({ diet, name }) : m.history_diet_removed({ diet, name })
          }),
          allergens: eachTick<Allergen>(allergens, (word) => ({ within, to }) => {
            const [allergen, name] = [allergenName(word), nameOf(within)]
            return to ? m.history_allergy_noted({ allergen, name }) : m.history_allergy_removed({ allergen, name })
          }),
          food_note: ({ within }) => m.history_food_note_changed({ name: nameOf(within) }),
          carries_medicine: ({ within, to }) =>
            to
              ? m.history_medicine_carried({ name: nameOf(within) })
              : m.history_medicine_not_carried({ name: nameOf(within) }),
        },
      },
    },
  },
}
