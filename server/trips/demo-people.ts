import { derivedId } from '#domain/derived-id.ts'
import { newPerson, newSkip, type Party, type Person } from '#domain/plan/people.ts'

/** The people of the demo trip: families and friends, some of whom have not answered yet. None of them is a user. */
export function demoPeople(): Party[] {
  return [
    party('The Okafors', [
      sample('Kim Okafor', { coming: 'coming' }),
      sample('Amara Okafor', { coming: 'coming', diets: ['vegetarian'] }),
      sample('Chidi Okafor', { coming: 'coming', kind: 'child', age: '7' }),
    ]),
    party('The Lakes', [
      sample('Ana Lake', {
        coming: 'coming',
        allergens: ['peanuts'],
        food_note: 'EpiPen in the red bag',
        carries_medicine: true,
      }),
      sample('Ben Lake', { coming: 'coming', from: '1 dinner' }),
      sample('Cleo Lake', { coming: 'coming', kind: 'child', age: '3' }),
    ]),
    party('', [
      sample('Noor', { coming: 'coming', diets: ['halal', 'lactose_free'], skips: [newSkip('2 breakfast')] }),
    ]),
    party('', [sample('Mats Lindqvist', { coming: 'unsure' })]),
    party('', [sample('Lou', {})]),
    party('', [sample('Renée Dubois', { coming: 'not_coming' })]),
  ]
}

type Ticks = { [Name in 'diets' | 'allergens']?: (keyof Person[Name])[] }
type Sample = Omit<Partial<Person>, keyof Ticks> & Ticks

function party(name: string, persons: Person[]): Party {
  return { id: derivedId(`demo/party/${name || persons[0]?.name}`), name, persons }
}

function sample(name: string, { diets = [], allergens = [], ...more }: Sample): Person {
  const person = newPerson(derivedId(`demo/person/${name}`), name)
  const ticked = (words: readonly string[]) => Object.fromEntries(words.map((word) => [word, true]))
  return {
    ...person,
    ...more,
    diets: { ...person.diets, ...ticked(diets) },
    allergens: { ...person.allergens, ...ticked(allergens) },
  }
}
