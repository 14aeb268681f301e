import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { openTrip } from '#web/testing/open-trip.tsx'
import { ChecklistTab } from './trip-tab.tsx'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

it('a tick is stored', async () => {
  const { trip, show, stored } = await openTrip({
    values: { checklist: [{ id: id(1), category: 'Camp', items: [{ ...newChecklistItem(id(2)), name: 'Tent' }] }] },
  })
  show(<ChecklistTab trip={trip} failures={{}} />)
  await userEvent.click(page.getByRole('checkbox', { name: 'Tent' }))
  await expect.poll(() => stored('checklist')[0]?.items[0]?.checked).toBe(true)
})
