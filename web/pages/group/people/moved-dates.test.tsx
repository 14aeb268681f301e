import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { withAnswer } from '#domain/change-stay.ts'
import type { LocalDate } from '#domain/local-date.ts'
import type { Person } from '#domain/plan/people.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildNamedParty, buildPerson } from '#domain/testing/people.ts'
import type { Trip } from '#domain/trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { TripInformation } from '#web/features/details/trip-information.tsx'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText } from '#web/testing/screen.ts'
import { PeopleTab } from './group-tab.tsx'

/* The departure changes after people have said which days they are there. */

const panel = (name: string) => page.getByRole('region', { name, exact: true })
const question = page.getByRole('region', { name: 'Do people’s days move too?' })
const departure = '2037-08-12' as LocalDate
const personOf = (name: string, answer: Partial<Person>) =>
  withAnswer(buildPerson(name), { coming: 'coming', ...answer }, departure)

/** What Overview says of the trip, with the question about its people. */
function Information({ trip }: { trip: Trip }) {
  const shown = useSection(trip.id, 'details')
  return shown && <TripInformation trip={trip} details={shown} today={'2037-05-01' as LocalDate} />
}

test('an organizer moves the trip on a phone, chooses what the days of people do, and they confirm', async () => {
  await page.viewport(390, 844)
  const persons = [personOf('Ana Lake', { from: '2 dinner 2037-08-12' }), personOf('Ben Lake', {})]
  const details = buildDetails({ ...datesOf(departure, '2037-08-16'), destination_name: 'Pog Lake' })
  const { trip, stored, show } = await openTrip({
    values: { details, people: [buildNamedParty('The Lakes', ...persons)] },
    members: access(planner(ROBIN, 'owner')),
  })
  const daysOf = (name: string) => {
    const found = stored('people').flatMap((party) => party.persons.filter((one) => one.name === name))
    return found.map(({ from, until }) => [from, until])
  }
  const showGroup = () => show(<PeopleTab trip={trip} failures={{}} />)
  const showOverview = () => show(<Information trip={trip} />)

  showGroup()
  await page.getByRole('group', { name: 'Is Robin Tester coming?' }).getByText('Coming', { exact: true }).click()
  await page.getByRole('button', { name: /^Robin Tester/ }).click()
  await button('Edit').click()
  await button('Only part of the trip').click()
  await button('Day 1 · Wed, Aug 12: lunch').click()
  await button('Day 3 · Fri, Aug 14: lunch').click()
  await button('Done').click()
  await expectText(panel('You'), 'Wed lunch to Fri lunch')
  await expect.poll(() => daysOf('Robin Tester')).toEqual([['1 lunch 2037-08-12', '3 lunch 2037-08-12']])

  showOverview()
  await page.getByRole('button', { name: /^(Add )?Departure date(?!\d)/i }).click()
  await page.getByLabelText('Departure date', { exact: true }).fill('2037-08-13')
  await expectText(question, '2 people are there for part of the trip')
  await expectText(question, 'Dinner on Thu, Aug 13 becomes dinner on Fri, Aug 14')
  await expectNoAxeFindings()
  await expect.poll(() => stored('details').departure_date).toBe('2037-08-13')

  // The question comes again until somebody answers it. Until then, days keep their dates.
  showGroup()
  await expectText(panel('You'), 'until Fri lunch')
  showOverview()
  await question.getByRole('button', { name: 'Move with the trip' }).click()
  await expectCount(question, 0)
  await button('Undo').click()
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Move with the trip' }).click()
  await expectCount(question, 0)

  showGroup()
  await expectText(panel('You'), 'Robin Tester is now expected Thu lunch to Sat lunch')
  const ana = page.getByRole('button', { name: /^Ana Lake/ })
  await expectText(ana, 'Days not confirmed for the new dates')
  await expect.element(page.getByRole('button', { name: /^Ben Lake/ })).not.toHaveTextContent('not confirmed')
  await expectNoAxeFindings()
  await panel('You').getByRole('button', { name: 'Still right' }).click()
  await expect.element(panel('You')).not.toHaveTextContent('Still right')
  await ana.click()
  await dialog().getByRole('button', { name: 'Still right' }).click()
  await button('Done').click()
  await expect.poll(() => daysOf('Ana Lake')).toEqual([['2 dinner 2037-08-13', '']])
  await expectText(ana, 'from Fri dinner')
  await expectCount(page.getByText('not confirmed'), 0)
})
