import type { LocalDate } from '../local-date.ts'
import {
  type Allergen,
  type ComingAnswer,
  type Diet,
  mealTimeOf,
  newPerson,
  newSkip,
  type Party,
  type Person,
} from '../plan/people.ts'
import type { Identity } from '../trip.ts'

/** What differs from an adult who comes for the whole trip and eats everything. */
interface Traits {
  age?: string
  coming?: ComingAnswer
  diet?: Diet
  allergy?: Allergen
  food_note?: string
  /** Their first or last meal: '2 lunch'. */
  from?: string
  until?: string
  skips?: string
}

type Family = Record<string, Traits>

/** The first person of the first family owns the trip. */
const okafors: Family = {
  'Robin Okafor': {},
  'Kim Okafor': { diet: 'vegetarian' },
  'Ada Okafor': { age: '9' },
  'Ife Okafor': { age: '5', allergy: 'peanuts', food_note: 'Carries an injector in the red bag.' },
}

const others: Family[] = [
  {
    'Omar Haddad': { diet: 'halal' },
    'Layla Haddad': { diet: 'halal' },
    'Yusuf Haddad': { diet: 'halal', age: '7' },
    'Noor Haddad': { diet: 'halal', age: '3' },
  },
  {
    'Julie Tremblay': { from: '2 lunch' },
    'Marc-André Tremblay': { from: '2 lunch' },
    'Léa Tremblay': { from: '2 lunch', age: '11', allergy: 'nuts' },
  },
  {
    'Harpreet Singh': { diet: 'vegetarian' },
    'Amrit Singh': { diet: 'vegetarian' },
    'Jasmine Singh': { diet: 'vegetarian', age: '8' },
  },
  { 'Petra Novák': { allergy: 'gluten' }, 'Tomáš Novák': {} },
  {
    'Siobhán O’Connor': {},
    'Declan O’Connor': { until: '3 breakfast' },
    'Finn O’Connor': { age: '6', allergy: 'eggs' },
    'Maeve O’Connor': { age: '4' },
    'Rory O’Connor': { age: '10 months' },
  },
  { 'Linh Nguyen': { allergy: 'crustaceans' }, 'Minh Nguyen': {} },
  { 'Ana Ferreira': { allergy: 'nuts', food_note: 'No traces of walnuts, please.' }, 'Rui Ferreira': {} },
  { 'Ben Goldberg': { diet: 'kosher' }, 'Miriam Goldberg': { diet: 'kosher' } },
  { 'Chloe Martin': { coming: 'unsure' }, 'Hugo Martin': { coming: 'unsure' } },
  {
    'Giulia Rossi': {},
    'Matteo Rossi': { allergy: 'milk' },
    'Sofia Rossi': { age: '12' },
    'Luca Rossi': { age: '9' },
  },
  { 'Dan Petersen': {} },
  { 'Eva Lindqvist': { diet: 'vegan' } },
  { 'Farid Rahimi': { diet: 'halal', skips: '2 dinner' } },
  { 'Grace Mensah': {}, 'Kwame Mensah': {}, 'Abena Mensah': { age: '13' } },
  { 'Hana Yamada': { allergy: 'soybeans' }, 'Kenji Yamada': {} },
  {
    'Isabel Alexandra Fernández-Montgomery': { diet: 'gluten_free' },
    'Santiago Fernández-Montgomery': {},
    'Lucía Fernández-Montgomery': { age: '2' },
  },
  { 'Jonas Weber': { coming: 'not_coming' }, 'Klara Weber': { coming: 'not_coming' } },
  { 'Liam Fraser': {}, 'Nora Fraser': { age: '10' } },
  { 'Priya Nair': { diet: 'vegetarian', allergy: 'sesame' }, 'Arjun Nair': { diet: 'vegetarian' } },
  { 'Quinn Adams': { coming: 'open' } },
  { 'Sam Whitefeather': {}, 'Dakota Whitefeather': { age: '14' } },
  { 'Tess van Dijk': { coming: 'open' }, 'Bram van Dijk': { coming: 'open' } },
  { 'Uma Krishnan': { coming: 'not_coming' } },
  { 'Vera Ivanova': { coming: 'unsure' } },
  { 'Will Turner': { coming: 'open' }, 'Zoe Turner': { coming: 'open', age: '6' } },
  { 'Xu Wei': {} },
]

/** A family of four. `identity` is the owner's. */
export function buildFamily(identity: Identity, departure: LocalDate): Party[] {
  return [partyOf(okafors, departure, identity)]
}

/** A group of 60 people, most of whom have answered. */
export function buildGroup(identity: Identity, departure: LocalDate): Party[] {
  return [partyOf(okafors, departure, identity), ...others.map((family) => partyOf(family, departure))]
}

function partyOf(family: Family, departure: LocalDate, identity?: Identity): Party {
  const persons = Object.entries(family).map(([name, traits], index) =>
    personOf(index === 0 && identity ? identity.person_id : crypto.randomUUID(), name, traits, departure),
  )
  return { id: identity?.party_id ?? crypto.randomUUID(), name: '', persons }
}

function personOf(id: string, name: string, traits: Traits, departure: LocalDate): Person {
  const { age = '', coming = 'coming', diet, allergy, food_note = '', from, until, skips } = traits
  const person = newPerson(id, name)
  return {
    ...person,
    kind: age === '' ? 'adult' : 'child',
    age,
    coming,
    food_note,
    from: datedMeal(from, departure),
    until: datedMeal(until, departure),
    skips: skips === undefined ? [] : [newSkip(datedMeal(skips, departure))],
    answered_for: coming === 'open' ? '' : departure,
    settled_for: coming === 'open' ? '' : departure,
    diets: { ...person.diets, ...(diet && { [diet]: true }) },
    allergens: { ...person.allergens, ...(allergy && { [allergy]: true }) },
    carries_medicine: food_note.includes('injector'),
  }
}

function datedMeal(time: string | undefined, departure: LocalDate): string {
  if (time === undefined) return ''
  const [day, meal] = time.split(' ')
  return mealTimeOf(Number(day), meal as 'lunch', departure)
}
