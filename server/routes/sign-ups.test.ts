import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'
import { buildRegistration, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed } from '#server/testing/test-client.ts'

describe.each(engines)('SIGN_UPS on %s', (engine) => {
  let server: TestApp
  let invited: TestApp
  let off: TestApp
  let ownerId: string
  beforeAll(async () => {
    server = await openTestApp(engine)
    invited = server.openAnother({ env: { SIGN_UPS: 'invited' } })
    off = server.openAnother({ env: { SIGN_UPS: 'off' } })
    ownerId = await insertAccount(server.db)
  })
  afterAll(() => server.remove())

  async function invite() {
    const owner = await server.openSession({ id: ownerId })
    const { id } = await insertTrip(server.db, { owner_id: ownerId })
    const { token, invitation } = (await owner.post(`/api/trips/${id}/invitations`, {})).body as {
      token: string
      invitation: { id: string }
    }
    return { token, revoke: () => owner.send('DELETE', `/api/trips/${id}/invitations/${invitation.id}`) }
  }
  const signUp = (app: TestApp, invitation?: string) =>
    app.openClient().post('/auth/v1/signup', { ...buildRegistration(), ...(invitation && { invitation }) })
  const becomeAccount = async (app: TestApp) => {
    const client = await app.openSession({ id: await insertAccount(server.db, { email: null }), email: null })
    return client.put('/auth/v1/user', { email: `robin-${randomUUID()}@example.org`, password: 'a longer one' })
  }

  it('invited: an open invitation lets somebody register, and a guest may become an account', async () => {
    expect(await signUp(invited)).toMatchObject(failed(403, 'sign_ups_invited'))
    expect(await signUp(invited, 'unknown')).toMatchObject(failed(404, 'invitation_not_found'))
    const { token, revoke } = await invite()
    expect(await signUp(invited, token)).toMatchObject({ status: 200 })
    await revoke()
    expect(await signUp(invited, token)).toMatchObject(failed(410, 'invitation_revoked'))
    expect((await becomeAccount(invited)).status).toBe(200)
  })

  it('off: nobody registers, but guests join', async () => {
    const { token } = await invite()
    expect(await signUp(off, token)).toMatchObject(failed(403, 'sign_ups_off'))
    expect(await becomeAccount(off)).toMatchObject(failed(403, 'sign_ups_off'))
    const joined = await off.openClient().post('/api/join', { token, device: randomUUID(), name: 'Ana' })
    expect(joined.status).toBe(200)
  })

  it('is said to the sign-in page', async () => {
    for (const [app, sign_ups] of [
      [server, 'open'],
      [invited, 'invited'],
      [off, 'off'],
    ] as const)
      expect((await app.openClient().get('/api/beta')).body).toMatchObject({ sign_ups })
  })
})
