import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'

test.use({ isSignedIn: true })

test('ROUTE-7 links open although a message put something behind them', async ({
  page,
  server,
  createTrip,
  openContext,
  friend,
}) => {
  const id = await createTrip(page, { name: 'Killarney', type: 'car_trip' })
  const token = await createInvitation(page, server, id)
  const phone = await (await openContext()).newPage()
  await phone.goto(`/join/${token}>).`)
  await expect(phone).toHaveURL(`/join/${token}`)
  await joinAsGuest(phone, `/join/${token},`, 'Ana')
  await expect(phone.getByRole('heading', { name: 'Killarney' })).toBeVisible()

  await page.goto(`/trip/${id}.`)
  await expect(page.getByRole('heading', { name: 'Killarney' })).toBeVisible()
  await expect(page).toHaveURL(`/trip/${id}`)

  const shared = randomUUID()
  server.database.prepare('update trips set share_token = ? where id = ?').run(shared, id)
  await friend.goto(`/shared/${id}?token=${shared})`)
  await expect(friend.getByRole('heading', { name: 'Killarney' })).toBeVisible()
})
