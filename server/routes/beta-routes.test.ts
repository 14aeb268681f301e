import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { betaResponse } from '#domain/api/auth.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, withoutTable } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed } from '#server/testing/test-client.ts'
import { seedDemo } from '#server/trips/seed-demo.ts'

describe.each(engines)('the beta information on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp(engine)
  })
  afterAll(() => server.remove())

  const getBeta = async (app: TestApp) => betaResponse.parse((await app.openClient().get('/api/beta')).body)

  it('CALL-DATA-2 is the number of beta users, and the demo account if there is one', async () => {
    expect(await getBeta(server)).toEqual({
      beta_users: 0,
      demo: null,
      share_without_sign_in: false,
      sends_mail: false,
      sign_ups: 'open',
    })

    await Promise.all([insertAccount(server.db), insertAccount(server.db)])
    const other = await insertAccount(server.db)
    await server.db.updateTable('profiles').set({ is_beta_user: false }).where('id', '=', other).execute()
    const withoutProfile = await insertAccount(server.db)
    await server.db.deleteFrom('profiles').where('id', '=', withoutProfile).execute()
    expect(await getBeta(server)).toEqual({
      beta_users: 2,
      demo: null,
      share_without_sign_in: false,
      sends_mail: false,
      sign_ups: 'open',
    })
  })

  it('is an error if the database cannot count', async () => {
    const answer = await withoutTable(server.db, 'profiles', () => server.openClient().get('/api/beta'))
    expect(answer).toMatchObject(failed(500, 'internal_error'))
  })

  it('contains a demo account that can sign in, unless DEMO=off', async () => {
    const fresh = await openTestApp(engine)
    await seedDemo({ kysely: fresh.db, engine, close: async () => {} }, fresh.plan, fresh.clock)
    const { beta_users, demo } = await getBeta(fresh)
    expect(beta_users).toBe(1)
    const client = fresh.openClient()
    expect(await client.post('/auth/v1/token?grant_type=password', demo)).toMatchObject({
      status: 200,
      body: { user: demo && { email: demo.email } },
    })
    expect(await client.get('/api/trips')).toMatchObject({
      body: { trips: [{ name: 'Demo Algonquin Adventure', owner_id: null }] },
    })

    expect(await getBeta(fresh.openAnother({ env: { DEMO: 'off', SHARE_WITHOUT_SIGN_IN: 'true' } }))).toEqual({
      beta_users: 1,
      demo: null,
      share_without_sign_in: true,
      sends_mail: false,
      sign_ups: 'open',
    })
    await fresh.remove()
  })
})
