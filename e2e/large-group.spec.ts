import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { PeopleResponse } from '#domain/api/people.ts'
import { withAnswer } from '#domain/change-stay.ts'
import { addDays, type LocalDate, localDate } from '#domain/local-date.ts'
import type { Party } from '#domain/plan/people.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { allergensOf, buildComing, buildParty, buildPerson, dietsOf } from '#domain/testing/people.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { holdRequests } from './held-requests.ts'
import { button, dialog } from './page-parts.ts'
import { claims, openClaims, openSection, peopleList, personRow } from './people-list.ts'
import { touchPhone } from './phone.ts'

test.use({ isSignedIn: true, ...touchPhone })

/* The people page of a large group on a phone: parties and sections that open, a long headcount, and after the trip. */

const groupOf = (tripId: string) => `/trip/${tripId}/group`
const haddads: Party = buildParty(
  buildComing('Omar Haddad'),
  buildComing('Layla Haddad', { coming: 'not_coming' }),
  buildComing('Yusuf Haddad', { allergens: allergensOf('peanuts', 'sesame') }),
  buildComing('Noor Haddad', { allergens: allergensOf('milk') }),
)
const singles = (count: number): Party[] =>
  Array.from({ length: count }, (_, n) => buildParty(buildComing(`Zoë ${n + 1}`)))
/** The organizer and a partner, who have both answered. */
const ownParty = (userId: string): Party =>
  buildParty(buildComing('Robin Tester', { id: userId }), buildComing('Kim Tester'))

const answersOf = (page: Page) => page.getByRole('group', { name: /^(Is|Did) .* (coming|come)\?$/ })
/** A date relative to today in the browser's time zone, which may differ from this process's. */
async function dateIn(page: Page, days: number): Promise<LocalDate> {
  return addDays(localDate.parse(await page.evaluate(() => new Date().toLocaleDateString('sv'))), days)
}

/** The details of a trip from one date to another, both relative to today. */
const detailsIn = async (page: Page, departure: number, back: number) =>
  buildDetails({ departure_date: await dateIn(page, departure), return_date: await dateIn(page, back) })

test('a party is one row that opens to its people; a search and a filter find them in it', async ({
  page,
  person,
  createTrip,
}) => {
  const id = await createTrip(page, {
    name: 'Sixteen',
    type: 'car_trip',
    plan: { people: [ownParty(person.id), haddads, ...singles(10)] },
  })
  await page.goto(groupOf(id))
  const party = personRow(page, 'Omar Haddad +3')
  await expect(party).toHaveAttribute('aria-expanded', 'false')
  await expect(party).toContainText('3 of 4 coming')
  const badge = party.getByText('Allergies: Peanuts, milk, sesame', { exact: true })
  await expect(badge).toBeVisible()
  expect(await badge.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  await expect(personRow(page, 'Noor Haddad')).toHaveCount(0)
  await expect(peopleList(page).getByRole('listitem')).toHaveCount(5)

  // By keyboard too: it stays focused, and its people follow.
  await party.press('Enter')
  await expect(party).toBeFocused()
  await expect(personRow(page, 'Layla Haddad')).toContainText('Not coming')
  await personRow(page, 'Noor Haddad').tap()
  await expect(dialog(page)).toContainText('Allergy: milk')
  await button(page, 'Done').tap()
  await expect(personRow(page, 'Noor Haddad')).toBeFocused()
  await expectNoAxeFindings(page)
  await party.tap()
  await expect(personRow(page, 'Noor Haddad')).toHaveCount(0)

  await page.getByLabel('Find a person').fill('noor')
  await expect(peopleList(page).getByRole('button')).toHaveText([/^NHNoor Haddad/])
  await page.getByLabel('Find a person').fill('')
  await button(page, /Not coming$/).tap()
  await expect(peopleList(page).getByRole('button')).toHaveText([/^LHLayla Haddad/])
  await button(page, 'Show everyone').tap()
  await button(page, 'Show all 16 people').tap()
  await expect(peopleList(page).getByRole('listitem')).toHaveCount(11)

  // The current user's party is a line of its own, which opens to its answers.
  const own = button(page, /^Your party/)
  await expect(own).toContainText('2 coming')
  await expect(answersOf(page)).toHaveCount(0)
  await own.tap()
  await expect(answersOf(page)).toHaveCount(2)
  await page
    .getByRole('group', { name: 'Is Kim Tester coming?' })
    .getByRole('radio', { name: 'Unsure', exact: true })
    .tap()
  await own.tap()
  await expect(answersOf(page)).toHaveCount(0)
  await expect(own).toContainText('1 of 2 coming')
})

test('the list is there before the access of people, and claims that arrive move nothing', async ({
  page,
  person,
  createTrip,
}) => {
  const id = await createTrip(page, {
    name: 'Slow',
    type: 'car_trip',
    plan: { people: [ownParty(person.id), haddads, ...singles(10)] },
  })
  await page.route(`**/api/trips/${id}/people`, (route) => route.fulfill({ json: claimants(person, haddads) }))
  const release = await holdRequests(page, 'GET', /\/people$/)
  await page.goto(groupOf(id))
  const row = personRow(page, 'Omar Haddad')
  await expect(row).toContainText('3 of 4 coming')
  const before = await row.boundingBox()
  release()
  const line = button(page, /^2 people joined under a name on your list/)
  await expect(line).toBeVisible()
  await expect(row).not.toContainText('not joined')
  expect(await row.boundingBox()).toEqual(before)
  await expect(claims(page)).toHaveCount(0)
  expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await openClaims(page)
  await expect(claims(page).getByRole('listitem')).toHaveCount(2)
  await expect(button(page, 'Confirm all 2')).toBeVisible()
  await expectNoAxeFindings(page)
})

/** Two guests who say they are people of a party. */
function claimants(owner: { id: string; full_name: string }, party: Party): PeopleResponse {
  const of = (id: string, full_name: string, person_id: string, party_id: string) => ({
    id,
    username: full_name,
    full_name,
    since: '2026-06-01T12:00:00.000Z',
    invitation_id: null,
    can_own: true,
    person_id,
    party_id,
    shares_party: false,
    opened_at: null,
  })
  const owns = { role: 'owner' as const, is_guest: false, is_unconfirmed: false }
  const claimed = party.persons.slice(0, 2).map(({ id, name }) => ({
    ...of(randomUUID(), name, id, party.id),
    role: 'member' as const,
    is_guest: true,
    is_unconfirmed: true,
    claim: { name, held_by: null },
  }))
  return {
    members_edit: true,
    departed: [],
    invitations: [],
    people: [{ ...of(owner.id, owner.full_name, owner.id, owner.id), ...owns }, ...claimed],
  }
}

test('during the trip the headcount starts at today, and all days are one press away', async ({ page, createTrip }) => {
  const late = withAnswer(buildPerson('Ana'), { coming: 'coming', from: '2 lunch' }, await dateIn(page, -4))
  const id = await createTrip(page, {
    name: 'Ten days',
    type: 'car_trip',
    plan: { details: await detailsIn(page, -4, 5), people: [buildParty(late, buildComing('Ben'))] },
  })
  await page.goto(groupOf(id))
  const days = page.getByRole('list', { name: 'Headcount by meal' }).getByRole('button')
  await expect(days).toHaveCount(3)
  await expect(days.first()).toHaveText('Today222')
  await expect(days.first()).toHaveAccessibleName(/^Day 5 .*: 2 for breakfast, 2 for lunch, 2 for dinner$/)
  await button(page, 'All 10 days').tap()
  await expect(days).toHaveCount(10)
  await expect(days.nth(1)).toHaveAccessibleName(/: 1 for breakfast, 2 for lunch, 2 for dinner$/)
  // The headcount says who is there, the answers who wanted to come.
  await button(page, '2 Said yes').tap()
  await expect(page.getByText('2 people: Said yes')).toBeVisible()
  await expectNoAxeFindings(page)
})

test('after the trip the page says who came, and asks nobody', async ({ page, person, createTrip }) => {
  const people = [ownParty(person.id), buildParty(buildComing('Ana', { coming: 'not_coming' }), buildPerson('Ben'))]
  const plan = { details: await detailsIn(page, -9, -7), people }
  const id = await createTrip(page, { name: 'Last week', type: 'car_trip', plan })
  await page.goto(groupOf(id))
  await expect(page.getByRole('heading', { name: 'Who came' })).toBeVisible()
  await expect(button(page, '2 Came')).toBeVisible()
  await expect(personRow(page, 'Ana')).toContainText('Didn’t come')
  await button(page, 'Change answers').tap()
  await expect(answersOf(page).first().getByRole('radio')).toHaveCount(3)
  await expect(answersOf(page).first().getByRole('radio', { name: 'Came' })).toBeChecked()
  const words = await page.getByRole('main').innerText()
  expect(words).not.toMatch(/coming|waiting|reminder|still to do|opened the plan|not joined/i)
})

test('“Choose days” opens the fields at once', async ({ page, person, createTrip }) => {
  const earlier = await dateIn(page, 10)
  const me = buildComing('Robin Tester', { id: person.id })
  const answered = withAnswer(me, { from: '1 lunch', until: '2 dinner' }, earlier)
  const plan = { details: await detailsIn(page, 30, 32), people: [buildParty(answered)] }
  const id = await createTrip(page, { name: 'Moved', type: 'car_trip', plan })
  await page.goto(groupOf(id))
  await button(page, 'Choose days').tap()
  await expect(dialog(page).getByRole('button', { name: /^Day 1 .*: breakfast$/ })).toBeVisible()
})

test('sections at the end of the page are folded on a phone', async ({ page, createTrip }) => {
  const people = [buildParty(buildComing('Ana', { diets: dietsOf('vegan') }))]
  const id = await createTrip(page, { name: 'Folded', type: 'car_trip', plan: { people } })
  await page.goto(groupOf(id))
  await button(page, 'Invite people').tap()
  await button(page, 'Create link').tap()
  await button(page, 'New invitation').tap()
  // Back at the link, without closing the dialog.
  await button(page, 'Back to the open invitation').tap()
  await expect(dialog(page).getByRole('img', { name: /^QR code/ })).toBeVisible()
  await button(page, 'Done').tap()
  await expect(button(page, 'Show link')).toHaveCount(0)
  await openSection(page, 'Invitations')
  await expect(button(page, 'Show link')).toBeVisible()
  const food = page.getByRole('region', { name: 'What everyone eats', exact: true })
  await expect(food.getByText('vegan')).toBeHidden()
  await openSection(page, 'What everyone eats')
  await expect(food.getByText('vegan')).toBeVisible()
})

test('an organizer adds somebody to the party of another person', async ({ page, createTrip }) => {
  const id = await createTrip(page, {
    name: 'The Bergs',
    type: 'car_trip',
    plan: { people: [buildParty(buildComing('Ana Berg'))] },
  })
  await page.goto(groupOf(id))
  await personRow(page, 'Ana Berg').tap()
  await button(page, 'Add someone who travels with Ana Berg').tap()
  await expect(page.getByRole('dialog', { name: 'Add someone who travels with Ana Berg' })).toBeVisible()
  await dialog(page).getByLabel('Name', { exact: true }).fill('Ben Berg')
  await button(page, 'Add').tap()
  await expect(peopleList(page).getByRole('heading')).toHaveText(['Ana Berg and Ben Berg · not joined'])
  await personRow(page, 'Ben Berg').tap()
  await button(page, 'Edit').tap()
  await button(page, 'Add to this party').tap()
  await expect(page.getByRole('dialog', { name: 'Add a person to Ana Berg’s party' })).toBeVisible()
})
