import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures.ts'
import { forgetApp } from './forget-app.ts'
import { createInvitation, joinAsGuest } from './joining.ts'

test.use({ isSignedIn: true })

test('ROUTE-7 links open although a message put something behind them', async ({
  page,
  server,
  createTrip,
  signIn,
  register,
}) => {
  const id = await createTrip(page, { name: 'Killarney', type: 'car_trip' })
  const token = await createInvitation(page, server, id)
  await page.context().clearCookies()
  await page.goto(`/join/${token}>).`)
  await expect(page).toHaveURL(`/join/${token}`)
  await joinAsGuest(page, `/join/${token},`, 'Ana')
  await expect(page.getByRole('heading', { name: 'Killarney' })).toBeVisible()

  await page.goto(`/trip/${id}.`)
  await expect(page.getByRole('heading', { name: 'Killarney' })).toBeVisible()
  await expect(page).toHaveURL(`/trip/${id}`)

  // Somebody else, who is not on the trip.
  await forgetApp(page)
  await page.context().clearCookies()
  await signIn(page, await register())
  const shared = randomUUID()
  server.database.prepare('update trips set share_token = ? where id = ?').run(shared, id)
  await page.goto(`/shared/${id}?token=${shared})`)
  await expect(page.getByRole('heading', { name: 'Killarney' })).toBeVisible()
})
