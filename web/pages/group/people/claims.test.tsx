import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Planner } from '#domain/api/people.ts'
import type { Party, Person } from '#domain/plan/people.ts'
import {
  allergensOf,
  buildComing,
  buildNamedParty,
  buildParties,
  buildParty,
  buildPerson,
} from '#domain/testing/people.ts'
import type { Trip } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText, pressOn } from '#web/testing/screen.ts'
import { PeopleTab } from './group-tab.tsx'
import { answerPeople } from './testing/answer-people.ts'

/* People who join under a name of the list, and people who are there twice. */

const peopleList = page.getByRole('list', { name: 'People', exact: true })
const row = (name: string) => peopleList.getByRole('button', { name })
const line = page.getByRole('button', { name: /^\d+ (person|people) joined under a name on your list/ })
const claims = page.getByRole('list', { name: 'Confirm who they are' }).getByRole('listitem')
const claimOf = (name: string) => claims.filter({ hasText: `Claims to be ${name}` })

const joined = (full_name: string, more: Partial<Planner> = {}): Planner => ({
  ...planner({ id: newId(), username: full_name, full_name }, 'member'),
  ...{ is_guest: true, can_own: false, shares_party: false },
  ...more,
})
/** A guest who claims to be somebody on the list. */
const claimant = (person: Person, party: Party, more: Partial<Planner> = {}): Planner =>
  joined(person.name, {
    ...{ person_id: person.id, party_id: party.id, is_unconfirmed: true },
    claim: { name: person.name, held_by: null },
    ...more,
  })

async function openPeople(people: Party[], planners: Planner[], changes: Partial<Trip> = {}) {
  await page.viewport(390, 844)
  const opened = await openTrip({ values: { people }, trip: changes })
  const me = planner(ROBIN, changes.role === 'member' ? 'member' : 'owner')
  const server = answerPeople(opened.trip.id, access(...(changes.role === 'member' ? [] : [me]), ...planners))
  opened.show(<PeopleTab trip={opened.trip} failures={{}} />)
  return { ...opened, ...server }
}

test('an organizer confirms on a phone that a guest has a new one', async () => {
  const lost = joined('Ben')
  const ben = buildComing('Ben', { id: lost.id })
  const party = buildParty(ben)
  const found = claimant(ben, party, { claim: { name: 'Ben', held_by: lost.id } })
  const { sentAbout } = await openPeople([party], [lost, found])
  await pressOn(line, 'Enter')
  await expectText(claimOf('Ben'), 'loses access')
  await expectNoAxeFindings()
  await claimOf('Ben').getByRole('button', { name: 'Confirm' }).click()
  await expectCount(page.getByText('Claims to be'), 0)
  await expectCount(row('Ben'), 1)
  expect(sentAbout(found)).toEqual([['PUT people/name', { is_right: true, person_id: ben.id, held_by: lost.id }]])
})

test('an organizer rejects a claim: both are on the list', async () => {
  const [ana, ben] = buildParties('Ana Lake', 'Ben Lake') as [Party, Party]
  const guest = claimant(ana.persons[0] as Person, ana)
  const { sentAbout } = await openPeople([ana, ben], [guest])
  await pressOn(line, 'Enter')
  await expect.element(claimOf('Ana Lake')).toBeVisible()
  await button('Not Ana Lake').click()
  await expectCount(page.getByText('Claims to be'), 0)
  await expectCount(peopleList.getByText('Ana Lake', { exact: true }), 2)
  expect(sentAbout(guest)).toEqual([['PUT people/name', { is_right: false, person_id: ana.id, held_by: null }]])
})

test('several claims can be confirmed at once', async () => {
  const party = buildNamedParty('The Lakes', 'Ana Lake', 'Ben Lake')
  const guests = party.persons.map((person) => claimant(person, party))
  const { sentAbout } = await openPeople([party], guests)
  await pressOn(line, 'Enter')
  await button('Confirm all 2').click()
  await expectCount(page.getByText('Claims to be'), 0)
  for (const guest of guests)
    expect(sentAbout(guest)).toEqual([
      ['PUT people/name', { is_right: true, person_id: guest.person_id, held_by: null }],
    ])
})

test('organizers tell two people of one name apart by food and when they joined', async () => {
  const allergic = buildPerson('Ben', { allergens: allergensOf('peanuts') })
  const silvas = buildNamedParty('Silva family', buildPerson('Ben'), allergic)
  const guest = claimant(allergic, silvas, { since: new Date().toISOString() })
  await openPeople([silvas, buildParty(buildPerson('Ben'), 'Ada')], [guest])
  await pressOn(line, 'Enter')
  await expectText(claimOf('Ben'), 'Claims to be Ben (Silva family, allergic to peanuts)')
  await expectText(claimOf('Ben'), 'Joined today.')
})

test('who is confirmed shares private details within their party only if an organizer says so', async () => {
  const party = buildParty('Ana Lake', 'Ben Lake')
  const guest = claimant(party.persons[0] as Person, party)
  const { sentAbout } = await openPeople([party], [guest])
  const shared = dialog().getByRole('switch', { name: 'Share private details within their party' })
  await pressOn(line, 'Enter')
  await pressOn(claimOf('Ana Lake').getByRole('button', { name: 'Confirm' }), 'Enter')
  await expectCount(claimOf('Ana Lake'), 0)
  const openAna = async () => {
    await row('Ana Lake').click()
    await button('Edit').click()
  }
  await openAna()
  await expect.element(shared).not.toBeChecked()
  await button('Done').click()
  // It is asked in the same row.
  const question = claims.filter({ hasText: 'Share private details with Ben Lake?' })
  await expectNoAxeFindings()
  await pressOn(question.getByRole('button', { name: 'Share' }), 'Enter')
  await expectCount(question, 0)
  await openAna()
  await expect.element(shared).toBeChecked()
  await pressOn(shared, ' ')
  await expect.element(shared).not.toBeChecked()
  const sharing = { person_id: guest.person_id, party_id: party.id }
  expect(sentAbout(guest).slice(1)).toEqual([
    ['PUT people/party', { ...sharing, shares_party: true }],
    ['PUT people/party', { ...sharing, shares_party: false }],
  ])
})

test('until an organizer decides, somebody who claims a name reads so and cannot answer for it', async () => {
  const party = buildParty(buildComing('Ben'))
  const [ben] = party.persons as [Person]
  const me = { ...claimant(ben, party, { claim: { name: 'Ben', held_by: newId() } }), ...ROBIN, person_id: ROBIN.id }
  const taken = { person_id: ROBIN.id, party_id: ROBIN.id, is_confirmed: false, shares_party: false }
  history.replaceState(null, '', '?joined')
  await openPeople([party], [me], { role: 'member', owner_id: newId(), taken })
  await expect.element(page.getByText('You’re in.')).toBeVisible()
  await expect.element(page.getByText('An organizer still has to confirm that you’re Ben.')).toBeVisible()
  await expectCount(page.getByRole('main').getByRole('button', { name: /^B?Ben/ }), 1)
  await expectCount(page.getByRole('group', { name: 'Is Ben coming?' }), 0)
  await expectNoAxeFindings()
})

test('on an iPhone, and only there, new members read how to store the plan for longer than a week', async () => {
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
  for (const isPhone of [true, false]) {
    const agent = isPhone ? vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE) : undefined
    history.replaceState(null, '', '?joined')
    await openPeople([], [planner(ROBIN, 'member')], { role: 'member', owner_id: newId() })
    await expect.element(page.getByText('You’re in.')).toBeVisible()
    await expectCount(page.getByText(/Add to Home Screen/), isPhone ? 1 : 0)
    agent?.mockRestore()
  }
})

test('an organizer says that two people are the same', async () => {
  const guest = joined('Omar Haddad')
  const [omar, other] = [buildParty('Omar'), buildParty(buildComing('Omar Haddad', { id: guest.id }))]
  const { sent } = await openPeople([omar, other], [guest])
  await row('Omar Haddad').click()
  await button('Edit').click()
  const item = button('Same person as…')
  await expect.element(item).toBeVisible()
  expect(item.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await item.click()
  const merging = page.getByRole('dialog', { name: 'These are the same person' })
  await merging.getByLabelText('Who is the same person as Omar Haddad?').selectOptions('Omar')
  await expect.element(merging.getByRole('radio', { name: 'Omar Haddad' })).toBeChecked()
  await merging.getByRole('radio', { name: 'Omar', exact: true }).click()
  await expectText(merging, 'Omar Haddad leaves the list.')
  await expectText(merging, 'This can’t be undone.')
  await expectNoAxeFindings()
  await merging.getByRole('button', { name: 'Merge', exact: true }).click()
  await expectCount(merging, 0)
  expect(sent).toEqual([['POST people/merges', { stays: omar.id, merged: other.id }]])
})
