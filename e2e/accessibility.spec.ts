import type { Page } from '@playwright/test'
import { usedSample } from '#domain/testing/used-sample.ts'
import { expectEnoughContrast, withoutTransitions } from './contrast.ts'
import { withoutTable } from './failures.ts'
import { test as base, CONTRAST, expect, expectNoAxeFindings, type Person } from './fixtures.ts'
import { holdResponses } from './held-requests.ts'
import { openField, openHistory } from './page-parts.ts'
import { addNotice } from './stored-plan.ts'

const LONG_WORD = 'Nishnawbe-Aski-Kitchenuhmaykoosib'
const CAR = `Paddling the ${LONG_WORD} lakes and ${LONG_WORD.replaceAll('-', '')} with the neighbourhood`
const AIR = 'Lisbon in May'

interface Scene {
  page: Page
  person: Person
  carId: string
  airId: string
}

/** Goes to a screen from the one before it. May return a function that leaves it. */
type Screen = (scene: Scene) => Promise<undefined | (() => void | Promise<void>)>
type Screens = Record<string, Screen>
type Look = (page: Page) => Promise<void>

const test = base.extend<{ scene: Scene }>({
  /** A signed-in person with long names and a trip of each type, one of them with something new. */
  scene: async ({ page, register, signIn, createTrip, server }, use) => {
    const username = 'W'.repeat(50)
    const person = await register({ username, full_name: `Robin ${LONG_WORD} ${'W'.repeat(50)}` })
    await signIn(page, person)
    const carId = await createTrip(page, { name: CAR, type: 'car_trip', plan: { details: usedSample } })
    const airId = await createTrip(page, { name: AIR, type: 'air_travel' })
    const change = server.database.prepare(
      `UPDATE trips SET destination_name = ?, departure_date = '2031-06-25', return_date = '2031-06-28',
       map_embed_url = 'https://www.openstreetmap.org/export/embed.html?bbox=-79.0,45.3,-78.1,45.9&layer=mapnik' WHERE id = ?`,
    )
    for (const trip of [carId, airId])
      change.run(`${LONG_WORD} ${LONG_WORD.replaceAll('-', '')}, Ontario, Canada`, trip)
    const distance = server.database.prepare(
      'INSERT INTO trip_distances (trip_id, id, place, distance, order_index) VALUES (?, ?, ?, ?, 0)',
    )
    distance.run(carId, crypto.randomUUID(), LONG_WORD, '1,234 km')
    addNotice(server, carId, person, { what: 'seat_lost', name: `Ben ${LONG_WORD}` })
    await use({ page, person, carId, airId })
  },
})

const signedOut: Screens = {
  'sign-in page': async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText('Demo credentials')).toBeVisible()
  },
  'sign-in page with an error': async ({ page }) => {
    await page.getByLabel('Email', { exact: true }).fill('nobody@example.org')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'sign-in page with the registration open': async ({ page }) => {
    await page.getByRole('button', { name: 'Create Beta Account' }).click()
    await expect(page.getByLabel('Full Name*')).toBeVisible()
  },
}

const lists: Screens = {
  'loading screen': async ({ page }) => {
    const release = await holdResponses(page, '**/auth/v1/user')
    await page.goto('/')
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    return release
  },
  'trip list': async ({ page }) => {
    await expect(page.getByRole('link', { name: CAR, exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: `1 new for you: ${CAR}` })).toBeVisible()
  },
  'create dialog': async ({ page }) => {
    await page.getByRole('button', { name: 'Create New Trip' }).click()
    await expect(page.getByLabel('Trip Name')).toBeVisible()
  },
  'create dialog with an error': async ({ page }) => {
    await page.getByLabel('Trip Name').press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'page not found': async ({ page }) => {
    await page.goto('/nope')
    await expect(page.getByText('Page not found')).toBeVisible()
  },
  'user menu': async ({ page, person }) => {
    await page.getByRole('button', { name: person.username }).click()
    await expect(page.getByRole('menu').getByText(person.email)).toBeVisible()
  },
  'error of a shared link': async ({ page }) => {
    await page.goto('/shared/7a3f8c1e-2b4d-4e6f-8a90-1b2c3d4e5f60?token=expired&mode=view')
    await expect(page.getByRole('heading', { name: 'Trip Not Found' })).toBeVisible()
  },
}

const roadTrip: Screens = {
  'road trip': async ({ page, carId }) => {
    await page.goto(`/trip/${carId}`)
    await openField(page, 'Entry gate')
  },
  ...tabs('road trip', {
    'Food & Meals': 'Meal Plan',
    Itinerary: 'Adventure Itinerary',
    Checklist: 'Camping Checklist',
  }),
  'share dialog': async ({ page }) => {
    await page.getByRole('button', { name: 'Share trip' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
}

const group: Screens = {
  'news for somebody': async ({ page, carId }) => {
    await page.goto(`/trip/${carId}/news`)
    await expect(page.getByRole('link', { name: `You’ve lost your seat in Ben ${LONG_WORD}’s car.` })).toBeVisible()
    await expect(page.getByText('This server doesn’t send emails. Look at this page for your news.')).toBeVisible()
  },
  group: async ({ page, carId }) => {
    await page.goto(`/trip/${carId}/group`)
    await expect(page.getByText('It’s just you so far')).toBeVisible()
  },
  'invitation that is made': async ({ page }) => {
    await page.getByRole('button', { name: 'Invite people' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'invitation that is made, with its link': async ({ page }) => {
    await page.getByRole('button', { name: 'Create link' }).click()
    await expect(page.getByRole('dialog').getByRole('img', { name: /^QR code/ })).toBeVisible()
  },
  'invitation that is opened': async ({ page }) => {
    await page.goto(await page.getByLabel('Invitation link', { exact: true }).inputValue())
    await expect(page.getByText('You’re already in this trip')).toBeVisible()
  },
  'shopping list': async ({ page, carId }) => {
    await page.goto(`/trip/${carId}/group?tab=shopping`)
    await page.getByRole('checkbox', { name: 'apples' }).check()
    await expect(page.getByText(/^1 of \d+ bought$/)).toBeVisible()
  },
  'item of the shopping list': async ({ page }) => {
    await page.getByRole('button', { name: 'Details of apples' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'car that is added': async ({ page, carId }) => {
    await page.goto(`/trip/${carId}/group?tab=rides`)
    await page.getByRole('button', { name: 'Add a car' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'car of the current user': async ({ page }) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('group', { name: 'Your car' })).toBeVisible()
  },
  'bed that is added': async ({ page }) => {
    await page.getByRole('radio', { name: 'Beds', exact: true }).check()
    await page.getByRole('button', { name: 'Add a tent or room' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('group', { name: 'Tent', exact: true })).toBeVisible()
  },
  'duty that is added': async ({ page }) => {
    await page.getByRole('radio', { name: 'Duties', exact: true }).check()
    await page.getByRole('button', { name: 'Add a duty' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('button', { name: 'I’ll do it: Cook' })).toBeVisible()
  },
  'costs of a trip without any': async ({ page, carId }) => {
    await page.goto(`/trip/${carId}/group?tab=costs`)
    await expect(page.getByText('No expenses yet')).toBeVisible()
  },
  'expense that is added': async ({ page }) => {
    await page.getByRole('button', { name: 'Add expense' }).click()
    await page.getByRole('textbox', { name: 'Amount' }).fill('12.50')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('dialog').getByLabel('Category')).toBeVisible()
  },
  costs: async ({ page }) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('All costs', { exact: true })).toBeVisible()
  },
  gear: async ({ page, carId }) => {
    await page.goto(`/trip/${carId}/group?tab=gear`)
    await expect(page.getByRole('region', { name: 'Tent & Sleeping' })).toBeVisible()
  },
  'item of the gear': async ({ page }) => {
    await page.getByRole('button', { name: 'Details of Pillow' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'gear that is promised': async ({ page }) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Pillow: how many are needed: one more' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'I’ll bring it: Pillow' }).click()
    await expect(page.getByRole('textbox', { name: 'How many you bring: Pillow' })).toHaveValue('1')
  },
  'sheets to print': async ({ page, carId }) => {
    await page.goto(`/trip/${carId}/print`)
    await expect(page.getByRole('article').first()).toBeVisible()
  },
}

const airTrip: Screens = {
  'air trip': async ({ page, airId }) => {
    await page.goto(`/trip/${airId}`)
    await openField(page, 'Flight number')
  },
  ...tabs('air trip', {
    'Tickets & Passes': 'Tickets & Passes',
    Itinerary: 'Travel Itinerary',
    Checklist: 'Travel Checklist',
    'Food & Meals': 'Travel Meal Plan',
  }),
}

/** Edit modes, dialogs and being offline, one after the other in one page. */
const states: Screens = {
  'meal opened in place': async ({ page, carId }) => {
    await page.goto(`/trip/${carId}?tab=meals`)
    await page.getByRole('region', { name: 'Lunch', exact: true }).getByRole('heading').click()
    await expect(page.getByRole('button', { name: 'Done', exact: true })).toBeVisible()
  },
  'meals in edit mode': async ({ page, carId }) => {
    await page.goto(`/trip/${carId}?tab=meals`)
    await page.getByRole('button', { name: 'Edit meal plan' }).click()
    await expect(page.getByRole('button', { name: 'Remove day 1' })).toBeVisible()
  },
  'question before changes are left': async ({ page }) => {
    await page.getByRole('button', { name: 'Add Day' }).click()
    await page.getByRole('tab', { name: 'Checklist' }).click()
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
  },
  'checklist in edit mode': async ({ page, carId }) => {
    await page.goto(`/trip/${carId}?tab=checklist`)
    await page.getByRole('button', { name: 'Edit checklist' }).click()
    await expect(page.getByRole('button', { name: 'Save' }).first()).toBeVisible()
  },
  history: async ({ page, carId }) => {
    await page.goto(`/trip/${carId}`)
    await openHistory(page)
  },
  'overview without a network': async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.context().setOffline(true)
    await expect(page.getByRole('banner').getByRole('status')).toContainText(/offline/i)
    return () => page.context().setOffline(false)
  },
}

/** The tabs of an air trip, which has all kinds of tabs, while the plan loads. */
const loading = (look: Look): Screens => ({
  'trip that is loading': async ({ page, airId }) => {
    await page.goto('/')
    const release = await holdResponses(page, `**/api/trips/${airId}`)
    await page.getByRole('link', { name: AIR }).click()
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await expect(page.getByRole('tabpanel').getByText(/^Loading/)).toBeVisible()
      await look(page)
    }
    return release
  },
})

/** The same tabs when the plan cannot be read. */
const failing = (look: Look): Screens => ({
  'trip that cannot be read': async ({ page, airId }) => {
    await page.goto(`/trip/${airId}`)
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await expect(page.getByRole('alert').filter({ hasText: 'Error: Failed to load data' })).toBeVisible()
      await look(page)
    }
  },
})

const empty: Screens = {
  'no tickets and no documents': async ({ page, airId }) => {
    await page.goto(`/trip/${airId}?tab=tickets`)
    await page.getByRole('button', { name: 'Show Documents' }).click()
    await expect(page.getByText('No documents uploaded yet')).toBeVisible()
  },
}

const PHONE = { width: 390, height: 844 }
const SMALL_PHONE = { width: 320, height: 640 }
const DESKTOP = { width: 1280, height: 800 }

/** Looks at a screen at the page's size, in light and dark mode: only the colours differ. */
const lookInBothSchemes: Look = (page) =>
  withoutTransitions(page, async () => {
    await expectNoAxeFindings(page, { without: [CONTRAST] })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectEnoughContrast(page)
    }
    await page.emulateMedia({ colorScheme: 'light' })
  })

/** The same, and with forced colours and large text. */
const lookAtPhone: Look = async (page) => {
  await lookInBothSchemes(page)
  await withoutTransitions(page, () => expectNoAxeFindingsOtherwiseShown(page))
}

/** Looks at a screen in all ways in which it can be shown. */
const lookInAllWays: Look = async (page) => {
  const opened = page.locator('[role=dialog], [role=alertdialog], [role=menu]')
  const count = await opened.count()
  await page.setViewportSize(DESKTOP)
  await lookInBothSchemes(page)
  await page.setViewportSize(PHONE)
  await lookAtPhone(page)
  await expectToFitAThumb(page)
  await page.setViewportSize(PHONE)
  expect(await opened.count(), 'still open').toBe(count)
}

test.describe('no axe violations in light and dark mode, with large text and forced colours, and on a small phone:', () => {
  test.use({ viewport: PHONE })
  test.slow()

  test('sign-in page', async ({ page, allowConsole }) => {
    allowConsole(/status of 401/)
    await visit(signedOut, { page } as Scene, lookInAllWays)
  })

  test('loading, trip list, menu and messages', async ({ scene, allowConsole }) => {
    allowConsole(/status of 404/)
    // The session check is held while axe checks the loading screen.
    await visit(lists, scene, lookInAllWays)
  })

  test('workspace of a road trip', async ({ scene }) => {
    await visit(roadTrip, scene, lookInAllWays)
  })

  test('people page of a road trip', async ({ scene }) => {
    await visit(group, scene, lookInAllWays)
  })

  test('workspace of an air trip', async ({ scene }) => {
    await visit(airTrip, scene, lookInAllWays)
  })

  test('edit modes, dialogs and no network', async ({ scene, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED/)
    await visit(states, scene, lookAtPhone)
  })

  test('tabs that are loading, cannot be loaded, or are empty', async ({ scene, server, allowConsole }) => {
    allowConsole(/status of 500/)
    await scene.page.setViewportSize(DESKTOP)
    await visit(loading(lookInBothSchemes), scene, lookInBothSchemes)
    await withoutTable(server, 'plan_sections', () => visit(failing(lookInBothSchemes), scene, lookInBothSchemes))
    await visit(empty, scene, lookInAllWays)
  })
})

/** The tabs of the open trip, each identified by a heading. */
function tabs(trip: string, headings: Record<string, string>): Screens {
  const screens = Object.entries(headings).map(([tab, heading]): [string, Screen] => [
    `${trip}, ${tab}`,
    async ({ page }) => {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tabpanel').getByRole('heading', { name: heading })).toBeVisible()
    },
  ])
  return Object.fromEntries(screens)
}

async function visit(screens: Screens, scene: Scene, look: Look): Promise<void> {
  for (const [name, open] of Object.entries(screens)) {
    await test.step(name, async () => {
      const close = await open(scene)
      await look(scene.page)
      await close?.()
    })
  }
}

/**
 * Checks with forced colours and text twice as large. Skips contrast: axe reads the page's colours rather than the
 * forced ones, and larger text has the same colours.
 */
async function expectNoAxeFindingsOtherwiseShown(page: Page): Promise<void> {
  const resize = (size: string) =>
    page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size)
  await page.emulateMedia({ forcedColors: 'active' })
  await resize('32px')
  await expectNoAxeFindings(page, { without: [CONTRAST] })
  expect.soft(await findWideTabs(page)).toEqual([])
  if (/\/(?:group|news)/.test(page.url())) expect.soft(await findSideways(page)).toBe(0)
  await resize('')
  await page.emulateMedia({ forcedColors: 'none' })
}

/** The tabs whose label is wider than they are. */
const findWideTabs = (page: Page) =>
  page
    .getByRole('tab')
    .evaluateAll((tabs) => tabs.filter((tab) => tab.scrollWidth > tab.clientWidth).map((tab) => tab.textContent))

/** By how many pixels the page scrolls sideways. */
const findSideways = (page: Page) =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth) - document.documentElement.clientWidth)

/** On a small phone nothing scrolls sideways, and all touch targets are at least 44 px. */
async function expectToFitAThumb(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.setViewportSize(SMALL_PHONE)
  await expect.poll(() => page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  const look = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      const small = [...document.querySelectorAll('button, [role=tab], [role=menuitem], nav a')]
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(
          ({ element, box }) => element.checkVisibility() && box.height > 0 && (box.height < 43.9 || box.width < 43.9),
        )
        .map(({ element, box }) => `${element.outerHTML.slice(0, 120)}: ${box.width} x ${box.height}`)
      return { sideways: Math.max(scrollWidth, innerWidth) - clientWidth, small }
    })
  // An open menu moves a moment later.
  await expect.configure({ soft: true }).poll(look).toEqual({ sideways: 0, small: [] })
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await browser.detach()
}
