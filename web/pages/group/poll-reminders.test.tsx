import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { noticeChoicesPath, remindersPath } from '#domain/api/notices.ts'
import { newPoll, newTextOption } from '#domain/plan/polls.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { PollsPart } from '#web/features/polls/polls-part.tsx'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog } from '#web/testing/screen.ts'
import { PeopleTab } from './people/group-tab.tsx'

test('an organizer has people reminded who have not answered, from the poll or beside the text for the chat', async () => {
  await page.viewport(390, 844)
  const people = [
    buildParty(buildPerson('Robin Tester', { id: ROBIN.id, coming: 'coming' })),
    buildParty(buildPerson('Omar Haddad')),
  ]
  const options = ['Canoes', 'Bikes'].map((text) => newTextOption(newId(), text))
  const question = { ...newPoll(newId(), 'question'), question: 'Canoes or bikes?', options }
  const { trip, show } = await openTrip({
    trip: { name: 'Lake' },
    values: { people, polls: { polls: [question], answers: [] } },
    members: access(planner(ROBIN, 'owner')),
  })
  let since: string | null = null
  responses.set(noticeChoicesPath(trip.id), async () => ({ choices: {}, is_off: false, reminds_since: since }))
  responses.set(remindersPath(trip.id), async (body) => {
    since = (body as { is_on: boolean }).is_on ? '2026-09-30T16:00:00.000Z' : null
    return null
  })
  responses.set(`/api/trips/${trip.id}/invitations`, async () => ({
    invitation: {
      ...{ id: newId(), created_by: 'Robin Tester', created_at: '2026-09-30T16:00:00.000Z' },
      ...{ expires_at: '2099-07-31T12:00:00.000Z', max_uses: null, uses: 0, state: 'open', has_link: true },
    },
    token: 'x'.repeat(32),
  }))
  const remind = page.getByRole('switch', { name: /^Remind people who haven’t answered/ })
  show(<PollsPart trip={trip} failures={{}} />)
  await expect.element(remind).not.toBeChecked()
  await remind.click()
  await expect.element(remind).toBeChecked()
  await expect.poll(() => since).not.toBeNull()

  show(<PeopleTab trip={trip} failures={{}} />)
  await button('Write a reminder').click()
  await expect.element(dialog().getByRole('switch')).toBeChecked()
  await expectNoAxeFindings()
  await remind.click()
  await expect.element(remind).not.toBeChecked()
  await expect.poll(() => since).toBeNull()
  show(<PollsPart trip={trip} failures={{}} />)
  await expect.element(remind).not.toBeChecked()
})
