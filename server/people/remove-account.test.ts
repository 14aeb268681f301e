import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { historyAnswer } from '#domain/api/history.ts'
import { peopleAnswer } from '#domain/api/people.ts'
import { tripAnswer, tripListAnswer } from '#domain/api/trips.ts'
import { newParty, newPerson, type Party } from '#domain/plan/people.ts'
import { newRecord } from '#domain/plan/private.ts'
import { listTables } from '#server/operating/tables.ts'
import { buildFile } from '#server/testing/document-files.ts'
import { type DocumentApp, fileStores, openDocumentApp, upload } from '#server/testing/documents.ts'
import { engines } from '#server/testing/engines.ts'
import { insertPass } from '#server/testing/rows.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

const NAME = 'Quendolyn Xaverius'
const CHILD = 'Zephyrine Xaverius'

describe.each(engines)('an account that goes on %s', (engine) => {
  let app: DocumentApp
  beforeAll(async () => {
    app = await openDocumentApp(engine, fileStores[0])
  })
  afterAll(() => app.remove())

  const note = (text: string) => [{ id: randomUUID() as string, text }]
  const newTrip = async (client: TestClient, name: string) => {
    const id = randomUUID()
    expect((await client.post('/api/trips', { id, name, type: 'air_travel' })).status).toBe(201)
    return id
  }
  const planOf = async (client: TestClient, id: string) => tripAnswer.parse((await client.get(`/api/trips/${id}`)).body)
  const peopleOf = async (client: TestClient, id: string) => {
    const { people } = (await planOf(client, id)).sections
    return 'value' in people ? people.value : []
  }
  const operate = async (client: TestClient, id: string, operations: object[]) => {
    const body = { operations: operations.map((operation) => ({ id: randomUUID(), ...operation })), seen: {} }
    expect(await client.post(`/api/trips/${id}/operations`, body)).toMatchObject({ status: 200, body: { refused: [] } })
  }

  /** Every place in the database, and every file's name, in which one of these texts stands. */
  async function findIn(texts: string[]): Promise<string[]> {
    const found: string[] = []
    for (const { name } of await listTables(app.db)) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(app.db)
      for (const row of rows)
        for (const [column, value] of Object.entries(row)) {
          const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toLowerCase()
          for (const each of texts) if (text.includes(each.toLowerCase())) found.push(`${name}.${column}: ${each}`)
        }
    }
    return found
  }

  it('leaves no id, e-mail or name of its person in any table, while what they wrote for others stays, by a former member', async () => {
    const {
      client: mine,
      user,
      password,
    } = await app.signUp({ data: { username: 'quendolyn-x', full_name: NAME, is_beta_user: true, referred_by: null } })
    const { client: other, user: friend } = await app.signUp()
    const own = await newTrip(mine, 'Of my own')
    await mine.makeSection(own, 'notes', note('Mine'))
    await upload(mine, own, 'permit.pdf', buildFile('pdf'))
    await mine.put(`/api/trips/${own}/archived`, { is_archived: true })
    await mine.put(`/api/trips/${await newTrip(mine, 'Deleted')}/deleted`, { is_deleted: true })

    const theirs = await newTrip(other, 'Of somebody else')
    await insertPass(app.db, { trip_id: theirs, user_id: user.id, role: 'organizer' })
    const place = { person_id: user.id, party_id: user.id }
    const otherParty = newParty({ person_id: friend.id, party_id: friend.id }, friend)
    await other.makeSection(theirs, 'people', [otherParty])
    await mine.makeSection(theirs, 'people', [
      { ...newParty(place, user), persons: [newPerson(user.id, NAME), newPerson(randomUUID(), CHILD)] },
      otherParty,
    ])
    await mine.makeSection(theirs, 'notes', note('Bring the canoe'))
    // What is changed, removed and brought back stands in the history and among what was removed.
    const [party] = await peopleOf(mine, theirs)
    const [, child] = (party as Party).persons
    const at = [user.id, 'persons', child?.id ?? '']
    await operate(mine, theirs, [{ section: 'people', do: 'set', at: [...at, 'name'], was: CHILD, to: `${CHILD} the younger` }])
    await operate(mine, theirs, [
      { section: 'people', do: 'remove', at, was: { ...child, name: `${CHILD} the younger` }, after: user.id },
    ])
    await operate(other, theirs, [{ section: 'people', do: 'move', at: [friend.id], after: user.id }])
    await operate(mine, theirs, [
      { section: 'private', do: 'insert', at: [user.id], entry: { id: user.id, persons: [] }, after: null },
      { section: 'private', do: 'insert', at: [user.id, 'persons', user.id], entry: newRecord(user.id), after: null },
      { section: 'private', do: 'set', at: [user.id, 'persons', user.id, 'contact_name'], was: '', to: NAME },
    ])
    await mine.post(`/api/trips/${theirs}/invitations`, {})
    await mine.put(`/api/trips/${theirs}/seen`, { seen: { notes: 1 } })
    await mine.post('/auth/v1/device-code', {})
    await app.openClient().post('/auth/v1/token?grant_type=password', { email: user.email, password: 'not this one' })
    const texts = [user.id, user.email, NAME, CHILD, 'quendolyn-x']
    expect((await findIn(texts)).length).toBeGreaterThan(20)

    expect(await mine.post('/auth/v1/removal', { password: 'not this one', heirs: [] })).toMatchObject({
      status: 401,
      body: { error: { code: 'wrong_credentials', at: 'password' } },
    })
    const files = Object.keys(await app.files()).filter((file) => file.startsWith(own))
    expect(files).toHaveLength(1)
    expect((await mine.post('/auth/v1/removal', { password, heirs: [] })).status).toBe(204)
    expect(await findIn(texts)).toEqual([])
    expect(Object.keys(await app.files()).filter((file) => file.startsWith(own))).toEqual([])
    expect(await mine.get('/auth/v1/user')).toMatchObject(failed(401, 'not_signed_in'))

    // The trip of the other one is as it was, but for them.
    expect((await peopleOf(other, theirs)).map(({ id }) => id)).toEqual([friend.id])
    expect(JSON.stringify((await planOf(other, theirs)).sections.notes)).toContain('Bring the canoe')
    const { entries } = historyAnswer.parse((await other.get(`/api/trips/${theirs}/history`)).body)
    expect(entries.find(({ section }) => section === 'notes')?.saved_by?.username).toBe('former member')
    const versions = entries.filter(({ section }) => section === 'people')
    expect(versions.length).toBeGreaterThan(0)
    for (const { version } of versions) {
      const earlier = await other.get(`/api/trips/${theirs}/history/people/${version}`)
      expect(earlier.status).toBe(200)
      expect((earlier.body as { value: Party[] }).value.map(({ id }) => id)).toEqual([friend.id])
    }
    await operate(other, theirs, [
      {
        section: 'people',
        do: 'set',
        at: [friend.id, 'persons', friend.id, 'name'],
        was: otherParty.persons[0]?.name,
        to: 'Somebody',
      },
    ])
    expect(peopleAnswer.parse((await other.get(`/api/trips/${theirs}/people`)).body).people).toHaveLength(1)
    expect((await app.openClient().post('/auth/v1/token?grant_type=password', { email: user.email, password })).status).toBe(401)
  })

  it('hands its trips to those whom its person has chosen', async () => {
    const [{ client: mine, user, password }, { client: other, user: heir }] = [await app.signUp(), await app.signUp()]
    const [given, gone] = [await newTrip(mine, 'Given'), await newTrip(mine, 'Gone')]
    for (const id of [given, gone]) await insertPass(app.db, { trip_id: id, user_id: heir.id, role: 'member' })
    const listed = (await mine.get('/auth/v1/removal')).body
    expect(listed).toMatchObject({
      trips: expect.arrayContaining([{ id: given, name: 'Given', heirs: [{ id: heir.id, name: heir.full_name }] }]),
    })
    const stranger = await app.signUp()
    const wrong = { password, heirs: [{ trip_id: given, user_id: stranger.user.id }] }
    expect(await mine.post('/auth/v1/removal', wrong)).toMatchObject(failed(404, 'person_not_found'))
    expect((await mine.get('/auth/v1/user')).status).toBe(200)
    expect((await mine.post('/auth/v1/removal', { password, heirs: [{ trip_id: given, user_id: heir.id }] })).status).toBe(204)
    const trips = tripListAnswer.parse((await other.get('/api/trips')).body).trips
    expect(trips.find(({ id }) => id === given)).toMatchObject({ role: 'owner' })
    expect(trips.some(({ id }) => id === gone)).toBe(false)
    expect(await findIn([user.id, user.email])).toEqual([])
  })
})
