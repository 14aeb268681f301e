import * as m from '#messages'
import { groupBy } from './group-by.ts'
import { listText } from './list-text.ts'
import { allergenName, dietName } from './people-words.ts'
import { allergens, diets, type Party, type Person } from './plan/people.ts'
import { normalizeName } from './same-name.ts'
import { isBlank, trimmed } from './text.ts'

/*
 * What tells people of the same name apart, where somebody chooses between them. Only for people who plan the trip: it
 * may be an allergy.
 */

/** Whom somebody travels with: their party's name, or 'with Ada and Ife'. '' for somebody alone. */
export function partyWords({ name, persons }: Pick<Party, 'name' | 'persons'>, personId: string): string {
  const others = persons.flatMap((one) => (one.id === personId || isBlank(one.name) ? [] : [trimmed(one.name)]))
  return trimmed(name) || (others.length > 0 ? m.group_apart_with({ names: listText(others) }) : '')
}

interface Listed {
  party: Party
  person: Person
}

const kinds: readonly ((one: Listed) => string)[] = [
  ({ party, person }) => partyWords(party, person.id),
  ({ person }) => allergyMark(person),
  ({ person }) =>
    diets
      .filter((diet) => person.diets[diet])
      .map(dietName)
      .join(', '),
  ({ person: { age, kind } }) =>
    kind !== 'child' ? '' : age ? m.group_person_child_aged({ age }) : m.group_person_child(),
]

function allergyMark(person: Person): string {
  const known = allergens.filter((allergen) => person.allergens[allergen]).map(allergenName)
  return known.length > 0 ? m.group_apart_allergic({ allergens: listText(known) }) : ''
}

/** What tells a person apart from others of the same name, by id; nobody else is in it. */
export function listMarks(people: readonly Party[]): ReadonlyMap<string, string> {
  const listed = people.flatMap((party) => party.persons.map((person) => ({ party, person })))
  const marks = new Map<string, string>()
  for (const [name, namesakes] of groupBy(listed, ({ person }) => normalizeName(person.name))) {
    if (name === '' || namesakes.length < 2) continue
    const texts = kinds.map((wordsOf) => namesakes.map(wordsOf)).filter((each) => new Set(each).size > 1)
    // One kind of words is enough if all differ in it.
    const enough = texts.find((each) => new Set(each).size === each.length)
    for (const [index, { person }] of namesakes.entries()) {
      const mark = (enough ? [enough] : texts)
        .map((each) => each[index])
        .filter(Boolean)
        .join(', ')
      if (mark) marks.set(person.id, mark)
    }
  }
  return marks
}

/**
 * Names people for a choice between them: those of the same name with what tells them apart.
 * @param nameOf how they are called elsewhere
 * @param me the current user, who is called 'You'
 */
export function namesToChoose(
  people: readonly Party[],
  nameOf: (personId: string) => string,
  me = '',
): (personId: string) => string {
  const marks = listMarks(people)
  return (personId) => {
    const mark = personId === me ? undefined : marks.get(personId)
    return mark ? m.group_apart({ name: nameOf(personId), mark }) : nameOf(personId)
  }
}
