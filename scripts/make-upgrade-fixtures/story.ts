import { expect, vi } from 'vitest'
import type { OperationsResponse, PlanOperation } from '#domain/api/operations.ts'
import { derivedId } from '#domain/derived-id.ts'
import type { LocalDate } from '#domain/local-date.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { newPayment } from '#domain/plan/costs.ts'
import { newVolunteer } from '#domain/plan/duties.ts'
import { plan, type SectionName, type SectionValue } from '#domain/plan/index.ts'
import { newItineraryDay } from '#domain/plan/itinerary.ts'
import { newMealDay } from '#domain/plan/meals.ts'
import { newParty, newPerson, newSkip, type Person } from '#domain/plan/people.ts'
import { newRecord } from '#domain/plan/private.ts'
import { newItemState, newPurchase } from '#domain/plan/shopping.ts'
import { openSession } from '#server/accounts/sessions.ts'
import { buildFile } from '#server/testing/document-files.ts'
import { setPicture, upload, uploadReceipt } from '#server/testing/documents.ts'
import { insertTrip } from '#server/testing/rows.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import type { ExpectedState, StoredRetry } from '#server/testing/upgrades.ts'
import {
  type EditedList,
  editedLists,
  entryId,
  FRIENDS,
  initialEntries,
  inList,
  KITCHEN,
  markOf,
  moveToFront,
  OKAFOR,
  okaforId,
  RECEIPT,
  remove,
  setField,
  setText,
  updateAt,
} from './lists.ts'

/** All accounts of the fixtures have this password. */
const PASSWORD = 'pine-needles'

export interface Planner {
  id: string
  client: TestClient
}

export interface Story {
  people: Record<'anna' | 'ben' | 'chiara' | 'erik' | 'dev' | 'emil', Planner>
  trips: Record<'road' | 'air' | 'cottage' | 'deleted' | 'everybody', string>
  links: ExpectedState['links']
  retries: StoredRetry[]
}

/** Versions that were saved at the same time have no order in the list of the history. */
const SECOND = 1 / 60

export function pass(minutes: number): void {
  vi.setSystemTime(Date.now() + minutes * 60_000)
}

export const listOf = (section: SectionName): EditedList => {
  const list = editedLists.find((each) => each.section === section)
  if (!list) throw new Error(`No list in ${section}`)
  return list
}

const tripIds = {
  road: derivedId('upgrade/trip/road'),
  air: derivedId('upgrade/trip/air'),
  cottage: derivedId('upgrade/trip/cottage'),
  deleted: derivedId('upgrade/trip/deleted'),
  everybody: derivedId('upgrade/trip/everybody'),
}

/** What happens before Ben's phone loses its network: six people plan four trips. */
export async function tellBeginning(app: TestApp): Promise<Story> {
  const anna = await signUp(app, 'anna', 'Anna Lindqvist')
  const ben = await signUp(app, 'ben', 'Ben Okafor')
  const chiara = await signUp(app, 'chiara', 'Chiara Rossi')
  const erik = await signUp(app, 'erik', 'Erik Sund')
  await createTrip(anna, tripIds.road, 'Killarney in July', 'car_trip')
  await createTrip(ben, tripIds.air, 'Lisbon in May', 'air_travel')
  await createTrip(anna, tripIds.cottage, 'Cottage weekend', 'car_trip')
  await createTrip(ben, tripIds.deleted, 'Ski week', 'air_travel')
  await planRoadTrip(anna)
  const { dev, emil, invitation } = await gather(app, { anna, ben, chiara })
  await keepSignedIn(app, [anna, ben, chiara, erik, dev, emil])
  pass(30)
  await planAirTrip(ben)
  await planForGroup(anna)
  await fillLists(anna, ben)
  await recordPrivate(anna, ben)
  const retries = await editTogether(anna, ben, chiara)
  await checked(ben.client.put(`/api/trips/${tripIds.deleted}/deleted`, { is_deleted: true }))
  await checked(chiara.client.put(`/api/trips/${tripIds.air}/archived`, { is_archived: true }))
  const personal = await checked(dev.client.post('/auth/v1/personal-link', {}))
  await checked(chiara.client.put(`/api/trips/${tripIds.road}/seen`, { seen: { notes: 2, details: 1 } }))
  await insertTrip(app.db, { id: tripIds.everybody, name: 'Open house' })
  const shared = await checked(anna.client.put(`/api/trips/${tripIds.road}/sharing`, {}))
  const links = {
    invitation,
    personal: (personal.body as { secret: string }).secret,
    share: (shared.body as { share_token: string }).share_token,
  }
  return { people: { anna, ben, chiara, erik, dev, emil }, trips: tripIds, links, retries }
}

/** While Ben is offline, Anna edits what he edits. */
export async function tellMeanwhile({ people: { anna, ben }, trips }: Story): Promise<void> {
  for (const list of editedLists) {
    const edit = (change: (value: unknown) => unknown) => editAs(anna, trips[list.trip], list.section, change)
    if (list.section === 'private') {
      await operate(anna, trips.road, 'private', {
        do: 'set',
        at: [OKAFOR, 'persons', entryId(list, 0), 'medical'],
        was: list.texts[0],
        to: `${markOf('Anna', list, 0)}: ${list.texts[0]}`,
      })
      continue
    }
    await edit(setText(list, 0, (text) => `${markOf('Anna', list, 0)}: ${text}`))
    await edit(remove(list, 1))
    await edit(setText(list, 2, (text) => `${text} (${markOf('Anna', list, 2)})`))
    await edit(remove(list, 5))
    await edit(setText(list, 6, (text) => `${markOf('Anna', list, 6)}: ${text}`))
    await edit(remove(list, 7))
    pass(3)
  }
  await editAs(anna, trips.road, 'details', (value: object) => ({ ...value, car_trip_entry_gate: 'AnnaGate, east' }))
  await editAs(anna, trips.road, 'meals', (value) =>
    updateAt(value, ['3', 'meals', 'dinner', 'name'], () => 'AnnaDinner: fish over the fire'),
  )
  await checked(anna.client.send('DELETE', `/api/trips/${trips.cottage}/people/${ben.id}`))
}

async function signUp(app: TestApp, username: string, full_name: string): Promise<Planner> {
  const client = app.openClient()
  const email = `${username}@example.org`
  const data = { username, full_name, is_beta_user: true, referred_by: null }
  const { body } = await checked(client.post('/auth/v1/signup', { email, password: PASSWORD, data }))
  return { id: (body as { user: { id: string } }).user.id, client }
}

/** Opens sessions that begin in 12 hours: others end after 30 minutes, but the story takes hours. */
async function keepSignedIn(app: TestApp, people: Planner[]): Promise<void> {
  const later = new Date(Date.now() + 12 * 60 * 60_000)
  for (const { id, client } of people)
    client.cookies.set('wayfare_session', await openSession(app.db, { id, email: null }, later))
}

async function createTrip({ client }: Planner, id: string, name: string, type: 'car_trip' | 'air_travel') {
  await checked(client.post('/api/trips', { id, name, type }))
}

/** Requires an answer without an error. */
async function checked<Answer extends { status: number; text: string }>(sent: Promise<Answer>): Promise<Answer> {
  const answer = await sent
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}

export async function editAs(
  { client }: Planner,
  tripId: string,
  section: SectionName,
  change: (value: never) => unknown,
): Promise<void> {
  const { body } = await checked(client.get(`/api/trips/${tripId}`))
  const { value } = (body as { sections: Record<string, { value: unknown }> }).sections[section] ?? {}
  const answer = await checked(client.makeSection(tripId, section, change(value as never)))
  expect((answer.body as Partial<OperationsResponse>).refused ?? []).toEqual([])
  pass(SECOND)
}

async function operate(
  { client }: Planner,
  tripId: string,
  section: SectionName,
  ...mutations: Mutation[]
): Promise<{ operations: PlanOperation[]; answer: OperationsResponse }> {
  const operations = mutations.map((mutation): PlanOperation => ({ ...mutation, id: crypto.randomUUID(), section }))
  const { body } = await checked(client.post(`/api/trips/${tripId}/operations`, { operations, seen: {} }))
  pass(SECOND)
  return { operations, answer: body as OperationsResponse }
}

async function planRoadTrip(anna: Planner): Promise<void> {
  const edit = <Name extends SectionName>(
    section: Name,
    change: (value: SectionValue<Name>) => SectionValue<Name>,
  ): Promise<void> => editAs(anna, tripIds.road, section, change as (value: never) => unknown)
  await edit('details', (value) => ({ ...value, destination_name: 'Killarney Provincial Park' }))
  pass(2)
  await edit('details', (value) => ({
    ...value,
    departure_date: '2027-07-08' as LocalDate,
    return_date: '2027-07-11' as LocalDate,
    car_trip_entry_gate: 'George Lake',
    map_embed_url: 'https://www.google.com/maps/embed?pb=killarney',
  }))
  pass(2)
  const child = { kind: 'child' as const, coming: 'coming' as const }
  const ella: Person = { ...newPerson(derivedId('upgrade/person/ella'), 'Ella'), ...child, age: '8' }
  const theo: Person = { ...newPerson(derivedId('upgrade/person/theo'), 'Théo 🏕️'), ...child, age: '8 months' }
  ella.diets.vegetarian = true
  ella.allergens.nuts = true
  ella.allergens.peanuts = true
  ella.carries_medicine = true
  ella.food_note = 'Walnuts are the worst.\nHer pen is in the red bag.'
  theo.skips = [newSkip('2 dinner'), newSkip('3 breakfast')]
  await edit('people', () => {
    const own = newParty({ person_id: anna.id, party_id: anna.id }, { full_name: 'Anna Lindqvist', username: 'anna' })
    const [self] = own.persons
    if (self) Object.assign(self, { coming: 'coming', from: '1 dinner', until: '4 breakfast' })
    const okafor = [
      ['Ben Okafor', 'coming'],
      ['Grace Okafor', 'coming'],
      ['Noah Okafor', 'unsure'],
      ['Ruth Okafor', 'not_coming'],
      ['Sam Okafor', 'open'],
    ] as const
    const persons = okafor.map(([name, coming], at) => ({ ...newPerson(entryId(listOf('private'), at), name), coming }))
    return [
      { ...own, name: 'Lindqvist', persons: [...own.persons, ella, theo] },
      { id: OKAFOR, name: 'The Okafors', persons },
      { id: FRIENDS, name: 'Friends', persons: [] },
      {
        id: derivedId('upgrade/party/dev'),
        name: '',
        persons: [newPerson(derivedId('upgrade/person/dev'), 'Dev Patel')],
      },
    ]
  })
  await edit('checklist', (value) => [{ id: KITCHEN, category: 'Group kitchen', items: [] }, ...value.slice(0, 2)])
  await edit('meals', (value) => ({ ...value, '5': newMealDay('car_trip', 5) }))
  await edit('itinerary', (value) => ({ ...value, '5': newItineraryDay('car_trip', 5) }))
  pass(2)
}

/** Ben joins as somebody on the list, Chiara as herself, Dev as a guest, and Emil claims to be Dev. */
async function gather(app: TestApp, { anna, ben, chiara }: Record<'anna' | 'ben' | 'chiara', Planner>) {
  const invite = async (by: Planner, tripId: string, body: object) =>
    (
      (await checked(by.client.post(`/api/trips/${tripId}/invitations`, body))).body as {
        token: string
        invitation: { id: string }
      }
    ).token
  const join = async (client: TestClient, token: string, body: object = {}) =>
    (
      (await checked(client.post('/api/join', { token, device: crypto.randomUUID(), ...body }))).body as {
        user: { id: string }
      }
    ).user.id
  const token = await invite(anna, tripIds.road, { days: 365, max_uses: 30 })
  await invite(anna, tripIds.road, { days: 1 })
  await join(ben.client, token, { person_id: entryId(listOf('private'), 0) })
  await join(chiara.client, token)
  const devClient = app.openClient()
  const devPerson = derivedId('upgrade/person/dev')
  const dev = { client: devClient, id: await join(devClient, token, { name: 'Dev', person_id: devPerson }) }
  const emilClient = app.openClient()
  const claim = { name: 'Dev P.', person_id: devPerson, is_claim: true }
  const emil = { client: emilClient, id: await join(emilClient, token, claim) }
  const finnId = await join(app.openClient(), token, { name: 'Finn' })
  await checked(anna.client.send('DELETE', `/api/trips/${tripIds.road}/people/${finnId}`))
  const person = `/api/trips/${tripIds.road}/people/${ben.id}`
  await checked(anna.client.put(person, { role: 'organizer' }))
  await checked(
    anna.client.put(`${person}/name`, {
      is_right: true,
      person_id: entryId(listOf('private'), 0),
      shares_with: OKAFOR,
    }),
  )
  const air = await invite(ben, tripIds.air, { days: 365, max_uses: null })
  await join(anna.client, air)
  await join(chiara.client, air)
  await checked(ben.client.put(`/api/trips/${tripIds.air}/people/${anna.id}`, { role: 'organizer' }))
  await checked(ben.client.put(`/api/trips/${tripIds.air}/people`, { members_edit: false }))
  await join(ben.client, await invite(anna, tripIds.cottage, {}))
  return { dev, emil, invitation: token }
}

async function planAirTrip(ben: Planner): Promise<void> {
  await editAs(ben, tripIds.air, 'details', (value: object) => ({
    ...value,
    destination_name: 'Lisbon',
    departure_date: '2027-05-02',
    return_date: '2027-05-09',
    departure_airport_code: 'YYZ',
    arrival_airport_code: 'LIS',
    air_travel_flight_info: { carrier: 'TAP Air Portugal', flightNumber: 'TP 258' },
  }))
  for (const [at, kind] of (['pdf', 'png'] as const).entries()) {
    const type = kind === 'pdf' ? 'application/pdf' : 'image/png'
    const options = { id: derivedId(`upgrade/document/${at}`), type, description: `Boarding pass ${at + 1}` }
    await checked(upload(ben.client, tripIds.air, `pass-${at}.${kind}`, buildFile(kind, 300 + at), options))
    pass(1)
  }
}

async function fillLists(anna: Planner, ben: Planner): Promise<void> {
  for (const list of editedLists) {
    if (list.section === 'private') continue
    const who = list.trip === 'road' ? anna : ben
    const entries = initialEntries(list)
    await editAs(
      who,
      tripIds[list.trip],
      list.section,
      inList(list, () => entries.slice(0, 3)),
    )
    pass(2)
    // One by one, so that the history has several versions, and snapshots among them.
    for (const at of entries.keys())
      if (at >= 3)
        await editAs(
          who,
          tripIds[list.trip],
          list.section,
          inList(list, () => entries.slice(0, at + 1)),
        )
    pass(2)
  }
}

/** What else the sections of the group have: who is in which car and bed, who buys what, who paid whom. */
async function planForGroup(anna: Planner): Promise<void> {
  const some = <Value>(section: SectionName) => initialEntries(listOf(section)).slice(0, 3) as Value
  const idOf = (section: SectionName, number: number) => entryId(listOf(section), number)
  await checked(uploadReceipt(anna.client, tripIds.road, 'campsite.png', buildFile('png', 310), { id: RECEIPT }))
  await checked(setPicture(anna.client, tripIds.road, buildFile('jpeg', 320)))
  const [ben, grace, noah] = [okaforId(0), okaforId(1), okaforId(2)]
  const values: { [Name in SectionName]?: SectionValue<Name> } = {
    shopping: {
      items: some('shopping'),
      states: [{ ...newItemState('1:milk'), is_at_home: true, amount_at_home: '1 L', note: 'In the cooler' }],
      purchases: [
        { ...newPurchase(derivedId('upgrade/purchase/eggs'), { key: '1:eggs', name: 'Eggs' }, ben), amount: '24' },
      ],
    },
    gear: { claims: some('gear') },
    rides: {
      cars: some('rides'),
      riders: [
        { id: ben, car: idOf('rides', 0) },
        { id: grace, car: idOf('rides', 0) },
        { id: noah, car: 'none' },
      ],
    },
    duties: {
      duties: some('duties'),
      volunteers: [newVolunteer(idOf('duties', 0), ben), newVolunteer(idOf('duties', 1), grace)],
    },
    beds: {
      beds: some('beds'),
      sleepers: [
        { id: grace, bed: idOf('beds', 0) },
        { id: anna.id, bed: idOf('beds', 1) },
      ],
    },
    costs: {
      ...(plan.costs.empty as SectionValue<'costs'>),
      currency: 'CAD',
      expenses: some('costs'),
      payments: [
        {
          ...newPayment(
            derivedId('upgrade/payment/0'),
            { from: grace, to: anna.id, amount: 2000, currency: 'USD' },
            anna.id,
          ),
          rate: '1.36 CAD',
          note: 'In cash at the dock',
          answer: 'received',
          answered_amount: 2000,
        },
      ],
    },
  }
  for (const [section, value] of Object.entries(values) as [SectionName, unknown][])
    await editAs(anna, tripIds.road, section, () => value)
}

async function recordPrivate(anna: Planner, ben: Planner): Promise<void> {
  const list = listOf('private')
  const records = initialEntries(list)
  await operate(ben, tripIds.road, 'private', insert([OKAFOR], { id: OKAFOR, persons: [] }))
  for (const [number, { id, ...fields }] of records.entries()) {
    const at = [OKAFOR, 'persons', id]
    const before: Record<string, unknown> = newRecord(id)
    const sets = Object.entries(fields).map(
      ([name, to]): Mutation => ({ do: 'set', at: [...at, name], was: before[name], to }),
    )
    const { answer } = await operate(
      ben,
      tripIds.road,
      'private',
      insert(at, newRecord(id), records[number - 1]?.id),
      ...sets,
    )
    expect(answer.refused).toEqual([])
  }
  const own = [anna.id, 'persons', anna.id]
  await operate(
    anna,
    tripIds.road,
    'private',
    insert([anna.id], { id: anna.id, persons: [] }),
    insert(own, newRecord(anna.id)),
    { do: 'set', at: [...own, 'phone'], was: '', to: '+1 705 555 0188' },
  )
}

const insert = (at: string[], entry: unknown, after: string | null = null): Mutation => ({
  do: 'insert',
  at,
  entry,
  after,
})

/** Edits with every outcome: applied, merged, superseded and refused. */
async function editTogether(anna: Planner, ben: Planner, chiara: Planner): Promise<StoredRetry[]> {
  const list = listOf('notes')
  const retries: StoredRetry[] = []
  const act = async (as: string, who: Planner, section: SectionName, ...mutations: Mutation[]) => {
    const { operations, answer } = await operate(who, tripIds.road, section, ...mutations)
    const outcomes = { refused: answer.refused.map(({ id }) => id), superseded: answer.superseded.map(({ id }) => id) }
    retries.push({ as, tripId: tripIds.road, operations, ...outcomes })
    pass(2)
  }
  const at = [entryId(list, 8), 'text']
  const was = list.texts[8]
  await act('anna', anna, 'notes', { do: 'set', at, was, to: `George Lake only. ${was}` })
  await act('ben', ben, 'notes', { do: 'set', at, was, to: `${was} Boil it on the islands.` })
  // Superseded: somebody has changed the text meanwhile.
  const removed = { do: 'remove' as const, at: [entryId(list, 8)], was: list.build(entryId(list, 8), String(was)) }
  await act('chiara', chiara, 'notes', { ...removed, after: entryId(list, 7) })
  const kitchen = listOf('checklist')
  const tick = { do: 'set' as const, at: [KITCHEN, 'items', entryId(kitchen, 4), 'checked'], was: false, to: true }
  await act('chiara', chiara, 'checklist', tick)
  await editAs(anna, tripIds.road, 'checklist', remove(kitchen, 11))
  await act('chiara', chiara, 'checklist', { ...tick, at: [KITCHEN, 'items', entryId(kitchen, 11), 'checked'] })
  await editAs(ben, tripIds.road, 'notes', remove(list, 13))
  await editAs(anna, tripIds.road, 'gear', remove(listOf('gear'), 9))
  await editAs(ben, tripIds.road, 'notes', moveToFront(list, 3))
  await editAs(anna, tripIds.road, 'checklist', inList(kitchen, setField(entryId(kitchen, 10), 'checked', true)))
  await editAs(anna, tripIds.road, 'meals', (value: object) =>
    Object.fromEntries(Object.entries(value).filter(([day]) => day !== '5')),
  )
  return retries
}
