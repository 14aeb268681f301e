import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addDays, localDateOf } from '#domain/local-date.ts'
import type { Party } from '#domain/plan/people.ts'
import { newRecord, type PrivateParty, type PrivateRecord } from '#domain/plan/private.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import type { Trip } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { plan } from '#web/data/root/plan.ts'
import { EmergencyPeople } from '#web/features/people/emergency-people.tsx'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText } from '#web/testing/screen.ts'
import { PeopleTab } from './group-tab.tsx'

/* Private details, as far as the server has sent them. To whom it sends them: server/routes/private.test.ts. */

const secrets = dialog().getByRole('region', { name: 'Private details' })
const field = (name: string) => secrets.getByLabelText(name, { exact: true })
const open = (name: string) => page.getByRole('listitem').getByRole('button').filter({ hasText: name }).first().click()
async function openToEdit(name: string): Promise<void> {
  await open(name)
  await button('Edit').click()
}

const recordOf = (id: string, more: Partial<PrivateRecord>): PrivateRecord => ({ ...newRecord(id), ...more })

/** Opens the people page with the private records that the server has sent to this person. */
async function openPeople(people: Party[], records: PrivateParty[] = [], trip: Partial<Trip> = {}) {
  const opened = await openTrip({
    values: { people },
    trip,
    members: access(planner(ROBIN, trip.role === 'member' ? 'member' : 'owner')),
  })
  /** A live event says that there are other records. */
  const receive = (value: PrivateParty[], version: number) =>
    plan.findPlan(opened.trip.id)?.receive({ private: { version, value } })
  receive(records, 1)
  const showPeople = () => opened.show(<PeopleTab trip={opened.trip} failures={{}} />)
  showPeople()
  return { ...opened, receive, showPeople }
}

const asMember = (more: Partial<Trip> = {}): Partial<Trip> => ({ role: 'member', owner_id: newId(), ...more })

test('an organizer calls a person, or whom they named, and may add to their details', async () => {
  const ana = buildParty(buildComing('Ana Lake'))
  const record = recordOf(ana.id, {
    ...{ phone: '+49 171 23 45', contact_name: 'Uncle Bob', contact_phone: '0171 99' },
    medical: 'Bee stings: adrenaline in the red bag',
  })
  const { trip, show, showPeople } = await openPeople([ana], [{ id: ana.id, persons: [record] }])
  show(<EmergencyPeople trip={trip} failures={{}} />)
  const helpers = page.getByRole('region', { name: 'What helpers must know' })
  await expectText(helpers, 'Bee stings: adrenaline in the red bag')
  await expect.element(helpers.getByRole('link', { name: 'Call Uncle Bob' })).toHaveAttribute('href', 'tel:017199')

  showPeople()
  await open('Ana Lake')
  await expectText(secrets, 'Bee stings: adrenaline in the red bag')
  await expectCount(secrets.getByRole('textbox'), 0)
  await expect.element(dialog().getByRole('link', { name: 'Call Ana Lake' })).toHaveAttribute('href', 'tel:+491712345')
  await expect.element(secrets.getByRole('link', { name: 'Message Uncle Bob' })).toHaveAttribute('href', 'sms:017199')
  await expect.element(field('Medical notes')).not.toBeInTheDocument()
  await button('Edit').click()
  await expect.element(field('Phone')).toHaveValue('+49 171 23 45')
})

test('a person reads who sees their details while they type', async () => {
  await openPeople([buildParty(buildComing('Robin Tester', { id: ROBIN.id }))], [], asMember())
  await openToEdit('Robin Tester')
  await expectCount(secrets.getByText('Visible to you and the organizers.'), 4)
  await expectNoAxeFindings()
})

test('a person shows their details to everyone in an emergency, and hides them again', async () => {
  const robin = buildParty(buildComing('Robin Tester', { id: ROBIN.id }))
  const { server, stored } = await openPeople([robin], [], asMember())
  // As what this device has received.
  Object.assign(server.sections.private, { version: 1 })
  await openToEdit('Robin Tester')
  const shows = secrets.getByRole('switch', { name: /^Show to everyone in an emergency/ })
  const storedRecords = () => stored('private').flatMap(({ persons }) => persons)
  await expect.element(shows).not.toBeChecked()
  await shows.click()
  await expect.element(shows).toBeChecked()
  await expect.poll(storedRecords).toEqual([recordOf(ROBIN.id, { in_emergency: true })])
  await shows.click()
  await expect.element(shows).not.toBeChecked()
  await expect.poll(storedRecords).toEqual([recordOf(ROBIN.id, { in_emergency: false })])
})

test('an organizer reads that the party of somebody sees their details', async () => {
  const lakes = buildParty('Ana Lake', 'Ben Lake')
  await openPeople([lakes])
  await openToEdit('Ana Lake')
  await expectCount(secrets.getByText('Visible to their party and the organizers.'), 4)
})

test('others see no private details unless shared for emergencies, and then after a press', async () => {
  const ana = buildParty(buildComing('Ana Lake'))
  const shared = [{ id: ana.id, persons: [recordOf(ana.id, { phone: '0171 5', in_emergency: true })] }]
  const { trip, show, showPeople, receive } = await openPeople([ana], [], asMember())
  await openToEdit('Ana Lake')
  await expect.element(dialog().getByLabelText('Name', { exact: true })).toHaveValue('Ana Lake')
  await expectCount(secrets, 0)
  await expectCount(button('Emergency details'), 0)

  receive(shared, 2)
  show(<EmergencyPeople trip={trip} failures={{}} />)
  await expectText(page.getByRole('region', { name: 'What helpers must know' }), 'Ana Lake')
  await expectCount(page.getByText('0171 5'), 0)
  await button('Emergency details').click()
  await expect.element(page.getByText('0171 5')).toBeVisible()
  showPeople()
  await openToEdit('Ana Lake')
  await button('Emergency details').click()
  await expect.element(dialog().getByText('0171 5')).toBeVisible()
  await expect.element(dialog().getByRole('link', { name: 'Call Ana Lake' })).toHaveAttribute('href', 'tel:01715')
  await expectNoAxeFindings()
  receive([], 3)
  await expectCount(dialog().getByText('0171 5'), 0)
})

test('a person who claims a list entry reads that its private details appear once it is confirmed', async () => {
  const ana = buildParty('Ana Lake', 'Ben Lake')
  const taken = { person_id: ana.id, party_id: ana.id, is_confirmed: false, shares_party: false }
  await openPeople([ana], [], asMember({ taken }))
  await openToEdit('Ana Lake')
  await expect
    .element(secrets.getByText('Private details appear here once an organizer confirms who you are.'))
    .toBeVisible()
  await expectCount(secrets.getByRole('textbox'), 0)
})

test.each([true, false])(
  'people of a party see each other’s private details while shared: %s',
  async (shares_party) => {
    const lakes = buildParty('Ana Lake', 'Ben Lake')
    const [, ben] = lakes.persons
    const records = [{ id: lakes.id, persons: [recordOf(ben?.id ?? '', { phone: '0171 7' })] }]
    const taken = { person_id: lakes.id, party_id: lakes.id, is_confirmed: true, shares_party }
    await openPeople([lakes], shares_party ? records : [], asMember({ taken }))
    await openToEdit('Ben Lake')
    if (shares_party) {
      await expect.element(field('Phone')).toHaveValue('0171 7')
      await expectCount(secrets.getByText('Visible to your party and the organizers.'), 4)
    } else {
      await expectText(secrets, /Only Ben Lake and the organizers see these details/)
      await expect.element(secrets).not.toHaveTextContent('0171 7')
    }
  },
)

test('says when private details are erased, and has no fields after that', async () => {
  const today = localDateOf(new Date())
  const { editAsOther } = await openPeople([buildParty(buildComing('Robin Tester', { id: ROBIN.id }))])
  await openToEdit('Robin Tester')
  await expect
    .element(
      secrets.getByText('These details are deleted from every device 30 days after the return date.', { exact: false }),
    )
    .toBeVisible()
  editAsOther('details', () => buildDetails({ departure_date: addDays(today, -40), return_date: addDays(today, -31) }))
  await expect.element(secrets.getByText('its private details have been deleted')).toBeVisible()
  await expectCount(secrets.getByRole('textbox'), 0)
})

test('a trip without an owner has no private details', async () => {
  await openPeople([buildParty('Ana')], [], { role: 'everybody', owner_id: null })
  await openToEdit('Ana')
  await expect.element(dialog().getByLabelText('Name', { exact: true })).toBeVisible()
  await expectCount(secrets, 0)
})
