import { randomUUID } from 'node:crypto'
import { hasTickets } from '#domain/access.ts'
import { apply } from '#domain/operations/apply.ts'
import { type Form, formAt } from '#domain/operations/form.ts'
import type { Entry } from '#domain/operations/json.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import { forms } from '#domain/plan/forms.ts'
import { type CommonSectionName, commonSectionNames } from '#domain/plan/index.ts'
import { newParty, type Party } from '#domain/plan/people.ts'
import type { TripType } from '#domain/trip.ts'
import { type Editor, mutationsOf } from '../bench-together/mutations.ts'
import { partsOf, put } from '../bench-together/paths.ts'
import type { Random } from '../bench-together/random.ts'
import { Sheet } from '../bench-together/sheet.ts'

/*
 * The sections of the plan, dealt among the clients of a trip. Nobody else edits a client's sections, so they must be
 * exactly what that client sent.
 */

const MOVE_CHANCE = 0.15

/** The sections that the client with this number edits. All clients of a trip together edit every section it has. */
export function dealSections(type: TripType, number: number, clients: number): CommonSectionName[] {
  return commonSectionNames
    .filter((name) => (name !== 'tickets' && name !== 'stays') || hasTickets({ type }))
    .filter((_, place) => place % clients === number)
}

/** What a client needs to think of edits. `number` tells their texts from those of others. */
export function createEditor(person: string, random: Random): Editor {
  let numbers = 0
  return {
    random,
    person,
    own: new Set(),
    // All clients are the owner's.
    isOrganizer: true,
    text: (words) => `${words} ${randomUUID().slice(0, 13)}`,
    number: () => ++numbers,
    // Far in the future: private records are erased some time after the trip.
    date: () => new Date(Date.UTC(2100, 0, ++numbers)).toISOString().slice(0, 10),
  }
}

/** Changes a section a few times at random, as people do who also move entries. */
export function changeSection(section: CommonSectionName, value: unknown, editor: Editor): unknown {
  const { random } = editor
  const weighted = mutationsOf(section).map((known) => [known, known.weight] as const)
  const sheet = new Sheet(value, random)
  if (section === 'people') addOwnParty(sheet as Sheet<Party[]>, editor)
  for (let change = 0; change < random.between(1, 4); change++)
    (random.pickBy(weighted).do as (sheet: Sheet<unknown>, editor: Editor) => void)(sheet, editor)
  return random.chance(MOVE_CHANCE) ? moveEntry(section, sheet.value, random) : sheet.value
}

/** Who joins a trip is on its list. These clients have not joined. */
function addOwnParty(sheet: Sheet<Party[]>, { person, text }: Editor): void {
  if (sheet.value.some(({ id }) => id === person)) return
  const place = { person_id: person, party_id: person }
  sheet.add([person], newParty(place, { full_name: text('Robin'), username: 'robin' }))
}

/** Moves an entry of a list that people order. */
function moveEntry(section: CommonSectionName, value: unknown, random: Random): unknown {
  const paths = [...partsOf(value).lists].flatMap(([name, entries]) => {
    const path = name === '' ? [] : name.split('/')
    const form: Form | undefined = path.length === 0 ? forms[section] : formAt(forms[section], path)
    return entries.length > 1 && form?.is === 'list' && !form.rule ? [path] : []
  })
  const path = random.pick(paths)
  if (!path) return value
  return put(value, path, (list) => {
    const entries = list as Entry[]
    const moved = random.pick(entries)
    const others = entries.filter((entry) => entry !== moved)
    return moved ? others.toSpliced(Math.floor(random.between(0, entries.length)), 0, moved) : entries
  })
}

/** The operations of an edit, as the app makes them, and the value that they lead to: queues order themselves. */
export function operationsOf(
  section: CommonSectionName,
  type: TripType,
  { from, to }: { from: unknown; to: unknown },
): { mutations: Mutation[]; value: unknown } {
  const mutations = diffSection(section, type, from, to)
  const form = forms[section]
  return { mutations, value: mutations.reduce((value, mutation) => apply(value, mutation, { form }).value, from) }
}
