import { beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { NOTICES_PATH } from '#domain/api/notices.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { buildTicket } from '#domain/testing/tickets.ts'
import { usedSample } from '#domain/testing/used-sample.ts'
import { newId } from '#web/data/new-id.ts'
import { session } from '#web/data/root/session.ts'
import { openTrip, ROBIN, responses, type TripOptions } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, drawn, expectCount, pressOn, sidewaysScroll } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { finger } from '#web/ui/testing/hand.ts'

/* The fields of a phone: a phone zooms in on small ones, and its keyboard leaves little of a page. */

const FIELDS = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, select'

const panel = page.getByRole('tabpanel')
const tabs = page.getByRole('tablist', { name: 'Trip sections' }).getByRole('tab')
const tab = (name: string) => page.getByRole('tab', { name, exact: true })

async function openApp(path = '', options: TripOptions = {}) {
  const opened = await openTrip(options)
  responses.set(`/api/trips/${opened.trip.id}/sharing`, async (body) => ({
    is_public: false,
    share_token: newId(),
    ...(body as object),
  }))
  responses.set('/api/trips', async () => ({ trips: [] }))
  showApp(`/trip/${opened.trip.id}${path}`)
  return opened
}

beforeEach(() => page.viewport(390, 844))

/** Phones zoom in when a field with a smaller font gets the focus, and do not zoom back. */
const MIN_FONT_PX = 16

/** Expects that there are fields, and that all of them, visible or not, have a large enough font. */
async function expectLargeFields(place: string): Promise<void> {
  const fields = () => [...document.querySelectorAll<HTMLInputElement>(FIELDS)]
  await expect.poll(() => fields().length, { message: place }).toBeGreaterThan(0)
  const small = fields().flatMap((field) => {
    const size = Number.parseFloat(getComputedStyle(field).fontSize)
    return size >= MIN_FONT_PX ? [] : [`${field.labels?.[0]?.textContent}: ${size} px`]
  })
  expect([...new Set(small)], place).toEqual([])
}

test('all fields of the sign-in page and of a new trip have a font of at least 16 px', async () => {
  responses.set('/api/trips', async () => ({ trips: [] }))
  responses.set('/api/beta', async () => ({
    beta_users: 7,
    demo: null,
    share_without_sign_in: false,
    sends_mail: false,
  }))
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false)
  responses.set(NOTICES_PATH, async () => ({ notices: [], unread: {} }))
  session.announce('signed_out', null)
  showApp('/')
  await page.getByRole('button', { name: /Create Beta Account/ }).click()
  await expectLargeFields('sign-in')

  session.enter({ user: ROBIN })
  await page.getByRole('button', { name: 'Create New Trip' }).click()
  await expect.element(dialog()).toBeVisible()
  await expectLargeFields('a new trip')
})

test.each(['car_trip', 'air_travel'] as const)(
  'all fields of a trip have a font of at least 16 px on every tab, in edit modes and in dialogs (%s)',
  async (type) => {
    await openApp('', { type, values: type === 'air_travel' ? { tickets: [buildTicket('AC 123')] } : {} })
    await expectCount(tabs, type === 'car_trip' ? 4 : 5)
    for (const one of tabs.elements()) {
      const name = one.textContent ?? ''
      await tab(name).click()
      const shown = page.getByRole('tabpanel', { name, exact: true })
      const cancel = shown.getByRole('button', { name: 'Cancel', exact: true })
      await expect.element(shown.getByRole('heading').first()).toBeVisible()
      const edit = shown.getByRole('button', { name: /^Edit (meal plan|checklist|tickets)$/i })
      if (edit.elements().length > 0) await edit.click()
      // In-place editing shows its fields only after a press.
      const opener = shown.getByRole('listitem').getByRole('button', { name: /^Edit / })
      if (opener.elements().length > 0) await pressOn(opener.first(), 'Enter')
      await expectLargeFields(`${type}: ${name}`)
      if (cancel.elements().length > 0) await cancel.click()
    }
    await button('Share trip').click()
    await dialog().getByRole('switch').click()
    await expect.element(dialog().getByRole('textbox')).toBeVisible()
    await expectLargeFields('sharing')
  },
)

/** Which part of the field cannot be seen, if any. */
function findCovered(field: Element): string | undefined {
  const { left, right, top, bottom } = field.getBoundingClientRect()
  // With a small margin for the focus ring.
  const points = [top - 2, top + 3, (top + bottom) / 2, bottom - 3, bottom + 2].flatMap((y) =>
    [left + 3, (left + right) / 2, right - 3].map((x) => [x, y] as const),
  )
  for (const [x, y] of points) {
    const seen = document.elementFromPoint(x, y)
    const isCovered =
      !seen || seen.closest('header, nav, footer, .sticky') !== field.closest('header, nav, footer, .sticky')
    if (isCovered)
      return `${Math.round(y)} of ${Math.round(top)} to ${Math.round(bottom)} by ${seen?.outerHTML.slice(0, 120)}`
  }
  return undefined
}

/** Scrolls so that only the upper edge of a field is above the bar at the end of the screen. */
function hideLowerPart(field: Element): { x: number; y: number } {
  const bars = [...document.querySelectorAll('.sticky, nav, [role=tablist], footer')].map(
    (bar) => bar.getBoundingClientRect().top,
  )
  const edge = Math.min(innerHeight, ...bars.filter((top) => top > innerHeight / 2))
  let box = field.getBoundingClientRect()
  for (let part = field.parentElement; part; part = part.parentElement) {
    part.scrollBy({ top: box.top - (edge - 16), behavior: 'instant' })
    box = field.getBoundingClientRect()
  }
  return { x: box.left + 20, y: box.top + 8 }
}

async function expectNoneCovered(place: Locator): Promise<void> {
  const shown = () =>
    [...(place.query()?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])].filter((field) => field.checkVisibility())
  await expect.poll(() => shown().length).toBeGreaterThan(1)
  const check = async (field: HTMLInputElement, how: string) => {
    await drawn()
    // The page may still be scrolling to it.
    await expect.poll(() => findCovered(field), { message: `${how} ${field.labels?.[0]?.textContent}` }).toBeUndefined()
  }
  const count = Math.min(shown().length, 14)
  for (let index = 0; index < count; index++) {
    const field = () => shown()[index] as HTMLInputElement
    field().focus()
    await check(field(), 'focus')
    field().blur()
    const { x, y } = hideLowerPart(field())
    const hand = finger()
    await hand.down(x, y)
    await hand.up()
    await expect.poll(() => document.activeElement).toBe(field())
    await check(field(), 'tap')
  }
}

/* A phone whose keyboard is open: half of the screen is left, with a header, a tab bar and the bar with Save. */

test.each([
  ['Food & Meals', 'Edit meal plan'],
  ['Checklist', 'Edit checklist'],
  ['Tickets & Passes', 'Edit tickets'],
])('the field with the focus is never covered by the bars of an edit mode: %s', async (name, edit) => {
  await page.viewport(390, 500)
  const tickets = ['AC 123', 'AC 124'].map((title) => buildTicket(title, { details: 'Window seat\nNo checked bags' }))
  await openApp('', { type: 'air_travel', values: { tickets } })
  await tab(name).click()
  await button(edit).click()
  await expectNoneCovered(panel.getByRole('form'))
})

test('nor by the button of a meal that is opened in place', async () => {
  await page.viewport(390, 500)
  await openApp('?tab=meals', { type: 'air_travel' })
  await panel.getByRole('region', { name: 'Breakfast', exact: true }).getByRole('heading').click()
  await expectNoneCovered(panel.getByRole('form'))
})

test.each([
  ['costs', 'Add expense'],
  ['people', 'Add person'],
])('nor by the buttons of a dialog: %s', async (name, opener) => {
  await page.viewport(390, 500)
  const people = [buildParty(buildComing('Robin Okafor', { id: ROBIN.id }))]
  await openApp(`/group?tab=${name}`, {
    type: 'air_travel',
    values: { people },
    members: access(planner(ROBIN, 'owner')),
  })
  await button(opener).first().click()
  await expectNoneCovered(dialog())
})

test('a phone that is turned while its checklist is edited does not scroll sideways', async () => {
  await openApp('?tab=checklist', { values: { details: usedSample } })
  await button('Edit checklist').click()
  await expect.element(button('Cancel')).toBeVisible()
  for (const [width, height] of [
    [844, 390],
    [390, 844],
    [360, 740],
    [320, 640],
  ] as const) {
    await page.viewport(width, height)
    await drawn()
    expect(sidewaysScroll(), `${width} px`).toBe(0)
    // Categories that were on the screen keep the width that they had.
    for (const top of [document.documentElement.scrollHeight, 0]) {
      scrollTo({ top, behavior: 'instant' })
      await drawn()
      await drawn()
    }
    expect(sidewaysScroll(), `${width} px, scrolled`).toBe(0)
  }
})
