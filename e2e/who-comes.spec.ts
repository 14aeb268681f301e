import type { Page } from '@playwright/test'
import { buildCategory } from '#domain/testing/checklist.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildComing, buildNamedParty } from '#domain/testing/people.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { createInvitation, joinBy } from './joining.ts'
import { button, dialog, expectSaved, openField } from './page-parts.ts'
import { claimOf, openClaims, peopleList, personRow } from './people-list.ts'
import { touchPhone } from './phone.ts'

test.use({ isSignedIn: true })

/* Attendance and food: who is coming, for which meals, and what they eat; and joining under a name of the list. */

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const groupOf = (tripId: string) => `/trip/${tripId}/group`
const answer = (page: Page, name: string, words: string) =>
  page.getByRole('group', { name: `Is ${name} coming?` }).getByRole('radio', { name: words, exact: true })
const counted = (page: Page, words: string) =>
  page.getByRole('group', { name: 'Answers' }).getByRole('button', { name: new RegExp(`\\d ${words}$`) })
/** The headcounts for breakfast, lunch and dinner of each day. */
const headcountsOf = (page: Page) =>
  page
    .getByRole('list', { name: 'Headcount by meal' })
    .getByRole('button')
    .evaluateAll((days) =>
      days.map((day) => {
        const [, counts = ''] = (day.getAttribute('aria-label') ?? '').split(': ')
        return (counts.match(/\d+/g) ?? []).map(Number)
      }),
    )

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const details = buildDetails({ ...datesOf('2027-07-02', '2027-07-04'), destination_name: 'Pog Lake' })

test('a guest answers for a family of four, also offline, and the organizer sees the headcount of each meal', async ({
  page,
  server,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/net::ERR_INTERNET_DISCONNECTED|A save did not reach the server|The session could not be refreshed/)
  const id = await createTrip(page, { name: 'Pog Lake with everybody', type: 'car_trip', plan: { details } })
  await page.goto(groupOf(id))
  await answer(page, 'Robin Tester', 'Coming').check()

  const context = await openContext(touchPhone)
  const guest = await context.newPage()
  await joinBy(guest, `/join/${await createInvitation(page, server, id)}`, 'Ana Lake')
  await expect(guest.getByText('You’re in.')).toBeVisible()
  await answer(guest, 'Ana Lake', 'Coming').check()
  // A partner with an allergy.
  await button(guest, 'Add a travel companion').click()
  await dialog(guest).getByLabel('Name').fill('Ben Lake')
  await answer(guest, 'Ben Lake', 'Coming').check()
  await dialog(guest).getByRole('checkbox', { name: 'peanuts' }).check()
  await dialog(guest).getByRole('switch', { name: 'Carries medicine for it' }).check()
  await dialog(guest).getByLabel('Anything else about food').fill('EpiPen in the red bag')
  await button(guest, 'Add').click()
  await expectSaved(guest)
  await expect(panel(page, 'What everyone eats')).toContainText('Ben Lake (carries medicine)')
  await expect(panel(page, 'What everyone eats')).toContainText('EpiPen in the red bag')

  await context.setOffline(true)
  await button(guest, 'Add person to your party').click()
  await dialog(guest).getByLabel('Name').fill('Cleo Lake')
  await dialog(guest).getByRole('switch', { name: 'Child' }).check()
  await dialog(guest).getByLabel('Age').fill('7')
  await answer(guest, 'Cleo Lake', 'Coming').check()
  await dialog(guest).getByRole('checkbox', { name: 'vegetarian' }).check()
  // From dinner on the first day to lunch on the last, without one meal in between.
  const meal = (words: string) => dialog(guest).getByRole('button', { name: new RegExp(`^Day ${words}$`) })
  // A press leaves a meal out, or adds it again.
  for (const isThere of ['false', 'true']) {
    await meal('2 .*: dinner').click()
    await expect(meal('2 .*: dinner')).toHaveAttribute('aria-pressed', isThere)
  }
  await button(guest, 'Only part of the trip').click()
  await meal('1 .*: dinner').click()
  await expect(dialog(guest).getByText('Now tap the last meal.')).toBeVisible()
  await meal('3 .*: lunch').click()
  await meal('2 .*: lunch').click()
  await expect(meal('1 .*: lunch')).toHaveAttribute('aria-pressed', 'false')
  await expect(meal('2 .*: lunch')).toHaveAttribute('aria-pressed', 'false')
  await expect(meal('2 .*: dinner')).toHaveAttribute('aria-pressed', 'true')
  await button(guest, 'Add').click()
  await button(guest, 'Add person to your party').click()
  await dialog(guest).getByLabel('Name').fill('Dan Lake')
  await dialog(guest).getByRole('switch', { name: 'Child' }).check()
  await button(guest, 'Add').click()
  await answer(guest, 'Dan Lake', 'Unsure').check()
  await expect(counted(guest, 'Coming')).toHaveAccessibleName('4 Coming')
  await expect(counted(page, 'Coming')).toHaveAccessibleName('3 Coming')
  await context.setOffline(false)
  await expect(counted(page, 'Coming')).toHaveAccessibleName('4 Coming')
  await expect(counted(page, 'Unsure')).toHaveAccessibleName('1 Unsure')
  await expect
    .poll(() => headcountsOf(page))
    .toEqual([
      [3, 3, 4],
      [4, 3, 4],
      [4, 4, 3],
    ])
  await expect(panel(page, 'Headcount by meal')).toContainText('Includes 1 child. 1 unsure, not counted.')
  // A day opens to what those who are there eat.
  const secondDay = page.getByRole('list', { name: 'Headcount by meal' }).getByRole('button', { name: /^Day 2 / })
  await secondDay.press('Enter')
  const meals = page.getByRole('region', { name: /^Day 2 / }).getByRole('listitem')
  await expect(meals).toHaveText([
    'Breakfast4 people1 vegetarianAllergic to peanuts: Ben Lake',
    'Lunch3 peopleAllergic to peanuts: Ben Lake',
    'Dinner4 people1 vegetarianAllergic to peanuts: Ben Lake',
  ])
  await expectNoAxeFindings(page)
  await expectNoAxeFindings(guest)

  await button(guest, 'Open the plan').click()
  await expect(button(guest, 'People')).toHaveAccessibleDescription('4 people are coming')
})

test('a person on the list picks their name when joining; a second person with that name must choose again', async ({
  page,
  server,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  const id = await createTrip(page, { name: 'With a list', type: 'car_trip' })
  await page.goto(groupOf(id))
  for (const name of ['Ana Lake', 'Ben Lake']) {
    await button(page, 'Add person').click()
    await dialog(page).getByLabel('Name').fill(name)
    await button(page, 'Add').click()
  }
  await expectSaved(page)
  await expect(panel(page, 'Still waiting for')).toContainText('Ana Lake and Ben Lake')
  const link = `/join/${await createInvitation(page, server, id)}`
  const [first, second] = [await (await openContext()).newPage(), await (await openContext()).newPage()]
  for (const guest of [first, second]) {
    await guest.goto(link)
    await guest.getByRole('radio', { name: 'Ana Lake' }).check()
  }
  await button(first, 'Join as Ana Lake').click()
  await expect(first.getByText('You’re in.')).toBeVisible()
  await button(second, 'Join as Ana Lake').click()
  await expect(second.getByRole('alert')).toHaveText('Someone else has just joined as this person. Who are you?')
  await expect(second.getByRole('radio', { name: 'Ana Lake' })).toHaveCount(0)
  await second.getByRole('radio', { name: 'Someone else' }).check()
  await second.getByLabel('Your name').fill('Another Ana')
  await expectNoAxeFindings(second)
  await button(second, 'Join').click()
  await expect(second.getByText('You’re in.')).toBeVisible()
  await answer(first, 'Ana Lake', 'Coming').check()

  // The organizer rejects the first person's claim.
  await openClaims(page)
  await expect(claimOf(page, 'Ana Lake')).toBeVisible()
  await button(page, 'Not Ana Lake').click()
  await expect(page.getByText('Claims to be')).toHaveCount(0)
  await expect(peopleList(page).getByText('Ana Lake', { exact: true })).toHaveCount(2)
})

test('what members without edit rights answer for their own party reaches the organizer', async ({
  page,
  server,
  createTrip,
  openContext,
}) => {
  const id = await createTrip(page, { name: 'Own party', type: 'car_trip' })
  await page.goto(groupOf(id))
  const guest = await (await openContext()).newPage()
  await joinBy(guest, `/join/${await createInvitation(page, server, id)}`, 'Ana')
  await page.getByRole('switch', { name: 'Members can edit the plan' }).click()
  await expect(button(guest, 'Add person')).toHaveCount(0)
  await answer(guest, 'Ana', 'Not coming').check()
  await expectSaved(guest)
  await expect(personRow(page, 'Ana')).toContainText('Not coming')
})

test('readers of a share link see how many are coming, but not who', async ({ page, friend, server, createTrip }) => {
  const people = [buildNamedParty('The Secrets', buildComing('Ana'), buildComing('Ben'))]
  const id = await createTrip(page, { name: 'Headcount', type: 'car_trip', plan: { people } })
  const shared = await page.context().request.put(`${server.address}/api/trips/${id}/sharing`, {
    data: { is_public: true },
    headers: { origin: server.address },
  })
  expect(shared.ok()).toBe(true)
  await friend.goto(`/shared/${id}`)
  await expect(friend.getByText('2 people are coming')).toBeVisible()
  expect(await friend.content()).not.toMatch(/Secrets|Ana|Ben\b/)
})

test('on an iPhone, and only there, new members read how to store the plan for longer than a week', async ({
  page,
  server,
  createTrip,
  openContext,
}) => {
  const id = await createTrip(page, { name: 'Kept', type: 'car_trip' })
  const hint = /Add to Home Screen/
  for (const userAgent of [IPHONE, undefined]) {
    const guest = await (await openContext(userAgent ? { userAgent } : {})).newPage()
    await joinBy(guest, `/join/${await createInvitation(page, server, id)}`, userAgent ? 'Kim' : 'Lou')
    await expect(guest.getByText('You’re in.')).toBeVisible()
    await expect(guest.getByText(hint)).toHaveCount(userAgent ? 1 : 0)
  }
})

/** Counts the presses on a page, across navigations. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() =>
    addEventListener(
      'pointerup',
      () => sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1)),
      true,
    ),
  )
  return () => page.evaluate(() => Number(sessionStorage.getItem('presses')))
}

test('a guest needs at most 8 presses and one name from the invitation to the first tick', async ({
  page,
  createTrip,
  openContext,
}) => {
  const plan = { checklist: [buildCategory('Things', 'Tent')] }
  const id = await createTrip(page, { name: 'Quickly', type: 'car_trip', plan })
  const ofOrganizer = await countPresses(page)
  await page.goto(groupOf(id))
  await button(page, 'Invite people').click()
  await button(page, 'Create link').click()
  const link = await dialog(page).getByLabel('Invitation link', { exact: true }).inputValue()
  const made = await ofOrganizer()

  const guest = await (await openContext(touchPhone)).newPage()
  const ofGuest = await countPresses(guest)
  await guest.goto(link)
  await guest.getByLabel('Your name').click()
  await guest.keyboard.type('Kim')
  await button(guest, 'Join').click()
  await button(guest, 'Open the plan').click()
  await guest.getByRole('tab', { name: 'Checklist' }).click()
  await guest.getByRole('checkbox', { name: 'Tent' }).click()
  await expectSaved(guest)
  const taken = await ofGuest()
  expect(made).toBe(2)
  expect(taken).toBeGreaterThanOrEqual(5)
  expect(made + taken).toBeLessThanOrEqual(8)
})

const noAnswer = (page: Page) => panel(page, 'Still waiting for')
const reminder = (page: Page) => dialog(page).getByRole('blockquote')

test('the reminder of a duplicated trip has a link to join by, which is the same next time', async ({
  page: owner,
  person,
  signIn,
  createTrip,
  openContext,
}) => {
  const people = [buildNamedParty('Lake', 'Ana', 'Ben'), buildNamedParty('Hill', 'Cleo')]
  const id = await createTrip(owner, { name: 'Whitefish Lake', type: 'car_trip', plan: { people } })
  const touch = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const context = await openContext({ ...touch, permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await signIn(page, person)
  await page.goto(`/trip/${id}`)
  await button(page, 'Whitefish Lake: history, rename and more').tap()
  await page.getByRole('menuitem', { name: 'Duplicate' }).tap()
  await dialog(page)
    .getByRole('switch', { name: /^Include people/ })
    .tap()
  await dialog(page).getByLabel('Trip Name').fill('Whitefish Lake 2027')
  await button(page, 'Duplicate').tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Whitefish Lake 2027' })).toBeVisible()
  await button(page, 'People').tap()

  await expect(noAnswer(page)).toContainText('Ana, Ben, and Cleo')
  await button(page, 'Write a reminder').tap()
  await expect(reminder(page)).toContainText(
    'Whitefish Lake 2027: we don’t know yet if Ana, Ben, and Cleo are coming. Please answer here, with your days and what you eat: ',
  )
  const text = await reminder(page).innerText()
  const link = text.slice(text.indexOf('http'))
  expect(link).toMatch(/\/join\/[\w-]{32}$/)
  await expectNoAxeFindings(page)
  await button(page, 'Copy text').tap()
  await expect(button(page, 'Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  await button(page, 'Done').tap()
  await expect(button(page, 'Write a reminder')).toBeFocused()

  // Another reminder creates no further invitation, on another device neither.
  await owner.goto(new URL(page.url()).pathname)
  await button(owner, 'Write a reminder').click()
  await expect(reminder(owner)).toHaveText(text)

  const guest = await (await openContext(touch)).newPage()
  await guest.goto(link)
  await guest.getByRole('radio', { name: 'Ben' }).tap()
  await button(guest, 'Join as Ben').tap()
  await expect(guest.getByText('You’re in.')).toBeVisible()
  await answer(guest, 'Ben', 'Coming').check()
  // Members see who has not answered. Only people who can invite get the link.
  await expect(noAnswer(guest)).toContainText('Cleo')
  await expect(button(guest, 'Write a reminder')).toHaveCount(0)
  await button(owner, 'Done').click()
  await expect(noAnswer(owner)).toContainText('Ana and Cleo')
  // For a member, the link leads to the trip.
  await guest.goto(link)
  await button(guest, 'Open the trip').tap()
  await expect(guest.getByRole('heading', { level: 1, name: 'Whitefish Lake 2027' })).toBeVisible()
})

test('shares a reminder with the phone’s share sheet, and says offline that there is no link yet', async ({
  page,
  createTrip,
  openContext,
  signIn,
  person,
  allowConsole,
}) => {
  allowConsole(/net::ERR_/)
  const id = await createTrip(page, {
    name: 'Alone',
    type: 'car_trip',
    plan: { people: [buildNamedParty('Lake', 'Ana')] },
  })
  const phone = await (
    await openContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  ).newPage()
  await phone.addInitScript(() => {
    const share = async ({ text }: ShareData) => {
      // As in browsers: only during a user activation.
      if (!navigator.userActivation.isActive) throw new DOMException('no press', 'NotAllowedError')
      Object.assign(window, { shared: text })
    }
    Object.defineProperty(navigator, 'share', { value: share })
  })
  await signIn(phone, person)
  await phone.goto(groupOf(id))
  await expect(button(phone, 'Invite people')).toBeVisible()
  await phone.route('**/people', (route) => route.abort())
  await button(phone, 'Write a reminder').tap()
  await expect(dialog(phone).getByRole('alert')).toContainText(
    'There’s no link for the reminder yet. We couldn’t reach the server.',
  )
  await expect(button(phone, 'Copy text')).toHaveCount(0)
  await button(phone, 'Try again').tap()
  await expect(dialog(phone).getByRole('alert')).toBeVisible()
  await phone.unroute('**/people')
  await expect(reminder(phone)).toContainText('we don’t know yet if Ana is coming.', { timeout: 60_000 })
  await button(phone, 'Share').tap()
  await expect
    .poll(() => phone.evaluate(() => (window as unknown as { shared?: string }).shared))
    .toBe(await reminder(phone).innerText())
})

test('the trip reports answers given while a person was away, but not those seen on the people page', async ({
  page,
  server,
  createTrip,
  openContext,
}) => {
  const id = await createTrip(page, { name: 'Answers meanwhile', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  await openField(page, 'Destination')
  const line = page.getByRole('status').filter({ hasText: ' since ' })
  const token = await createInvitation(page, server, id)
  await button(page, 'Back to Trips').click()
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  const guest = await (await openContext()).newPage()
  await joinBy(guest, `/join/${token}`, 'Kim')
  await answer(guest, 'Kim', 'Coming').check()
  await expectSaved(guest)
  await page.goto(`/trip/${id}`)
  await expect(line).toContainText('Kim made')
  await page.getByRole('button', { name: 'Dismiss this summary' }).click()
  await expect(line).toHaveCount(0)

  // Answers seen as they are given are not news later.
  await page.goto(groupOf(id))
  await expect(personRow(page, 'Kim')).toContainText('Coming')
  await answer(guest, 'Kim', 'Unsure').check()
  await expect(personRow(page, 'Kim')).toContainText('Unsure')
  await button(page, 'Back to the trip').click()
  await openField(page, 'Destination')
  await expect(line).toHaveCount(0)
})
