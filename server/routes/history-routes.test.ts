import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changesResponse, historyResponse, MAX_HISTORY_VERSIONS } from '#domain/api/history.ts'
import { describeChanges } from '#domain/history/index.ts'
import type { CommonSectionName } from '#domain/plan/index.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { engines } from '#server/testing/engines.ts'
import { insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

describe.each(engines)('the history on %s', (engine) => {
  let server: TestApp
  let ana: TestClient
  let ben: TestClient
  let tripId: string

  beforeAll(async () => {
    server = await openTestApp(engine)
    const signUp = async (full_name: string) => {
      const data = { username: `${full_name}77`, full_name, is_beta_user: true as const, referred_by: null }
      return (await server.signUp({ data })).client
    }
    ana = await signUp('ana')
    ben = await signUp('ben')
    tripId = (await insertTrip(server.db)).id
  })
  afterAll(() => server.remove())

  const noteId = '00000000-0000-4000-8000-000000000001'
  const save = (client: TestClient, text: string) => client.makeSection(tripId, 'notes', [{ id: noteId, text }])
  const list = async () => historyResponse.parse((await ana.get(`/api/trips/${tripId}/history`)).body).entries
  const getVersion = (version: number | string, section = 'notes') =>
    ana.get(`/api/trips/${tripId}/history/${section}/${version}`)

  const changes = (query: string, section = 'notes') =>
    ana.get(`/api/trips/${tripId}/history/${section}/changes?${query}`)
  const listInWords = async (query: string, section: CommonSectionName) =>
    describeChanges(section, changesResponse.parse((await changes(query, section)).body).changes)

  it('combines the saves of a person within a minute, newest first, and returns each version', async () => {
    expect(await list()).toEqual([])
    await save(ana, 'one')
    server.wait({ seconds: 30 })
    await save(ana, 'two')
    server.wait({ seconds: 30 })
    await save(ben, 'three')
    server.wait({ seconds: 90 })
    await save(ben, 'four')
    const named = (name: string) => ({ id: expect.any(String), name })
    const entries = await list()
    expect(entries.map(({ saved_at, ...entry }) => entry)).toEqual([
      { section: 'notes', from: 3, version: 4, saved_by: named('ben') },
      { section: 'notes', from: 2, version: 3, saved_by: named('ben') },
      { section: 'notes', from: 0, version: 2, saved_by: named('ana') },
    ])
    expect(await getVersion(2)).toMatchObject({
      status: 200,
      body: { version: 2, value: [{ id: noteId, text: 'two' }] },
    })
    expect((await getVersion(0)).body).toEqual({ version: 0, value: planTemplates.notes('car_trip') })
  })

  it('describes what changed between two versions', async () => {
    expect(await listInWords('from=1&to=2', 'notes')).toEqual(['changed the note “one” to “two”'])
    expect(await listInWords('from=1&to=4', 'notes')).toEqual(['changed the note “one” to “four”'])
    expect(await listInWords('from=2&to=2', 'notes')).toEqual([])
    const first = await listInWords('from=0&to=1', 'notes')
    expect(first).toHaveLength(planTemplates.notes('car_trip').length + 1)
    expect(first).toContain('added the note “one”')
  })

  it('describes operations, a tick in a few hundred bytes', async () => {
    const [group] = planTemplates.checklist('car_trip')
    const [item] = group?.items ?? []
    if (!group || !item) throw new Error('The template has items')
    const operate = (mutation: object) =>
      ana.post(`/api/trips/${tripId}/operations`, {
        operations: [{ id: crypto.randomUUID(), section: 'checklist', ...mutation }],
        seen: {},
      })
    await operate({ do: 'set', at: [group.id, 'items', item.id, 'checked'], was: false, to: true })
    await operate({ do: 'remove', at: [group.id, 'items', item.id], was: item, after: null })
    expect(await listInWords('from=0&to=1', 'checklist')).toEqual([`ticked “${item.name}”`])
    expect(await listInWords('from=0&to=2', 'checklist')).toEqual([
      `ticked “${item.name}”`,
      `removed “${item.name}” from ${group.category}`,
    ])
    const { body } = await changes('from=0&to=1', 'checklist')
    expect(JSON.stringify(body).length).toBeLessThan(400)
  })

  it('refuses invalid versions, and two that are too far apart', async () => {
    const invalid = { status: 400, body: { error: { code: 'invalid_request' } } }
    for (const query of [
      '',
      'from=1',
      'from=1&to=x',
      'from=-1&to=2',
      'from=2&to=1',
      `from=0&to=${MAX_HISTORY_VERSIONS + 1}`,
    ])
      expect(await changes(query), query).toMatchObject(invalid)
    const missing = { status: 404, body: { error: { code: 'not_found' } } }
    for (const query of [`from=0&to=${MAX_HISTORY_VERSIONS}`, 'from=99&to=99', 'from=4&to=5'])
      expect(await changes(query), query).toMatchObject(missing)
    expect(await changes('from=0&to=1', 'budget')).toMatchObject({
      status: 404,
      body: { error: { code: 'section_not_found' } },
    })
  })

  it('refuses unknown versions and sections', async () => {
    expect(await getVersion(99)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    expect(await getVersion('1.5')).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    expect(await getVersion(-1)).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    expect(await getVersion(1, 'budget')).toMatchObject({ status: 404, body: { error: { code: 'section_not_found' } } })
  })
})
