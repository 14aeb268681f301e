import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { NO_RIDE, newCar } from '#domain/plan/rides.ts'
import { newShoppingItem } from '#domain/plan/shopping.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { button, dialog, expectTexts } from '#web/testing/screen.ts'
import { recordSharedText } from '#web/testing/shared-text.ts'
import { OpenDialog } from './open-dialog.tsx'

const people = [buildParty(buildComing('Robin', { id: ROBIN.id }))]
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

test('on a phone, what and who is still open is on one screen and one text', async () => {
  await page.viewport(390, 844)
  const named = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve', 'Flo'].map((name) =>
    buildComing(name, { coming: name === 'Cleo' ? 'open' : 'coming' }),
  )
  const [ana = '', ben = '', , dan = '', eve = ''] = named.map((person) => person.id)
  const car = { ...newCar(newId(), ana), seats: 2 }
  const { trip, show } = await openTrip({
    trip: { name: 'To the lake' },
    values: {
      people: [buildParty(...named)],
      checklist: [
        { id: newId(), category: 'Camp', items: [{ ...newChecklistItem(newId()), name: 'Tables', needed: 6 }] },
      ],
      // Ben needs no ride, Dan has the only seat, Eve waits for it, and Flo has no ride.
      rides: {
        cars: [car],
        riders: [
          { id: ben, car: NO_RIDE },
          { id: dan, car: car.id },
          { id: eve, car: car.id },
        ],
      },
    },
  })
  show(<OpenDialog trip={trip} onClose={() => {}} />)
  const listed = (kind: string) => dialog().getByRole('region', { name: kind }).getByRole('listitem')
  await expectTexts(listed('No answer yet'), ['Cleo'])
  await expectTexts(listed('Missing gear'), ['Tables: 6'])
  await expectTexts(listed('Need a ride'), ['Eve', 'Flo'])
  await expectNoAxeFindings()
  const sharedText = recordSharedText()
  await button('Share this list').click()
  await expect.poll(sharedText).toContain('To the lake: still to do\n\nNo answer yet\n- Cleo')
})
