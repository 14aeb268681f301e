import type { Locator, Page } from '@playwright/test'
import { buildCategory } from '#domain/testing/checklist.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { expect, test } from './fixtures.ts'
import { createInvitation, joinBy } from './joining.ts'
import { button, dialog, expectSaved, field, openNote, panel, tab, tripMenu } from './page-parts.ts'
import { personRow } from './people-list.ts'
import { touchPhone } from './phone.ts'
import { addMember } from './stored-plan.ts'
import { buildPdf } from './test-files.ts'

/* Every control on a phone by touch, each more than once: a control may work only for the first tap. */

const menu = (page: Page) => page.getByRole('menu')

/** Taps outside an open menu, below the header. */
const tapBeside = (page: Page) => page.touchscreen.tap(12, 700)

/** Opens a menu repeatedly, closes it in every way, and finally chooses an item. */
async function expectMenuWorks(page: Page, opener: Locator, item: string): Promise<void> {
  for (const close of [() => page.keyboard.press('Escape'), () => tapBeside(page), () => tapBeside(page)]) {
    await opener.tap()
    // Fully in view, wherever its button is.
    await expect(menu(page)).toBeInViewport({ ratio: 1 })
    await close()
    await expect(menu(page)).toHaveCount(0)
  }
  await expectItemWorks(page, opener, item)
}

/** Opens a menu and chooses an item. */
async function expectItemWorks(page: Page, opener: Locator, item: string): Promise<void> {
  await opener.tap()
  await menu(page).getByRole('menuitem', { name: item, exact: true }).tap()
  await expect(menu(page)).toHaveCount(0)
}

test('every menu of the trip list and of a trip opens with each tap', async ({
  openSignedIn,
  createTrip,
  server,
  register,
}) => {
  const page = await openSignedIn(touchPhone)
  const kim = await register({ full_name: 'Kim Okafor' })
  const plan = { people: [buildParty(buildComing(kim.full_name, { id: kim.id }))] }
  const id = await createTrip(page, { name: 'Whitefish Lake', type: 'car_trip', plan })
  addMember(server, id, kim)

  const title = tripMenu(page)
  // Before any tap: a tap could leave behind what such a click lacks.
  await page.goto(`/trip/${id}`)
  await test.step('for a click without pointer events, as assistive technology sends it', async () => {
    for (let time = 0; time < 3; time++) {
      await title.dispatchEvent('click')
      await expect(menu(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(menu(page)).toHaveCount(0)
    }
  })

  const avatar = page.getByRole('banner').getByRole('button', { name: /^robin-/ })
  await test.step('of the trip list', async () => {
    await page.goto('/')
    await expectMenuWorks(page, avatar, 'Settings')
    await expectItemWorks(page, avatar, 'Settings')
    const card = page.getByRole('button', { name: 'Rename, duplicate and more: Whitefish Lake' })
    for (const expectWorks of [expectMenuWorks, expectItemWorks]) {
      await expectWorks(page, card, 'Rename')
      await button(page, 'Cancel').tap()
      await expect(dialog(page)).toHaveCount(0)
    }
  })

  await test.step('of a trip', async () => {
    await page.getByRole('link', { name: 'Whitefish Lake', exact: true }).tap()
    for (const expectWorks of [expectMenuWorks, expectItemWorks]) {
      await expectWorks(page, title, 'Duplicate')
      await button(page, 'Cancel').tap()
      await expect(dialog(page)).toHaveCount(0)
    }
    await expectMenuWorks(page, avatar, 'Settings')
  })

  await test.step('of an activity', async () => {
    await tab(page, 'Itinerary').tap()
    const first = panel(page).getByRole('listitem').first()
    await first.getByRole('button', { name: /^Edit / }).tap()
    const icon = first.getByRole('button', { name: /^Icon for / })
    await expectMenuWorks(page, icon, 'Sun')
    await expect(icon).toHaveAttribute('data-icon', 'Sun')
    await expectItemWorks(page, icon, 'Clock')
    await expect(icon).toHaveAttribute('data-icon', 'Clock')
  })

  await test.step('buttons of a person', async () => {
    await page.goto(`/trip/${id}/group`)
    for (const [action, next] of [
      ['Make organizer', 'Make member'],
      ['Make member', 'Make organizer'],
    ] as const) {
      await personRow(page, 'Kim Okafor').tap()
      await button(page, 'Edit').tap()
      await button(page, action).tap()
      await expect(button(page, next)).toBeVisible()
      await button(page, 'Done').tap()
      await expect(dialog(page)).toHaveCount(0)
    }
  })
})

test('fields, choices and the password toggle of the sign-in page and a new trip respond to each tap', async ({
  openContext,
  signIn,
}) => {
  const page = await (await openContext(touchPhone)).newPage()
  await page.goto('/')
  const account = button(page, 'Create Beta Account')
  for (const isOpen of [true, false, true]) {
    await account.tap()
    await expect(account).toHaveAttribute('aria-expanded', String(isOpen))
  }
  const form = page.getByRole('form', { name: 'Sign In' })
  const password = form.getByLabel('Password', { exact: true })
  await password.tap()
  await expect(password).toBeFocused()
  await password.fill('pine-needles')
  for (const type of ['text', 'password', 'text']) {
    await form.getByRole('button', { name: /^(Show|Hide) password$/ }).tap()
    await expect(password).toHaveAttribute('type', type)
  }

  await signIn(page)
  await page.goto('/')
  for (const close of [() => button(page, 'Cancel').tap(), () => page.touchscreen.tap(195, 20)]) {
    await button(page, 'Create New Trip').tap()
    for (const type of ['Air Travel', 'Road Trip', 'Air Travel']) {
      await dialog(page).getByRole('radio', { name: type }).tap()
      await expect(dialog(page).getByRole('radio', { name: type })).toBeChecked()
    }
    await dialog(page).getByLabel('Trip Name').tap()
    await expect(dialog(page).getByLabel('Trip Name')).toBeFocused()
    await close()
    await expect(dialog(page)).toHaveCount(0)
  }
})

test('ticks, tabs, days, collapsible parts, switches, undo and edit modes of a trip respond to each tap', async ({
  openSignedIn,
  createTrip,
  server,
}) => {
  const page = await openSignedIn({ ...touchPhone, permissions: ['clipboard-write'] })
  const plan = { checklist: [buildCategory('Things', 'Tent', 'Stove')] }
  const id = await createTrip(page, { name: 'Pog Lake', type: 'air_travel', plan })
  await page.goto(`/trip/${id}`)

  for (let time = 0; time < 2; time++)
    for (const name of ['Checklist', 'Food & Meals', 'Overview']) {
      await tab(page, name).tap()
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    }

  // Deleting and undoing a note, twice.
  const notes = page.getByRole('region', { name: 'Trip Notes & Reminders' }).getByRole('listitem')
  const count = await notes.count()
  for (let time = 0; time < 2; time++) {
    await openNote(page, 1)
    await page.getByRole('button', { name: 'Delete note 1', exact: true }).tap()
    await expect(notes).toHaveCount(count - 1)
    await button(page, 'Undo').tap()
    await expect(notes).toHaveCount(count)
  }
  await openNote(page, 1)
  await page.getByRole('button', { name: 'Delete note 1', exact: true }).tap()
  await button(page, 'Dismiss').tap()
  await expect(button(page, 'Undo')).toHaveCount(0)
  for (let time = 0; time < 2; time++) {
    await notes.nth(time).tap()
    await expect(field(page, `Note ${time + 1}`)).toBeFocused()
  }

  await tab(page, 'Checklist').tap()
  const tent = page.getByRole('checkbox', { name: 'Tent' })
  for (const isOn of [true, false, true]) {
    await tent.tap()
    await expect(tent).toBeChecked({ checked: isOn })
  }
  const tick = server.database
    .prepare("select checked from checklist_items where trip_id = ? and item_name = 'Tent'")
    .pluck()
  await expect.poll(() => tick.get(id)).toBe(1)
  for (const end of ['Cancel', 'Save Changes', 'Cancel', 'Save Changes']) {
    await button(page, 'Edit checklist').tap()
    await button(page, end).tap()
    await expect(button(page, end)).toHaveCount(0)
  }

  await tab(page, 'Food & Meals').tap()
  for (const end of ['Save', 'Cancel']) {
    await button(page, 'Add Day').tap()
    await button(page, end).tap()
    await expect(button(page, end)).toHaveCount(0)
  }
  const day = (number: number) => page.getByRole('tab', { name: `Day ${number}`, exact: true })
  for (const number of [2, 1, 2]) {
    await day(number).tap()
    await expect(day(number)).toHaveAttribute('aria-selected', 'true')
  }

  await tab(page, 'Tickets & Passes').tap()
  for (let time = 0; time < 2; time++) {
    await button(page, 'Show Documents').tap()
    await button(page, 'Hide Documents').tap()
  }
  await button(page, 'Show Documents').tap()
  for (let time = 1; time <= 2; time++) {
    const chooser = page.waitForEvent('filechooser')
    await page.getByText('Choose File').tap()
    await (await chooser).setFiles({
      name: `${time}.pdf`,
      mimeType: 'application/pdf',
      buffer: buildPdf(`Page ${time}`),
    })
    await expect(page.getByRole('button', { name: /^Delete document/ })).toHaveCount(time)
  }

  // The share dialog: its switch, copying and its close button.
  for (let time = 0; time < 2; time++) {
    await button(page, 'Share trip').tap()
    const isPublic = dialog(page).getByRole('switch')
    await expect(isPublic).toBeChecked({ checked: false })
    for (const isOn of [true, false]) {
      await isPublic.tap()
      await expect(isPublic).toBeChecked({ checked: isOn })
    }
    await button(page, 'Copy Link').tap()
    await expect(button(page, 'Link copied')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Close' }).first().tap()
    await expect(dialog(page)).toHaveCount(0)
  }
  for (let time = 0; time < 2; time++) {
    await tripMenu(page).tap()
    await page.getByRole('menuitem', { name: 'History' }).tap()
    await expect(dialog(page)).toBeVisible()
    await page.touchscreen.tap(195, 20)
    await expect(dialog(page)).toHaveCount(0)
  }
})

test('attendance can be answered, changed and reminded of by touch', async ({
  openContext,
  openSignedIn,
  createTrip,
  server,
}) => {
  const page = await openSignedIn(touchPhone)
  const id = await createTrip(page, { name: 'Achray', type: 'car_trip' })
  const guest = await (await openContext(touchPhone)).newPage()
  await joinBy(guest, `/join/${await createInvitation(page, server, id)}`, 'Ana')
  const group = guest.getByRole('group', { name: 'Is Ana coming?' })
  for (const words of ['Coming', 'Not coming', 'Coming', 'Unsure']) {
    await group.getByRole('radio', { name: words, exact: true }).tap()
    await expect(group.getByRole('radio', { name: words, exact: true })).toBeChecked()
  }
  await expectSaved(guest)
  await guest.reload()
  await expect(button(guest, /^Ana you Unsure/)).toBeVisible()
  await button(guest, 'Change answer').tap()
  await expect(group.getByRole('radio', { name: 'Unsure', exact: true })).toBeChecked()
})
