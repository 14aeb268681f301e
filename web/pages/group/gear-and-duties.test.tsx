import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { newClaim } from '#domain/plan/gear.ts'
import { newMealDay } from '#domain/plan/meals.ts'
import { buildCategory, buildItem } from '#domain/testing/checklist.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

/* What the group brings and does, where other pages say it. */

const panel = page.getByRole('tabpanel')
const members = access(planner(ROBIN, 'owner'))

test('on a phone, a press on what is missing leads from all that is open to Gear', async () => {
  await page.viewport(390, 844)
  const { trip } = await openTrip({
    values: {
      people: [buildParty(buildComing('Cleo'))],
      checklist: [buildCategory('Camp', buildItem('Tables', { needed: 6 }))],
    },
    members,
  })
  showApp(`/trip/${trip.id}/group`)
  await button('Still to do').click()
  await dialog().getByRole('link', { name: 'Missing gear' }).click()
  await expect.element(page.getByRole('heading', { name: 'Gear', exact: true })).toBeVisible()
  await expectCount(dialog(), 0)
})

test('the checklist says what is promised and what everyone brings', async () => {
  const tables = buildItem('Folding tables', { needed: 6 })
  const ben = buildComing('Ben Berg')
  const { trip } = await openTrip({
    values: {
      people: [buildParty(ben)],
      checklist: [buildCategory('Camp', tables, buildItem('Pillow', { is_each: true }))],
      gear: { claims: [newClaim(tables, ben.id, 4)] },
    },
    members,
  })
  showApp(`/trip/${trip.id}?tab=checklist`)
  await expectText(panel, '6 needed, 4 promised, 2 missing')
  await expectText(panel, 'Everyone brings their own')
})

test('a meal says how many places for cooks are open, and that someone cooks who is not on the list of people', async () => {
  const meals = { '1': newMealDay('car_trip', 1), '2': newMealDay('car_trip', 2) }
  const cook = { ...newDuty(newId(), 'cook'), day: 1, meal: 'dinner' as const }
  const { trip, editAsOther } = await openTrip({
    values: { meals, people: [buildParty(buildComing('Ana'))], duties: { duties: [cook], volunteers: [] } },
    members,
  })
  showApp(`/trip/${trip.id}?tab=meals`)
  const dinner = page.getByRole('region', { name: 'Dinner' })
  await expectText(dinner, 'Cooks: no one yet · 2 places open')
  await expect.element(button('I’ll cook, Dinner')).toBeVisible()
  editAsOther('duties', (value) => ({ ...value, volunteers: [newVolunteer(cook.id, newId())] }))
  await expectText(dinner, /Cooks: someone not on the people list · 1 place open/)
})
