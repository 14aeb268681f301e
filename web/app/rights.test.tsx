import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '#web/data/new-id.ts'
import { HistoryDialog } from '#web/features/history/history-dialog.tsx'
import { openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { expectCount, press } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

/* Actions that a person may not do are not shown. For what the server refuses see server/routes/access.test.ts. */

/** For each tab: content that shows that it has loaded, and the controls that change the plan. */
const tabs: Record<string, { content: RegExp; controls: RegExp[] }> = {
  Overview: { content: /^Trip Notes & Reminders$/, controls: [/^Add note$/i, /^Add distance/i] },
  'Food & Meals': { content: /^Breakfast$/, controls: [/^Edit meal plan$/i, /^Add day/i] },
  Itinerary: { content: /^Light Activities$/, controls: [/^Add day/i, /^Add activity/i] },
  Checklist: { content: /^Camping Checklist$/, controls: [/^Edit checklist$/i] },
}

const main = page.getByRole('main')

// The list of trips is fetched beside the page.
responses.set('/api/trips', async () => ({ trips: [] }))

/** Opens a trip of somebody else as a member. */
async function openAsMember(members_edit: boolean) {
  const owner = { id: newId(), username: 'alex', full_name: 'Alex Friend' }
  const opened = await openTrip({
    trip: { role: 'member', owner_id: owner.id, members_edit, name: 'Together' },
    members: { ...access(planner(owner, 'owner'), planner(ROBIN, 'member')), members_edit },
  })
  showApp(`/trip/${opened.trip.id}`)
  return opened
}

/** Opens a tab, and returns the controls that change the plan in it. */
async function openTab(name: string) {
  await page.getByRole('tab', { name, exact: true }).click()
  await expect.element(main.getByText(tabs[name]?.content ?? '').first()).toBeVisible()
  return (tabs[name]?.controls ?? []).map((control) => main.getByRole('button', { name: control }))
}

test('PERM-10 a member edits the whole plan, and never shares it', async () => {
  const { trip } = await openAsMember(true)
  for (const tab of Object.keys(tabs))
    for (const control of await openTab(tab)) await expect.element(control.first()).toBeVisible()
  await expectCount(page.getByRole('button', { name: 'Share trip' }), 0)
  await page.getByRole('link', { name: 'Group', exact: true }).click()
  await expect.poll(() => location.pathname).toBe(`/trip/${trip.id}/group`)
  await expect.element(page.getByRole('heading', { name: '2 people', exact: true })).toBeVisible()
  await expect
    .poll(() =>
      page
        .getByRole('tab')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['People', 'Shopping', 'Gear', 'Rides & duties', 'Costs'])
})

test('PERM-10 a member only reads and ticks if editing is off', async () => {
  const { sent } = await openAsMember(false)
  for (const tab of Object.keys(tabs)) {
    for (const control of await openTab(tab)) await expectCount(control, 0)
    expect(document.querySelectorAll('main :is(input:not([type="checkbox"]), textarea)').length, tab).toBe(0)
  }
  const box = main.getByRole('checkbox').first()
  await box.click()
  await expect.element(box).toBeChecked()
  await expect.poll(() => sent('checklist')).toEqual([['set * items * checked']])
  await expectCount(page.getByRole('button', { name: 'Share trip' }), 0)
  await page.getByRole('button', { name: /^Together: history, rename and more/ }).click()
  await expect.element(page.getByRole('menuitem', { name: 'History' })).toBeVisible()
  await press('Escape')
})

test.each([true, false])('who may edit: %s, goes back to a point of the history', async (members_edit) => {
  const { trip, show } = await openTrip({ trip: { role: 'member', members_edit, owner_id: newId() } })
  const entryOf = (version: number) => ({
    ...{ section: 'checklist', version, from: version - 1, saved_at: `2026-01-0${version}T10:00:00.000Z` },
    saved_by: { id: ROBIN.id, name: 'Robin Tester' },
  })
  responses.set(`/api/trips/${trip.id}/history`, async () => ({ entries: [entryOf(2), entryOf(1)] }))
  responses.set(`/api/trips/${trip.id}/history/checklist/changes`, async () => ({ changes: [] }))
  show(<HistoryDialog trip={trip} section="checklist" onClose={() => {}} />)
  await page.getByRole('button', { expanded: false }).last().click()
  await expect.element(page.getByRole('button', { expanded: true })).toBeVisible()
  await expectCount(page.getByRole('button', { name: 'Go back to this point' }), members_edit ? 1 : 0)
})
