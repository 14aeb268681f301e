import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { HistoryEntry } from '#domain/api/history.ts'
import type { CommonSectionName } from '#domain/plan/index.ts'
import { openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { button, expectCount } from '#web/testing/screen.ts'
import { HistoryDialog } from './history-dialog.tsx'

/** Shows the history of a section to a member who edits the plan, or to the owner, and opens its older entry. */
async function openOlder(section: CommonSectionName, role: 'owner' | 'member') {
  const { trip, show } = await openTrip({ trip: { role, members_edit: true } })
  const entryOf = (version: number): HistoryEntry => ({
    section,
    version,
    from: version - 1,
    saved_by: { id: ROBIN.id, name: 'Robin Tester' },
    saved_at: `2026-01-0${version}T10:00:00.000Z`,
  })
  responses.set(`/api/trips/${trip.id}/history`, async () => ({ entries: [entryOf(2), entryOf(1)] }))
  responses.set(`/api/trips/${trip.id}/history/${section}/changes`, async () => ({ changes: [] }))
  show(<HistoryDialog trip={trip} section={section} onClose={() => {}} />)
  await page.getByRole('button', { expanded: false }).last().click()
  await expect.element(page.getByRole('button', { expanded: true })).toBeVisible()
}

test('only who may take options goes back to earlier polls: these may have another one taken', async () => {
  await openOlder('polls', 'owner')
  await expect.element(button('Go back to this point')).toBeVisible()
  await openOlder('polls', 'member')
  await expectCount(button('Go back to this point'), 0)
  await openOlder('duties', 'member')
  await expect.element(button('Go back to this point')).toBeVisible()
})

test('a history without entries says so', async () => {
  const { trip, show } = await openTrip()
  responses.set(`/api/trips/${trip.id}/history`, async () => ({ entries: [] }))
  show(<HistoryDialog trip={trip} onClose={() => {}} />)
  await expect.element(page.getByText('No one has changed anything yet.')).toBeVisible()
})
