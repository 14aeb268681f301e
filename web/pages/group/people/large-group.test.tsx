import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PeopleResponse } from '#domain/api/people.ts'
import { withAnswer } from '#domain/change-stay.ts'
import { addDays, type LocalDate, localDateOf } from '#domain/local-date.ts'
import type { Party } from '#domain/plan/people.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { allergensOf, buildComing, buildParty, buildPerson, dietsOf } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { holdResponse } from '#web/testing/hold.ts'
import { type OpenedTrip, openTrip, type PlanValues, ROBIN } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText, expectTexts, pressOn } from '#web/testing/screen.ts'
import { PeopleTab } from './group-tab.tsx'

/* The people page of a large group on a phone: parties and sections that open, a long headcount, and after the trip. */

const peopleList = page.getByRole('list', { name: 'People', exact: true })
const row = (name: string) => peopleList.getByRole('button', { name })
const claims = page.getByRole('list', { name: 'Confirm who they are' })
const answers = page.getByRole('group', { name: /^(Is|Did) .* (coming|come)\?$/ })

const haddads: Party = buildParty(
  buildComing('Omar Haddad'),
  buildComing('Layla Haddad', { coming: 'not_coming' }),
  buildComing('Yusuf Haddad', { allergens: allergensOf('peanuts', 'sesame') }),
  buildComing('Noor Haddad', { allergens: allergensOf('milk') }),
)
const singles = (count: number): Party[] =>
  Array.from({ length: count }, (_, n) => buildParty(buildComing(`Zoë ${n + 1}`)))
/** The organizer and a partner, who have both answered. */
const ownParty = () => buildParty(buildComing('Robin Tester', { id: ROBIN.id }), buildComing('Kim Tester'))
const owner = planner(ROBIN, 'owner')

const inDays = (days: number): LocalDate => addDays(localDateOf(new Date()), days)
/** The details of a trip from one date to another, both relative to today. */
const detailsIn = (departure: number, back: number) =>
  buildDetails({ departure_date: inDays(departure), return_date: inDays(back) })

/** Opens the page on a phone. Without `members`, the server has not said yet who has access. */
async function openPeople(people: Party[], values: PlanValues = {}, members?: PeopleResponse): Promise<OpenedTrip> {
  await page.viewport(390, 844)
  const opened = await openTrip({ values: { people, ...values }, ...(members && { members }) })
  return opened
}

const show = ({ trip, show: showTrip }: OpenedTrip) => showTrip(<PeopleTab trip={trip} failures={{}} />)

test('a party is one row that opens to its people; a search and a filter find them in it', async () => {
  show(await openPeople([ownParty(), haddads, ...singles(10)], {}, access(owner)))
  const party = row('Omar Haddad +3')
  await expect.element(party).toHaveAttribute('aria-expanded', 'false')
  await expectText(party, '3 of 4 coming')
  const badge = party.getByText('Allergies: Peanuts, milk, sesame', { exact: true })
  await expect.element(badge).toBeVisible()
  expect(badge.element().scrollWidth <= badge.element().clientWidth).toBe(true)
  await expectCount(row('Noor Haddad'), 0)
  await expectCount(peopleList.getByRole('listitem'), 5)

  // By keyboard too: it stays focused, and its people follow.
  await pressOn(party, 'Enter')
  await expect.element(party).toHaveFocus()
  await expectText(row('Layla Haddad'), 'Not coming')
  await row('Noor Haddad').click()
  await expectText(dialog(), 'Allergy: milk')
  await button('Done').click()
  await expect.element(row('Noor Haddad')).toHaveFocus()
  await expectNoAxeFindings()
  await party.click()
  await expectCount(row('Noor Haddad'), 0)

  const search = page.getByLabelText('Find a person')
  await search.fill('noor')
  await expectTexts(peopleList.getByRole('button'), [/^NHNoor Haddad/])
  await search.fill('')
  await page.getByRole('button', { name: /Not coming$/ }).click()
  await expectTexts(peopleList.getByRole('button'), [/^LHLayla Haddad/])
  await button('Show everyone').click()
  await button('Show all 16 people').click()
  await expectCount(peopleList.getByRole('listitem'), 11)

  // The current user's party is a line of its own, which opens to its answers.
  const own = page.getByRole('button', { name: /^Your party/ })
  await expectText(own, '2 coming')
  await expectCount(answers, 0)
  await own.click()
  await expectCount(answers, 2)
  await page
    .getByRole('group', { name: 'Is Kim Tester coming?' })
    .getByRole('radio', { name: 'Unsure', exact: true })
    .click()
  await own.click()
  await expectCount(answers, 0)
  await expectText(own, '1 of 2 coming')
})

test('the list is there before the access of people, and claims that arrive move nothing', async () => {
  const opened = await openPeople([ownParty(), haddads, ...singles(10)])
  const { release: answer } = holdResponse(`/api/trips/${opened.trip.id}/people`, async () => claimants(haddads))
  show(opened)
  const omar = row('Omar Haddad')
  await expectText(omar, '3 of 4 coming')
  const before = omar.element().getBoundingClientRect()
  answer()
  const line = page.getByRole('button', { name: /^2 people joined under a name on your list/ })
  await expect.element(line).toBeVisible()
  await expect.element(omar).not.toHaveTextContent('not joined')
  expect(omar.element().getBoundingClientRect()).toEqual(before)
  await expectCount(claims, 0)
  expect(line.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await pressOn(line, 'Enter')
  await expectCount(claims.getByRole('listitem'), 2)
  await expect.element(button('Confirm all 2')).toBeVisible()
  await expectNoAxeFindings()
})

/** Two guests who say they are people of a party. */
const claimants = (party: Party): PeopleResponse =>
  access(
    owner,
    ...party.persons.slice(0, 2).map(({ id, name }) => ({
      ...planner({ id: newId(), username: name, full_name: name }, 'member'),
      person_id: id,
      party_id: party.id,
      shares_party: false,
      is_guest: true,
      is_unconfirmed: true,
      claim: { name, held_by: null },
    })),
  )

test('during the trip the headcount starts at today, and all days are one press away', async () => {
  const late = withAnswer(buildPerson('Ana'), { coming: 'coming', from: '2 lunch' }, inDays(-4))
  show(await openPeople([buildParty(late, buildComing('Ben'))], { details: detailsIn(-4, 5) }, access(owner)))
  const days = page.getByRole('list', { name: 'Headcount by meal' }).getByRole('button')
  await expectCount(days, 3)
  await expectTexts(days.first(), ['Today222'])
  await expect.element(days.first()).toHaveAccessibleName(/^Day 5 .*: 2 for breakfast, 2 for lunch, 2 for dinner$/)
  await button('All 10 days').click()
  await expectCount(days, 10)
  await expect.element(days.nth(1)).toHaveAccessibleName(/: 1 for breakfast, 2 for lunch, 2 for dinner$/)
  // The headcount says who is there, the answers who wanted to come.
  await button('2 Said yes').click()
  await expect.element(page.getByText('2 people: Said yes')).toBeVisible()
  await expectNoAxeFindings()
})

test('after the trip the page says who came, and asks nobody', async () => {
  const people = [ownParty(), buildParty(buildComing('Ana', { coming: 'not_coming' }), buildPerson('Ben'))]
  show(await openPeople(people, { details: detailsIn(-9, -7) }, access(owner)))
  await expect.element(page.getByRole('heading', { name: 'Who came' })).toBeVisible()
  await expect.element(button('2 Came')).toBeVisible()
  await expectText(row('Ana'), 'Didn’t come')
  await button('Change answers').click()
  await expectCount(answers.first().getByRole('radio'), 3)
  await expect.element(answers.first().getByRole('radio', { name: 'Came' })).toBeChecked()
  const words = document.querySelector('main')?.innerText
  expect(words).not.toMatch(/coming|waiting|reminder|still to do|opened the plan|not joined/i)
})

test('“Choose days” opens the fields at once', async () => {
  const me = buildComing('Robin Tester', { id: ROBIN.id })
  const answered = withAnswer(me, { from: '1 lunch', until: '2 dinner' }, inDays(10))
  show(await openPeople([buildParty(answered)], { details: detailsIn(30, 32) }, access(owner)))
  await button('Choose days').click()
  await expect.element(dialog().getByRole('button', { name: /^Day 1 .*: breakfast$/ })).toBeVisible()
})

test('what everyone eats is folded on a phone', async () => {
  show(await openPeople([buildParty(buildComing('Ana', { diets: dietsOf('vegan') }))], {}, access(owner)))
  const food = page.getByRole('region', { name: 'What everyone eats', exact: true })
  await expect.element(food.getByText('vegan')).not.toBeVisible()
  const heading = page.getByRole('heading', { name: 'What everyone eats', exact: true }).getByRole('button')
  await expect.element(heading).toHaveAttribute('aria-expanded', 'false')
  await pressOn(heading, 'Enter')
  await expect.element(food.getByText('vegan')).toBeVisible()
})

test('an organizer adds somebody to the party of another person', async () => {
  show(await openPeople([buildParty(buildComing('Ana Berg'))], {}, access(owner)))
  await row('Ana Berg').click()
  await button('Add someone who travels with Ana Berg').click()
  await expect.element(page.getByRole('dialog', { name: 'Add someone who travels with Ana Berg' })).toBeVisible()
  await dialog().getByLabelText('Name', { exact: true }).fill('Ben Berg')
  await button('Add').click()
  await expectTexts(peopleList.getByRole('heading'), ['Ana Berg and Ben Berg · not joined'])
  await row('Ben Berg').click()
  await button('Edit').click()
  await button('Add to this party').click()
  await expect.element(page.getByRole('dialog', { name: 'Add a person to Ana Berg’s party' })).toBeVisible()
})
