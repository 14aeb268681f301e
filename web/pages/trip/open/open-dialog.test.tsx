import { expect, test } from 'vitest'
import { newPerson } from '#domain/plan/people.ts'
import { newShoppingItem } from '#domain/plan/shopping.ts'
import { newId } from '#web/data/new-id.ts'
import { openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { dialog } from '#web/testing/screen.ts'
import { OpenDialog } from './open-dialog.tsx'

const people = [{ id: ROBIN.id, name: '', persons: [{ ...newPerson(ROBIN.id, 'Robin'), coming: 'coming' as const }] }]
const shopping = { items: [newShoppingItem(newId(), 'Ice')], states: [], purchases: [] }

test('lists what is still to buy', async () => {
  const { trip, show } = await openTrip({ values: { people, shopping } })
  show(<OpenDialog trip={trip} onClose={() => {}} />)
  await expect.element(dialog()).toHaveTextContent(/Shopping.*items to buy/)
})

test('does not say that nothing is open while a section is missing', async () => {
  const { trip, show } = await openTrip({ values: { people, shopping }, failed: ['shopping'] })
  show(<OpenDialog trip={trip} onClose={() => {}} />)
  await expect.element(dialog()).toHaveTextContent('Loading...')
  await new Promise((resolve) => setTimeout(resolve, 500))
  await expect.element(dialog()).toHaveTextContent('Loading...')
})
