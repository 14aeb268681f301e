import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Duties, newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { newMealDay } from '#domain/plan/meals.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, type PlanValues } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, focus, press, pressOn, type } from '#web/testing/screen.ts'
import { recordSharedText } from '#web/testing/shared-text.ts'
import { DutiesPart } from './duties-part.tsx'

const party = buildParty(...['Ana', 'Ben', 'Cleo', 'Dan'].map((name) => buildComing(name)))
const cleo = party.persons.find(({ name }) => name === 'Cleo')?.id ?? ''
const meals = { '1': newMealDay('car_trip', 1), '2': newMealDay('car_trip', 2) }
/** A duty with all that is said about it. */
const duty = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^${name}: `) }) })

async function openDuties({ name, ...values }: PlanValues & { name?: string }): Promise<OpenedTrip> {
  const opened = await openTrip({ values, ...(name && { trip: { name } }) })
  opened.show(<DutiesPart trip={opened.trip} failures={{}} />)
  await expect.element(page.getByRole('heading', { name: 'Duties' })).toBeVisible()
  return opened
}

const placesOf = ({ duties }: Duties) => duties.map(({ kind, name, places }) => `${kind} ${name}: ${places}`)
const volunteersOf = ({ volunteers }: Duties) => volunteers.map(({ person_id }) => person_id)

test('by keyboard alone: a duty is added, taken, changed, and removed', async () => {
  const { stored } = await openDuties({ name: 'By keyboard', people: [party] })
  const sharedText = recordSharedText()
  await pressOn(button('Add a duty'), 'Enter')
  await expect.element(dialog()).toBeVisible()
  await userEvent.selectOptions(dialog().getByLabelText('Duty', { exact: true }), 'Other duty')
  await focus(dialog().getByLabelText('Name or details'))
  await type('Carry the canoes')
  const needed = dialog().getByRole('textbox', { name: 'People needed' })
  await focus(needed)
  await press('Control>}a{/Control')
  await type('1000000')
  await press('Enter')
  await expect.element(dialog()).toHaveTextContent('Enter a whole number from 0 to 200.')
  await press('Control>}a{/Control')
  await type('100')
  await expect.element(dialog()).not.toHaveTextContent('Enter a whole number')
  await press('Enter')
  await expect.element(duty('Carry the canoes')).toHaveTextContent('100 places open')
  await expect.element(button('Add a duty')).toHaveFocus()
  await expect.poll(() => placesOf(stored('duties'))).toEqual(['other Carry the canoes: 100'])

  await pressOn(button('I’ll do it: Carry the canoes'), 'Enter')
  await expect.element(duty('Carry the canoes')).toHaveTextContent('You · 99 places open')
  await expect.element(button('Give up duty: Carry the canoes')).toHaveFocus()

  await userEvent.tab({ shift: true })
  await press('Enter')
  await expect.element(dialog()).toBeVisible()
  await focus(needed)
  await press('Control>}a{/Control')
  await type('1')
  await userEvent.selectOptions(dialog().getByLabelText('Add someone'), 'Cleo')
  await expect.element(dialog()).toHaveTextContent('Cleo (waiting list)')
  await expectNoAxeFindings()
  await press('Escape')
  await expect.element(duty('Carry the canoes')).toHaveTextContent('Waiting list: Cleo')
  await expect.poll(() => placesOf(stored('duties'))).toEqual(['other Carry the canoes: 1'])

  await press('Enter')
  await pressOn(button('Remove duty'), 'Enter')
  await expect.element(page.getByText('No duties yet.')).toBeVisible()
  // Its row is gone.
  await expect.element(page.getByRole('heading', { name: 'Duties' })).toHaveFocus()
  await expect.poll(() => stored('duties').duties).toEqual([])
  await pressOn(button('Undo'), 'Enter')
  await expect.element(duty('Carry the canoes')).toHaveTextContent('Waiting list: Cleo')
  await expect.poll(() => placesOf(stored('duties'))).toEqual(['other Carry the canoes: 1'])
  expect(volunteersOf(stored('duties'))).toEqual([expect.any(String), cleo])

  // The text for others names the current user.
  await pressOn(button('Share the duties'), 'Enter')
  await expect.poll(sharedText).toMatch(/^Duties: By keyboard\n\nAny day\n- Carry the canoes: (?!You).+$/)
})

test('on a phone, the usual duties are added and taken back, and a fair rota is stored only once it is confirmed', async () => {
  await page.viewport(390, 844)
  const lou = buildComing('Lou Lake')
  const { editAsOther, stored } = await openDuties({ people: [buildParty(lou), party], meals })
  await button('Add the usual duties').click()
  await expect.element(dialog()).toHaveTextContent('Two cooks and two people to wash up for each meal')
  await button('Add 12 duties').click()
  await expect.element(duty('Cook, day 1 dinner')).toHaveTextContent('2 places open')
  await expect.poll(() => stored('duties').duties).toHaveLength(12)
  // All of it can be taken back.
  await button('Undo').click()
  await expect.element(page.getByText('No duties yet.')).toBeVisible()
  await expect.poll(() => stored('duties').duties).toEqual([])
  await button('Add the usual duties').click()
  await button('Add 12 duties').click()
  await expect.element(button('5 people have no duty yet')).toBeVisible()
  await expect.element(page.getByText('Lou Lake, Ana, Ben, Cleo, and Dan')).toBeVisible()
  await expectNoAxeFindings()

  await expect.poll(() => stored('duties').duties).toHaveLength(12)
  editAsOther('duties', (value) => {
    const dinner = value.duties.find(({ kind, day, meal }) => kind === 'cook' && day === 2 && meal === 'dinner')
    return { ...value, volunteers: dinner ? [newVolunteer(dinner.id, lou.id)] : [] }
  })
  await expect.element(duty('Cook, day 2 dinner')).toHaveTextContent('Lou Lake · 1 place open')
  // The proposal respects that. Nothing is stored until somebody confirms it.
  await button('Propose a fair rota').click()
  await expect.element(dialog()).toHaveTextContent('Nothing is saved until you confirm.')
  await button('Cancel').click()
  await expect.element(duty('Wash up, day 2 lunch')).toHaveTextContent('2 places open')
  expect(volunteersOf(stored('duties'))).toEqual([lou.id])
  await button('Propose a fair rota').click()
  await expect.element(dialog()).toHaveTextContent('Dinner · Cook')
  await expectNoAxeFindings()
  await button('Assign 23 places').click()
  await expectCount(page.getByText(/places? open/), 0)
  await expectCount(button('Propose a fair rota'), 0)
  await expect.element(duty('Cook, day 2 dinner')).toHaveTextContent('Lou Lake and')
  await expect.poll(() => volunteersOf(stored('duties'))).toHaveLength(24)
})

test('a duty of a day after the trip is marked, and one without places cannot be taken', async () => {
  const { editAsOther } = await openDuties({
    people: [party],
    meals,
    duties: {
      duties: [
        { ...newDuty(newId(), 'cook'), day: 1, meal: 'dinner' },
        { ...newDuty(newId(), 'fire'), day: 5, places: 0 },
      ],
      volunteers: [],
    },
  })
  editAsOther('details', (details) => ({ ...details, ...datesOf('2027-07-02', '2027-07-03') }))
  await expect.element(duty('Fire, day 5')).toHaveTextContent('This day is after the trip.')
  await expect.element(duty('Fire, day 5')).toHaveTextContent('No places')
  await expectCount(button('I’ll do it: Fire, day 5'), 0)
  await expectCount(button(/^I’ll do it: Cook, /), 1)
  await expect.element(duty('Cook, .*dinner')).not.toHaveTextContent('after the trip')
})

test('the waiting list of a full duty is joined in its details, so that rows stay calm', async () => {
  const cook = { ...newDuty(newId(), 'cook'), places: 1 }
  const { stored } = await openDuties({
    people: [party],
    duties: { duties: [cook], volunteers: [newVolunteer(cook.id, cleo)] },
  })
  await expect.element(duty('Cook')).toHaveTextContent('Cleo')
  await expectCount(button('Join waiting list: Cook'), 0)
  await duty('Cook').getByRole('button').click()
  await button('Join waiting list').click()
  await expectCount(button('Join waiting list'), 0)
  await expect.poll(() => volunteersOf(stored('duties'))).toEqual([cleo, expect.any(String)])
  await button('Done').click()
  await expect.element(duty('Cook')).toHaveTextContent('Waiting list: You')
  await button('Leave waiting list: Cook').click()
  await expect.element(duty('Cook')).not.toHaveTextContent('Waiting list')
  await expect.poll(() => volunteersOf(stored('duties'))).toEqual([cleo])
})
