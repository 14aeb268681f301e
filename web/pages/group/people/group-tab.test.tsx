import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PeopleResponse, Planner } from '#domain/api/people.ts'
import { buildComing, buildParties, buildPerson } from '#domain/testing/people.ts'
import { openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectTexts } from '#web/testing/screen.ts'
import { PeopleTab } from './group-tab.tsx'

const list = page.getByRole('list', { name: 'People', exact: true })
const answer = (name: string, words: string) =>
  page.getByRole('group', { name: `Is ${name} coming?` }).getByRole('radio', { name: words, exact: true })
const counted = (words: string) =>
  page.getByRole('group', { name: 'Answers' }).getByRole('button', { name: new RegExp(`\\d ${words}$`) })

/** Ana is a guest, who has joined as a person of the list. */
const ana: Planner = {
  id: ROBIN.id,
  username: 'ana',
  full_name: 'Ana',
  role: 'member',
  is_guest: true,
  can_own: false,
  since: '2026-07-01T12:00:00.000Z',
  invitation_id: null,
  person_id: ROBIN.id,
  party_id: ROBIN.id,
  is_unconfirmed: false,
  shares_party: false,
  opened_at: null,
}
const members: PeopleResponse = { members_edit: false, people: [ana], departed: [], invitations: [] }

test('members without edit rights answer for their own party, and read the answers of others', async () => {
  const { trip, show, stored } = await openTrip({
    trip: { role: 'member', members_edit: false },
    values: { people: buildParties(buildComing('Ben'), buildPerson('Ana', { id: ROBIN.id })) },
    members,
  })
  responses.set(`/api/trips/${trip.id}/people`, async () => members)
  show(<PeopleTab trip={trip} failures={{}} />)
  await expectCount(button('Add person'), 0)
  await answer('Ana', 'Not coming').click()
  await expect.element(counted('Not coming')).toHaveAccessibleName('1 Not coming')
  await expect.poll(() => stored('people')[1]?.persons[0]?.coming).toBe('not_coming')
  await page.getByRole('button', { name: /^Ben/ }).click()
  await expect.element(dialog()).toHaveTextContent('whole trip')
  await expectCount(dialog().getByRole('textbox'), 0)
  await expectCount(button('Edit'), 0)
  await button('Done').click()
  // One tap on an answer shows who gave it.
  await counted('Coming').click()
  await expectTexts(list.getByRole('button'), [/^BBen/])
  await counted('Not coming').click()
  await expectTexts(list.getByRole('button'), [/^AAna/])
})
