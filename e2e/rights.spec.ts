import type { Page } from '@playwright/test'
import { expect, type TestServer, test } from './fixtures.ts'
import { holdRequests } from './held-requests.ts'
import { createInvitation } from './joining.ts'
import { readPersistedTrips, waitUntilTripPersisted } from './on-device.ts'
import { SEND, waitForSend } from './operations.ts'
import { openNote, waitForScripts } from './page-parts.ts'

test.use({ isSignedIn: true })

/*
 * How edits survive when somebody loses rights. Which actions are shown: web/app/rights.test.tsx; which the server
 * refuses: server/routes/access.test.ts.
 */

/** Adds the person signed in on a page to a trip, by an invitation from its owner. */
async function addMember(owner: Page, member: Page, server: TestServer, tripId: string): Promise<void> {
  const headers = { origin: server.address }
  const token = await createInvitation(owner, server, tripId)
  const device = crypto.randomUUID()
  const joined = await member.context().request.post(`${server.address}/api/join`, { data: { token, device }, headers })
  expect(joined.ok(), await joined.text()).toBe(true)
}

async function removeMember(owner: Page, member: Page, server: TestServer, tripId: string): Promise<void> {
  const { user } = await (await member.context().request.get(`${server.address}/auth/v1/user`)).json()
  const answer = await owner.context().request.delete(`${server.address}/api/trips/${tripId}/people/${user.id}`, {
    headers: { origin: server.address },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const setMembersEdit = async (owner: Page, server: TestServer, tripId: string, members_edit: boolean) => {
  const answer = await owner.context().request.put(`${server.address}/api/trips/${tripId}/people`, {
    data: { members_edit },
    headers: { origin: server.address },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('SAVE-14 a member whose editing is turned off during an edit is told, and can copy their text', async ({
  page,
  friend,
  server,
  createTrip,
}) => {
  const tripId = await createTrip(page, { name: 'Together', type: 'car_trip' })
  await addMember(page, friend, server, tripId)
  await friend.goto(`/trip/${tripId}?tab=checklist`)
  await friend.getByRole('button', { name: 'Edit checklist' }).click()
  const name = friend.getByRole('main').locator('input:not([type="checkbox"])').first()
  await name.fill('Ana carries the EpiPen')
  await setMembersEdit(page, server, tripId, false)
  await expect(friend.getByRole('button', { name: 'Edit checklist' })).toHaveCount(0)
  await friend.getByRole('button', { name: /^Save/ }).first().click()
  await friend.getByRole('button', { name: '1 change couldn’t be saved' }).click()
  const dialog = friend.getByRole('dialog')
  await expect(dialog.getByText('Only organizers can edit this part of the plan.')).toBeVisible()
  await expect(dialog.getByText('Ana carries the EpiPen')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Copy what you wrote/ })).toBeVisible()
})

test('MENU-5 a guest sees only the trips they were invited to, and no features for accounts', async ({
  page,
  server,
  createTrip,
  openContext,
}) => {
  const tripId = await createTrip(page, { name: 'Together', type: 'car_trip' })
  const headers = { origin: server.address }
  const token = await createInvitation(page, server, tripId)
  const guest = await (await openContext()).newPage()
  const device = crypto.randomUUID()
  await guest.context().request.post(`${server.address}/api/join`, { data: { token, device, name: 'Kim' }, headers })

  await guest.goto('/')
  await expect(guest.getByRole('link', { name: 'Together' })).toBeVisible()
  await expect(guest.getByText('Demo Algonquin Adventure')).toHaveCount(0)
  await expect(guest.getByText('Create New Trip')).toHaveCount(0)
  await guest.getByRole('button', { name: 'Kim' }).click()
  await expect(guest.getByText('Guest on this device')).toBeVisible()
  await guest.getByRole('menuitem', { name: 'Sign Out' }).click()
  // Signing out asks first: a guest cannot sign in again.
  const confirmation = guest.getByRole('dialog', { name: 'You’re a guest here' })
  await expect(confirmation).toBeVisible()
  await confirmation.getByRole('button', { name: 'Stay signed in' }).click()
  await guest.goto(`/trip/${tripId}`)
  await expect(guest.getByText('Trip Notes & Reminders')).toBeVisible()
  await guest.waitForLoadState('networkidle')
  await expect(guest.getByText('AI Weather Forecast')).toHaveCount(0)
})

test('SAVE-14 a member removed while offline is told so, can copy unsent edits, and keeps no other data', async ({
  page,
  friend,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(
    /^console error: Failed to load resource: (net::ERR_INTERNET_DISCONNECTED|the server responded with a status of 404)/,
  )
  allowConsole(/will be sent again \(unreachable/)
  const tripId = await createTrip(page, { name: 'Together', type: 'car_trip' })
  await addMember(page, friend, server, tripId)
  await friend.goto(`/trip/${tripId}`)
  await expect(friend.getByRole('button', { name: 'Add Note' })).toBeVisible()
  await waitForScripts(friend)
  await waitUntilTripPersisted(friend, tripId)
  await friend.context().setOffline(true)
  await (await openNote(friend, 1)).fill('Ana: peanuts, carries EpiPen')
  await expect(friend.getByText('Offline · 1 change waiting')).toBeVisible()
  await removeMember(page, friend, server, tripId)
  await friend.context().setOffline(false)
  await expect(friend).toHaveURL('/')
  const aside = friend.getByRole('region', { name: 'Your changes to “Together”' })
  await expect(aside.getByText('Ana: peanuts, carries EpiPen')).toBeVisible()
  await expect(aside.getByText('One change hasn’t been sent. We’ll send it if this trip comes back.')).toBeVisible()
  await expect(friend.getByRole('link', { name: 'Together' })).toHaveCount(0)
  await expect.poll(() => readPersistedTrips(friend)).not.toContain(tripId)

  await friend.reload()
  await aside.getByRole('button', { name: 'Discard' }).click()
  await friend.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(aside).toHaveCount(0)
  await friend.reload()
  await expect(friend.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await expect(aside).toHaveCount(0)
})

test('SAVE-14 a removed member keeps no data, also if the removal is known before a change has been sent', async ({
  page,
  friend,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/^console error: Failed to load resource: the server responded with a status of 404/)
  const tripId = await createTrip(page, { name: 'Together', type: 'car_trip' })
  await addMember(page, friend, server, tripId)
  await friend.goto(`/trip/${tripId}`)
  await waitForScripts(friend)
  await waitUntilTripPersisted(friend, tripId)
  const release = await holdRequests(friend, 'POST', SEND)
  const sending = waitForSend(friend, 'notes')
  await (await openNote(friend, 1)).fill('Ana: peanuts, carries EpiPen')
  await sending
  await removeMember(page, friend, server, tripId)
  await expect(friend).toHaveURL('/')
  const aside = friend.getByRole('region', { name: 'Your changes to “Together”' })
  await expect(aside.getByText('Ana: peanuts, carries EpiPen')).toBeVisible()
  await expect.poll(() => readPersistedTrips(friend)).not.toContain(tripId)
  release()
  await expect.poll(() => readPersistedTrips(friend)).not.toContain(tripId)
  await expect(aside.getByText('Ana: peanuts, carries EpiPen')).toBeVisible()
})

test('SAVE-14 an open working copy survives the removal of its member', async ({
  page,
  friend,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/^console error: Failed to load resource: the server responded with a status of 404/)
  const tripId = await createTrip(page, { name: 'Together', type: 'car_trip' })
  await addMember(page, friend, server, tripId)
  await friend.goto(`/trip/${tripId}?tab=checklist`)
  await friend.getByRole('button', { name: 'Edit checklist' }).click()
  await friend.getByRole('main').locator('input:not([type="checkbox"])').first().fill('Ana carries the EpiPen')
  await removeMember(page, friend, server, tripId)
  await expect(friend).toHaveURL('/')
  const aside = friend.getByRole('region', { name: 'Your changes to “Together”' })
  await expect(aside.getByText('Ana carries the EpiPen')).toBeVisible()
  await aside.getByRole('button', { name: 'Copy' }).click()
  await expect(aside.getByText('Copied')).toBeVisible()
})

test('a working copy left when editing was turned off is restored when it is turned on again', async ({
  page,
  friend,
  server,
  createTrip,
}) => {
  const tripId = await createTrip(page, { name: 'Together', type: 'car_trip' })
  await addMember(page, friend, server, tripId)
  await friend.goto(`/trip/${tripId}?tab=checklist`)
  await friend.getByRole('button', { name: 'Edit checklist' }).click()
  const field = friend.getByRole('main').locator('input:not([type="checkbox"])').first()
  await field.fill('Ana carries the EpiPen')
  await setMembersEdit(page, server, tripId, false)
  await expect(friend.getByRole('button', { name: 'Edit checklist' })).toHaveCount(0)
  friend.once('dialog', (dialog) => dialog.accept())
  await friend.reload()
  await expect(friend.getByRole('heading', { name: 'Camping Checklist' })).toBeVisible()
  await expect(field).toHaveCount(0)
  await setMembersEdit(page, server, tripId, true)
  await expect(field).toHaveValue('Ana carries the EpiPen')
})
