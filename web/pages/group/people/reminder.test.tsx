import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Invitation } from '#domain/api/people.ts'
import type { Party } from '#domain/plan/people.ts'
import { buildNamedParty } from '#domain/testing/people.ts'
import type { Trip } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText } from '#web/testing/screen.ts'
import { PeopleTab } from './group-tab.tsx'
import { answerPeople } from './testing/answer-people.ts'

/* The reminder for people who have not answered, on a phone. */

const waiting = page.getByRole('region', { name: 'Still waiting for', exact: true })
const reminder = dialog().getByRole('blockquote')

afterEach(() => void vi.unstubAllGlobals())

async function openPeople(people: Party[], changes: Partial<Trip> = {}) {
  await page.viewport(390, 844)
  const opened = await openTrip({ values: { people }, trip: { name: 'Whitefish Lake 2027', ...changes } })
  const server = answerPeople(opened.trip.id, access(planner(ROBIN, changes.role === 'member' ? 'member' : 'owner')))
  let made = 0
  responses.set(`/api/trips/${opened.trip.id}/invitations`, async () => {
    made++
    const invitation: Invitation = {
      ...{ id: newId(), created_by: 'Robin Tester', created_at: new Date().toISOString() },
      ...{ expires_at: '2099-07-31T12:00:00.000Z', max_uses: null, uses: 0, state: 'open', has_link: true },
    }
    const token = 'x'.repeat(32)
    server.known.invitations = [invitation]
    responses.set(`/api/trips/${opened.trip.id}/invitations/${invitation.id}/link`, async () => ({ token }))
    return { invitation, token }
  })
  opened.show(<PeopleTab trip={opened.trip} failures={{}} />)
  return { ...opened, ...server, made: () => made }
}

test('the reminder has a link to join by, which is the same next time', async () => {
  const { made, editAsOther } = await openPeople([
    buildNamedParty('Lake', 'Ana', 'Ben'),
    buildNamedParty('Hill', 'Cleo'),
  ])
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  await expectText(waiting, 'Ana, Ben, and Cleo')
  await button('Write a reminder').click()
  await expectText(
    reminder,
    'Whitefish Lake 2027: we don’t know yet if Ana, Ben, and Cleo are coming. Please answer here, with your days and what you eat: ',
  )
  const text = reminder.element().textContent ?? ''
  expect(text.slice(text.indexOf('http'))).toMatch(/\/join\/[\w-]{32}$/)
  await expectNoAxeFindings()
  await button('Copy text').click()
  await expect.element(button('Copied')).toBeVisible()
  expect(copied).toEqual([text])
  await button('Done').click()
  await expect.element(button('Write a reminder')).toHaveFocus()

  // Another reminder creates no further invitation.
  await button('Write a reminder').click()
  await expectText(reminder, text)
  expect(made()).toBe(1)
  await button('Done').click()
  editAsOther('people', (all) =>
    all.map((party) => ({
      ...party,
      persons: party.persons.map((one) => (one.name === 'Ben' ? { ...one, coming: 'coming' as const } : one)),
    })),
  )
  await expectText(waiting, 'Ana and Cleo')
})

test('members see who has not answered, and only people who can invite get the link', async () => {
  await openPeople([buildNamedParty('Lake', 'Ana', 'Ben'), buildNamedParty('Hill', 'Cleo')], {
    ...{ role: 'member', owner_id: newId() },
  })
  await expectText(waiting, 'Cleo')
  await expectCount(button('Write a reminder'), 0)
})

test('shares a reminder with the phone’s share sheet, and says offline that there is no link yet', async () => {
  const shared: (string | undefined)[] = []
  const share = async ({ text }: ShareData) => {
    // As in browsers: only during a user activation.
    if (!navigator.userActivation.isActive) throw new DOMException('no press', 'NotAllowedError')
    shared.push(text)
  }
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, {
      get: (real, name) => {
        const value = name === 'share' ? share : Reflect.get(real, name)
        return typeof value === 'function' ? value.bind(real) : value
      },
    }),
  )
  const { setOnline } = await openPeople([buildNamedParty('Lake', 'Ana')])
  await expect.element(button('Invite people').first()).toBeVisible()
  setOnline(false)
  await button('Write a reminder').click()
  await expectText(dialog().getByRole('alert'), 'There’s no link for the reminder yet. We couldn’t reach the server.')
  await expectCount(button('Copy text'), 0)
  await button('Try again').click()
  await expect.element(dialog().getByRole('alert')).toBeVisible()
  setOnline(true)
  dispatchEvent(new Event('online'))
  await expectText(reminder, 'we don’t know yet if Ana is coming.')
  await button('Share').click()
  await expect.poll(() => shared).toEqual([reminder.element().textContent])
})
