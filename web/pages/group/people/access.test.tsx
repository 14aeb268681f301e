import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Planner } from '#domain/api/people.ts'
import { AppError } from '#domain/errors.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import { buildComing, buildParties, buildParty, buildPerson } from '#domain/testing/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText, press } from '#web/testing/screen.ts'
import { PeopleTab } from './group-tab.tsx'
import { answerPeople } from './testing/answer-people.ts'

/* Who can open the trip: roles, what members may do, and who is removed. The screens of others: e2e/people.spec.ts. */

const peopleList = page.getByRole('list', { name: 'People', exact: true })
const row = (name: string) => peopleList.getByRole('button', { name })
const accessOf = dialog().getByRole('region', { name: 'Access' })
const waiting = page.getByRole('region', { name: 'Still waiting for', exact: true })
const question = (name: string) => page.getByRole('dialog', { name })
const toggle = page.getByRole('switch', { name: 'Members can edit the plan' })

const user = (full_name: string) => ({ id: newId(), username: full_name, full_name })
const guest = (name: string): Planner => ({ ...planner(user(name), 'member'), is_guest: true, can_own: false })
/** The person of the list that somebody who joined is. */
const personOf = ({ id, full_name }: Planner, more = {}) => buildPerson(full_name, { id, ...more })

interface Options {
  people?: Party[]
  planners?: Planner[]
  trip?: Partial<Trip>
  width?: number
}

async function openPeople({ people = [], planners = [], trip: changes = {}, width = 1280 }: Options) {
  await page.viewport(width, 844)
  const opened = await openTrip({ values: { people }, trip: changes })
  const me = planner(ROBIN, changes.role === 'member' ? 'member' : 'owner')
  const server = answerPeople(opened.trip.id, access(me, ...planners))
  const show = () => opened.show(<PeopleTab trip={opened.trip} failures={{}} />)
  show()
  return { ...opened, ...server, show }
}

async function editPerson(name: string, action: string): Promise<void> {
  await row(name).click()
  await button('Edit').click()
  await dialog().getByRole('button', { name: action, exact: true }).click()
}

test('an organizer makes somebody an organizer, and a member again', async () => {
  const kim = guest('Kim')
  const { sentAbout } = await openPeople({ planners: [kim, planner(user('Alex Friend'), 'member')] })
  await expectCount(peopleList.getByRole('button'), 2)
  for (const [action, other, role] of [
    ['Make organizer', 'Make member', 'organizer'],
    ['Make member', 'Make organizer', 'member'],
  ] as const) {
    await editPerson('Kim', action)
    await expect.element(dialog().getByRole('button', { name: other, exact: true })).toBeVisible()
    await button('Done').click()
    if (role === 'organizer') await expectText(row('Kim'), 'organizer')
    else await expect.element(row('Kim')).not.toHaveTextContent('organizer')
    expect(sentAbout(kim).at(-1)).toEqual(['PUT people', { role }])
  }
})

test('a member reads about others, and changes nothing', async () => {
  const alex = { ...planner(user('Alex Friend'), 'member'), opened_at: '2026-06-03T12:00:00.000Z' }
  await openPeople({ planners: [alex], trip: { role: 'member', owner_id: newId() } })
  await expectCount(button('Invite people'), 0)
  await row('Alex Friend').click()
  await expectText(accessOf, /Member · since \w+ \d+ · last opened the plan on \w+ \d+/)
  for (const name of ['Make organizer', 'Remove access']) await expectCount(button(name), 0)
  await button('Edit').click()
  for (const name of ['Make organizer', 'Remove access']) await expectCount(button(name), 0)
})

test('the switch controls what members may do', async () => {
  const { sent } = await openPeople({ planners: [guest('Kim')] })
  await expect.element(toggle).toBeChecked()
  await toggle.element().focus()
  await press(' ')
  await expect.element(page.getByText('Members can read the plan, tick items')).toBeVisible()
  await expect.element(toggle).not.toBeChecked()
  await expect.element(toggle).toHaveFocus()
  expect(sent).toEqual([['PUT people', { members_edit: false }]])
})

test('“Remove access” asks, and Escape or Cancel keeps everything', async () => {
  const kim = guest('Kim')
  const planners = [kim, planner(user('Alex Friend'), 'member')]
  const { sentAbout } = await openPeople({ people: [buildParty(personOf(kim))], planners })
  await editPerson('Kim', 'Remove access')
  const asked = question('Remove access for Kim?')
  await expect.element(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await press('Escape')
  await expectCount(asked, 0)
  expect(sentAbout(kim)).toEqual([])
  await button('Remove access').click()
  await asked.getByRole('button', { name: 'Remove access' }).click()
  await expectCount(dialog(), 0)
  await expect.element(row('Alex Friend')).toBeVisible()
  await expectText(row('Kim'), 'not joined')
  expect(sentAbout(kim)).toEqual([['DELETE people', undefined]])
  await expectCount(page.getByRole('alert'), 0)
})

test('“Remove access” keeps a person on the list, and says offline that it needs a network', async () => {
  const kim = guest('Kim')
  const opened = await openPeople({ people: [buildParty(personOf(kim))], planners: [kim], width: 390 })
  await editPerson('Kim', 'Remove access')
  const asked = question('Remove access for Kim?')
  await expectText(asked, 'They can no longer open the trip but stay on the list of people.')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  opened.setOnline(false)
  dispatchEvent(new Event('offline'))
  await expectText(asked.getByRole('alert'), 'You’re offline. Connect to the internet to remove')
  await asked.getByRole('button', { name: 'Remove access' }).click()
  await expect.element(asked.getByRole('alert')).toBeVisible()
  online.mockReturnValue(true)
  opened.setOnline(true)
  dispatchEvent(new Event('online'))
  await expect.element(asked.getByText('You’re offline')).not.toBeInTheDocument()
  await asked.getByRole('button', { name: 'Remove access' }).click()
  await expectCount(dialog(), 0)
  await expectText(row('Kim'), 'not joined')
  await expectText(waiting, 'Kim')

  // Without access, removing them from the list needs no question and can be undone.
  await editPerson('Kim', 'Remove from the trip')
  await expectCount(dialog(), 0)
  await expectCount(row('Kim'), 0)
  await expect.poll(() => document.activeElement?.matches('body *')).toBe(true)
  await button('Undo').click()
  await expect.element(row('Kim')).toBeVisible()
  await expect.poll(() => listPersons(opened.stored('people')).map(({ name }) => name)).toContain('Kim')
})

test('“Remove from the trip” removes a person and their access, after a question', async () => {
  const kim = guest('Kim')
  const opened = await openPeople({ people: [buildParty(personOf(kim))], planners: [kim], width: 390 })
  await expectText(waiting, 'Kim')
  await expectText(row('Kim'), 'No answer')
  await editPerson('Kim', 'Remove from the trip')
  const asked = question('Remove Kim from the trip?')
  await expectText(asked, 'They’re removed from the list of people and can no longer open the trip.')
  await expect.element(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expectCount(asked, 0)
  await expect.element(button('Remove from the trip')).toHaveFocus()
  await button('Remove from the trip').click()
  await expectNoAxeFindings()
  await asked.getByRole('button', { name: 'Remove from the trip' }).click()
  await expectCount(dialog(), 0)
  await expectCount(row('Kim'), 0)
  await expect.poll(() => document.activeElement?.matches('body *')).toBe(true)
  await expectCount(waiting, 0)
  expect(opened.sentAbout(kim)).toEqual([['DELETE people', undefined]])
  await expect.poll(() => opened.stored('people').filter(({ id }) => id === kim.id)).toEqual([])
  opened.show()
  await expect.element(page.getByText('It’s just you so far')).toBeVisible()
})

test('removing a person leaves the rest of their party, also entries added meanwhile', async () => {
  const kim = guest('Kim')
  const opened = await openPeople({ people: [buildParty(personOf(kim))], planners: [kim], width: 390 })
  await row('Kim').click()
  await button('Edit').click()
  const cleo = buildPerson('Cleo')
  opened.editAsOther('people', (all) =>
    all.map((one) => (one.id === kim.id ? { ...one, persons: [...one.persons, cleo] } : one)),
  )
  await button('Remove from the trip').click()
  await question('Remove Kim from the trip?').getByRole('button', { name: 'Remove from the trip' }).click()
  await expectCount(row('Kim'), 0)
  await expect.element(row('Cleo')).toBeVisible()
  const names = () => listPersons(opened.stored('people')).map(({ name }) => name)
  await expect.poll(names).not.toContain('Kim')
  expect(names()).toContain('Cleo')
})

test('without a connection the list shows what the plan knows, and says that access needs one', async () => {
  const opened = await openTrip({ values: { people: buildParties(buildComing('Ana')) } })
  const { setOnline } = answerPeople(opened.trip.id, access(planner(ROBIN, 'owner')))
  setOnline(false)
  opened.show(<PeopleTab trip={opened.trip} failures={{}} />)
  await expectText(row('Ana'), 'Coming')
  await expect.element(page.getByText('You need a connection to see who has access.')).toBeVisible()
  await expectCount(page.getByText('Loading'), 0)
  await expectCount(page.getByRole('alert'), 0)
  await row('Ana').click()
  await expectText(accessOf, 'You need a connection')
  await button('Done').click()
  setOnline(true)
  dispatchEvent(new Event('online'))
  await expectText(row('Ana'), 'not joined')
  await expectCount(page.getByText('You need a connection'), 0)
})

test('leaving a trip asks first', async () => {
  const { sent } = await openPeople({ trip: { role: 'member', owner_id: newId(), name: 'Leaving' } })
  await button('Leave this trip').click()
  await expectText(dialog(), 'Leave Leaving?')
  await button('Cancel').click()
  await expectCount(dialog(), 0)
  expect(sent).toEqual([])
  await button('Leave this trip').click()
  responses.set('/api/trips', async () => ({ trips: [] }))
  await button('Leave').click()
  await expect.poll(() => sent).toEqual([[`DELETE people/${ROBIN.id}`, undefined]])
  await expect.poll(() => location.pathname).toBe('/')
})

test('the owner cannot leave', async () => {
  await openPeople({ planners: [guest('Kim')] })
  await expect.element(row('Kim')).toBeVisible()
  await expectCount(button('Leave this trip'), 0)
})

test('an organizer reads why they cannot help a guest who is in other trips too', async () => {
  const ana = guest('Ana')
  const { trip } = await openPeople({ planners: [ana] })
  await row('Ana').click()
  await button('Help them get back in').click()
  await expect.element(question('Help Ana get back in')).toBeVisible()
  responses.set(`/api/trips/${trip.id}/people/${ana.id}/personal-link`, async () => {
    throw new AppError('guest_of_others', m.api_errors_guest_of_others())
  })
  await button('Create link').click()
  await expectText(
    question('Help Ana get back in').getByRole('alert'),
    'This guest is also in a trip that you don’t manage',
  )
  responses.set(`/api/trips/${trip.id}/people/${ana.id}/personal-link`, async () => ({ secret: 'abc' }))
  await button('Create link').click()
  await expect.element(dialog().getByRole('img', { name: 'QR code for the link to Ana' })).toBeVisible()
  await expectNoAxeFindings()
})
