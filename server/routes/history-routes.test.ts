import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { historyAnswer } from '#domain/api/history.ts'
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
    const signUp = async (username: string) => {
      const data = { username, full_name: username, is_beta_user: true as const, referred_by: null }
      return (await server.signUp({ data })).client
    }
    ana = await signUp('ana')
    ben = await signUp('ben')
    tripId = (await insertTrip(server.db)).id
  })
  afterAll(() => server.remove())

  const noteId = '00000000-0000-4000-8000-000000000001'
  const save = (client: TestClient, text: string) => client.makeSection(tripId, 'notes', [{ id: noteId, text }])
  const list = async () => historyAnswer.parse((await ana.get(`/api/trips/${tripId}/history`)).body).entries
  const at = (version: number | string, section = 'notes') => ana.get(`/api/trips/${tripId}/history/${section}/${version}`)

  it('tells the saves of one person within a minute as one, newest first, and gives back each version', async () => {
    expect(await list()).toEqual([])
    await save(ana, 'one')
    server.wait({ seconds: 30 })
    await save(ana, 'two')
    server.wait({ seconds: 30 })
    await save(ben, 'three')
    server.wait({ seconds: 90 })
    await save(ben, 'four')
    const entries = await list()
    expect(entries.map(({ saved_at, ...entry }) => entry)).toEqual([
      { section: 'notes', from: 3, version: 4, saved_by: 'ben' },
      { section: 'notes', from: 2, version: 3, saved_by: 'ben' },
      { section: 'notes', from: 0, version: 2, saved_by: 'ana' },
    ])
    expect(await at(2)).toMatchObject({ status: 200, body: { version: 2, value: [{ id: noteId, text: 'two' }] } })
    expect((await at(0)).body).toEqual({ version: 0, value: planTemplates.notes('car_trip') })
  })

  it('refuses versions and sections that there are not', async () => {
    expect(await at(99)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    expect(await at('1.5')).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    expect(await at(-1)).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    expect(await at(1, 'budget')).toMatchObject({ status: 404, body: { error: { code: 'section_not_found' } } })
  })
})
