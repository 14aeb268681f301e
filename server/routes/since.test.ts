import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { invitationMade, joined } from '#domain/api/people.ts'
import { formatSeen, MAX_SINCE_CHANGES, type SeenVersions, sinceResponse } from '#domain/api/since.ts'
import { describeChanges } from '#domain/history/index.ts'
import { apply } from '#domain/operations/apply.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { forms } from '#domain/plan/forms.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import type { Trip } from '#domain/trip.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

/** What somebody did to a section. */
interface HistoryEntry {
  by: string
  section: SectionName
  mutation: Mutation
}

describe.each(engines)('changes since the last visit, on %s', (engine) => {
  let server: TestApp
  let me: TestClient
  let ana: TestClient
  let ben: TestClient
  let trip: Trip

  beforeAll(async () => {
    server = await openTestApp(engine)
    const signUp = async (full_name: string) => {
      const data = { username: `${full_name}77`, full_name, is_beta_user: true as const, referred_by: null }
      return (await server.signUp({ data })).client
    }
    me = await signUp('me')
    ana = await signUp('ana')
    ben = await signUp('ben')
  })
  beforeEach(async () => {
    trip = await insertTrip(server.db)
  })
  afterAll(() => server.remove())

  const [group] = planTemplates.checklist('car_trip')
  const items = group?.items ?? []
  const operate = async (client: TestClient, section: SectionName, ...mutations: Mutation[]) => {
    const operations = mutations.map((mutation) => ({ id: crypto.randomUUID(), section, ...mutation }))
    expect(await client.post(`/api/trips/${trip.id}/operations`, { operations, seen: {} })).toMatchObject({
      status: 200,
      body: { refused: [] },
    })
    server.wait({ seconds: 1 })
  }
  const tick = (client: TestClient, n: number, to = true) =>
    operate(client, 'checklist', {
      do: 'set',
      at: [group?.id ?? '', 'items', items[n]?.id ?? '', 'checked'],
      was: !to,
      to,
    })
  const setDestination = (client: TestClient, to: string, was = '') =>
    operate(client, 'details', { do: 'set', at: ['destination_name'], was, to })
  const insertNote = (text: string, id = crypto.randomUUID()): Mutation => ({
    do: 'insert',
    at: [id],
    entry: { id, text },
    after: null,
  })
  const note = (client: TestClient, text: string) => operate(client, 'notes', insertNote(text))
  /** Inserts a history of mutations one second apart directly, since hundreds of requests would take long. */
  async function writeHistory(made: HistoryEntry[]): Promise<void> {
    const versions = new Map<SectionName, number>()
    const start = server.clock().getTime()
    const rows = made.map(({ by, section, mutation }, second) => {
      const version = (versions.get(section) ?? 0) + 1
      versions.set(section, version)
      const save_id = crypto.randomUUID()
      const first = () => apply(planTemplates[section](trip.type), mutation, { form: forms[section] }).value
      return {
        trip_id: trip.id,
        section,
        version,
        save_id,
        saved_by: by,
        saved_at: new Date(start + second * 1000).toISOString(),
        operations: JSON.stringify([{ ...mutation, id: save_id }]),
        value: version === 1 ? JSON.stringify(first()) : null,
      }
    })
    const sections = [...versions].map(([section, version]) => ({ trip_id: trip.id, section, version }))
    await server.db.insertInto('plan_sections').values(sections).execute()
    await server.db.insertInto('plan_history').values(rows).execute()
  }
  const ask = (since: string, client = me) => client.get(`/api/trips/${trip.id}/changes?since=${since}`)
  const listSince = async (seen: SeenVersions, client = me) =>
    sinceResponse.parse((await ask(formatSeen(seen), client)).body)
  /** Who did what in which section, in words. */
  const describeSince = async (seen: SeenVersions, client = me) =>
    (await listSince(seen, client)).entries.map(
      ({ by, section, changes }) => `${by?.name}, ${section}: ${describeChanges(section, changes).join('; ')}`,
    )

  it('are listed per person and section, newest first, without one’s own', async () => {
    await setDestination(ana, 'Killarney')
    await tick(ben, 0)
    await tick(me, 1)
    await tick(ana, 2)
    expect(await describeSince({ details: 0, checklist: 0 })).toEqual([
      `ana, checklist: ticked “${items[2]?.name}”`,
      `ben, checklist: ticked “${items[0]?.name}”`,
      'ana, details: set the destination to “Killarney”',
    ])
    expect(await describeSince({ details: 0, checklist: 0 }, ana)).toEqual([
      `me, checklist: ticked “${items[1]?.name}”`,
      `ben, checklist: ticked “${items[0]?.name}”`,
    ])
    expect(await describeSince({ details: 1, checklist: 2 })).toEqual([`ana, checklist: ticked “${items[2]?.name}”`])
    const answer = await listSince({ details: 1, checklist: 1, notes: 0 })
    expect(answer).toMatchObject({ more: 0, versions: { details: 1, checklist: 3, notes: 0 } })
    expect(answer.entries.map(({ at }) => at)).toEqual(
      answer.entries
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
  })

  it('combine what a person did, even if others made changes in between', async () => {
    await setDestination(ana, 'Kill')
    await tick(ben, 0)
    await setDestination(ben, 'Bon Echo', 'Kill')
    await tick(ana, 1)
    await setDestination(ana, 'Killarney', 'Bon Echo')
    await tick(ben, 0, false)
    expect(await describeSince({ details: 0, checklist: 0 })).toEqual([
      'ana, details: changed the destination from “Bon Echo” to “Killarney”',
      `ana, checklist: ticked “${items[1]?.name}”`,
      'ben, details: changed the destination from “Kill” to “Bon Echo”',
    ])
  })

  it('are empty if nothing is newer, and omit sections that were not requested', async () => {
    await setDestination(ana, 'Killarney')
    expect(await listSince({ details: 1, notes: 0 })).toEqual({
      entries: [],
      more: 0,
      versions: { details: 1, notes: 0 },
    })
    expect(await listSince({ notes: 0 })).toEqual({ entries: [], more: 0, versions: { notes: 0 } })
    expect(await listSince({ details: 7 })).toEqual({ entries: [], more: 0, versions: { details: 1 } })
  })

  it('omit what was seen on another device, and seen versions never decrease', async () => {
    await setDestination(ana, 'Killarney')
    await tick(ana, 0)
    const see = (seen: object) => me.put(`/api/trips/${trip.id}/seen`, { seen })
    expect(await see({ details: 1, checklist: 0 })).toMatchObject({ status: 204 })
    expect(await see({ details: 0 })).toMatchObject({ status: 204 })
    expect(await see({})).toMatchObject({ status: 204 })
    expect(await describeSince({ details: 0, checklist: 0 })).toEqual([`ana, checklist: ticked “${items[0]?.name}”`])
    expect(await describeSince({ details: 0 }, ben)).toEqual(['ana, details: set the destination to “Killarney”'])
    await setDestination(ana, 'Bon Echo', 'Killarney')
    expect(await describeSince({ details: 0 })).toEqual([
      'ana, details: changed the destination from “Killarney” to “Bon Echo”',
    ])
  })

  it('treat the guest that a person was before as themselves', async () => {
    const { client: owner, user } = await server.signUp()
    trip = await insertTrip(server.db, { owner_id: user.id })
    const { token } = invitationMade.parse((await owner.post(`/api/trips/${trip.id}/invitations`, {})).body)
    const guest = server.openClient()
    const body = { token, device: crypto.randomUUID(), name: 'Cleo' }
    const { id } = joined.parse((await guest.post('/api/join', body)).body).user
    await setDestination(owner, 'Bon Echo')
    await guest.put(`/api/trips/${trip.id}/seen`, { seen: { details: 1 } })
    await setDestination(guest, 'Killarney', 'Bon Echo')
    await note(guest, 'Bring the canoe')
    const { user: account, password } = await server.signUp()
    const credentials = { email: account.email, password, guest: id }
    expect((await guest.post('/auth/v1/token?grant_type=password', credentials)).status).toBe(200)
    await note(owner, 'Bring the tarp')

    // On a device on which the person has seen nothing of the trip.
    const seen = { people: 0, details: 0, notes: 0 }
    const other = await server.openSession(account)
    expect(await describeSince(seen, other)).toEqual(['Robin Tester, notes: added the note “Bring the tarp”'])
    expect(await listSince(seen, other)).toMatchObject({ more: 0 })
    expect(await describeSince(seen, owner)).toEqual([
      'Cleo, notes: added the note “Bring the canoe”',
      'Cleo, details: changed the destination from “Bon Echo” to “Killarney”',
      expect.stringContaining('Cleo, people: '),
    ])
  })

  it('contain the newest of many changes, and count the rest', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => insertAccount(server.db)))
    const ownId = await insertAccount(server.db)
    const to = (n: number): Mutation => ({
      do: 'set',
      at: ['destination_name'],
      was: n > 0 ? `Lake ${n - 2}` : '',
      to: `Lake ${n}`,
    })
    await writeHistory([
      ...Array.from({ length: 600 }, (_, n): HistoryEntry => {
        const by = people[n % 30] as string
        return n % 2 === 0
          ? { by, section: 'details', mutation: to(n) }
          : { by, section: 'notes', mutation: insertNote(`note ${n}`) }
      }),
      { by: ownId, section: 'details', mutation: to(600) },
    ])
    const { entries, more } = await listSince({ details: 0, notes: 0 }, await server.openSession({ id: ownId }))
    const changes = entries.flatMap(({ changes }) => changes)
    expect(changes.length).toBeLessThanOrEqual(MAX_SINCE_CHANGES)
    expect(entries[0]).toMatchObject({ section: 'notes' })
    // One of the latest 500 is the person's own; each person's changes of the destination are combined.
    expect(changes.length).toBe(15 + 250)
    expect(more).toBe(101)
    expect(JSON.stringify(entries).length).toBeLessThan(100_000)
  })

  it('give everybody an equal share if some did very much', async () => {
    const notes = (n: number) => Array.from({ length: n }, (_, i) => insertNote(`note ${i}`))
    await operate(ana, 'notes', ...notes(200))
    await operate(ben, 'notes', ...notes(190))
    await tick(ana, 0)
    const { entries, more } = await listSince({ notes: 0, checklist: 0 })
    expect(entries.map(({ by, changes }) => [by?.name, changes.length])).toEqual([
      ['ana', 1],
      ['ben', 149],
      ['ana', 149],
    ])
    expect(more).toBe(51 + 41)
  })

  it('contain no more of a text than is shown', async () => {
    await note(ana, 'x'.repeat(5000))
    const answer = await ask('notes:0')
    expect(answer.text.length).toBeLessThan(1000)
    expect(await describeSince({ notes: 0 })).toEqual([`ana, notes: added the note “${'x'.repeat(59)}…”`])
  })

  it('refuse anything but a list of sections and versions', async () => {
    const invalid = { status: 400, body: { error: { code: 'invalid_request' } } }
    for (const since of ['', 'notes', 'notes:x', 'notes:-1', 'budget:1', 'notes:1,,details:1', 'notes:9999999999'])
      expect(await ask(since), since).toMatchObject(invalid)
    for (const seen of [{ budget: 1 }, { notes: -1 }, { notes: '1' }, null])
      expect(await me.put(`/api/trips/${trip.id}/seen`, { seen }), JSON.stringify(seen)).toMatchObject(invalid)
  })
})
