import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { details } from '#domain/plan/details.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import { newCar } from '#domain/plan/rides.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildComing, buildParties, buildParty, buildPerson } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, type PlanValues, ROBIN } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, press, type } from '#web/testing/screen.ts'
import { PeopleTab } from './group-tab.tsx'

/* A person in the people list, on a phone: added, read, edited and removed. */

const peopleList = page.getByRole('list', { name: 'People', exact: true })
const line = (name: string) => peopleList.getByRole('button', { name })
const panel = (name: string) => page.getByRole('region', { name, exact: true })
const nameField = dialog().getByLabelText('Name', { exact: true })
const counted = (words: string) =>
  page.getByRole('group', { name: 'Answers' }).getByRole('button', { name: new RegExp(`\\d ${words}$`) })
const coming = (place: typeof page | ReturnType<typeof dialog>) =>
  place.getByRole('radio', { name: 'Coming', exact: true })

async function openPeople(people: Party[] = [], values: PlanValues = {}): Promise<OpenedTrip> {
  await page.viewport(390, 844)
  const opened = await openTrip({ members: access(planner(ROBIN, 'owner')), values: { people, ...values } })
  showAgain(opened)
  return opened
}

const showAgain = ({ trip, show }: OpenedTrip) => show(<PeopleTab trip={trip} failures={{}} />)

/** The stored names, without the organizer, who is added with their first change. */
const expectStored = ({ stored }: OpenedTrip, names: string[]) =>
  expect
    .poll(
      () =>
        listPersons(stored('people'))
          .map(({ name }) => name)
          .filter((name) => name !== 'Robin Tester'),
      { timeout: 5000 },
    )
    .toEqual(names)

for (const width of [320, 390])
  test(`all allergies are readable in a person’s row and dialog, at ${width} px`, async () => {
    const none = buildPerson('')
    const ana = buildPerson('Ana Maria Konstantinopoulou-Featherstonehaugh', {
      coming: 'not_coming',
      diets: { ...none.diets, vegetarian: true, lactose_free: true, no_alcohol: true },
      allergens: { ...none.allergens, crustaceans: true, peanuts: true, nuts: true, sulphites: true, molluscs: true },
      carries_medicine: true,
    })
    const ben = buildComing('Ben', { allergens: { ...none.allergens, peanuts: true } })
    await openPeople(buildParties(ana, ben))
    await page.viewport(width, 844)
    const all = 'Allergies: crustaceans, peanuts, tree nuts, sulphites, molluscs'
    for (const [name, words] of [
      ['Ana Maria', 'Allergies: Crustaceans, peanuts, tree nuts, sulphites, molluscs'],
      ['Ben', 'Allergies: Peanuts'],
    ] as const) {
      const badge = line(name).getByText(words, { exact: true })
      await expect.element(badge).toBeVisible()
      const room = line(name).element().getBoundingClientRect()
      const box = badge.element().getBoundingClientRect()
      expect(isCut(badge.element())).toBe(false)
      expect(box.x >= room.x && box.right <= room.right).toBe(true)
      expect(box.y >= room.y && box.bottom <= room.bottom).toBe(true)
    }
    const diets = line('Ana Maria').getByText('vegetarian, lactose-free, no alcohol')
    expect(isCut(diets.element())).toBe(false)
    await expect.element(line('Ana Maria').getByText('Carries medicine')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(width)
    await line('Ana Maria').click()
    const inDialog = dialog().getByText(all, { exact: true })
    await expect.element(inDialog).toBeVisible()
    expect(isCut(inDialog.element())).toBe(false)
    await expectNoAxeFindings()
  })

/** Whether an element's text is cut off by itself or by an ancestor. */
function isCut(element: Element): boolean {
  for (
    let one: Element | null = element;
    one && !one.matches('li, [role=dialog] [tabindex]');
    one = one.parentElement
  ) {
    const isBox = getComputedStyle(one).display !== 'inline'
    if (isBox && (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)) return true
  }
  return false
}

test('a person opens in read mode, where keys change nothing, and is editable after a press', async () => {
  const opened = await openPeople(buildParties(buildComing('Ana Lake', { food_note: 'No kiwi' })))
  await line('Ana Lake').click()
  await expect.element(dialog()).toHaveTextContent('No kiwi')
  await expectCount(dialog().getByRole('textbox'), 0)
  await expectCount(dialog().getByRole('radio'), 0)
  await type('x')
  await press('Backspace')
  await press('Enter')
  await type(' ')
  await press('ArrowDown')
  await expect.element(dialog().getByRole('heading', { name: 'Ana Lake' })).toBeVisible()
  await expectCount(dialog().getByRole('textbox'), 0)
  await expectNoAxeFindings()

  await button('Edit').click()
  await expect.element(nameField).toHaveFocus()
  const { selectionStart, selectionEnd } = nameField.element() as HTMLInputElement
  expect([selectionStart, selectionEnd]).toEqual(['Ana Lake'.length, 'Ana Lake'.length])
  await type('wood')
  await button('Done').click()
  await expect.element(line('Ana Lakewood')).toHaveFocus()
  await expectStored(opened, ['Ana Lakewood'])
  showAgain(opened)
  await expect.element(line('Ana Lakewood')).toHaveTextContent('No kiwi')
})

test('people answer directly in their own entry, without an edit mode', async () => {
  const { stored } = await openPeople()
  await panel('Are you coming?')
    .getByRole('button', { name: /Robin Tester/ })
    .click()
  await coming(dialog()).click()
  await expect.element(coming(dialog())).toBeChecked()
  await button('Done').click()
  await expect.poll(() => listPersons(stored('people')).map((person) => person.coming)).toEqual(['coming'])
  await expect.element(coming(panel('You'))).toBeChecked()
})

test('adding a person requires a name, and nothing that was entered is lost', async () => {
  const opened = await openPeople()
  const peanuts = dialog().getByRole('checkbox', { name: 'peanuts' })
  await button('Add person').click()
  await expect.element(nameField).toHaveFocus()
  await expect.element(nameField).not.toHaveAttribute('aria-invalid')
  await peanuts.click()
  await userEvent.fill(nameField, '   ')
  await button('Add').click()
  await expect.element(nameField).toHaveFocus()
  await expect.element(nameField).toHaveAccessibleDescription('Enter a name to add this person.')
  await expectNoAxeFindings()
  // Closed by mistake: the entered values are kept, and nobody is added.
  await press('Escape')
  await expectCount(dialog(), 0)
  await expect.element(button('Add person')).toHaveFocus()
  await expect.element(page.getByText('It’s just you so far')).toBeVisible()
  await button('Add person').click()
  await expect.element(peanuts).toBeChecked()
  await expect.element(nameField).not.toHaveAttribute('aria-invalid')
  await userEvent.fill(nameField, ' Ana ')
  await press('Enter')
  await expect.element(line('Ana')).toHaveTextContent('Peanuts')
  await expectStored(opened, ['Ana'])
  // The next form starts empty, also after a cancelled one.
  for (const name of ['Ben', '']) {
    await button('Add person').click()
    await expect.element(nameField).toHaveValue('')
    await userEvent.fill(nameField, name)
    await button('Cancel').click()
    await expectCount(dialog(), 0)
  }
  showAgain(opened)
  await expectCount(peopleList.getByRole('button'), 1)
})

test('a person without a name is counted, and the page says so until they have one', async () => {
  const opened = await openPeople(buildParties(buildComing(''), 'Ben'))
  await expect.element(page.getByText('1 person has no name yet but is counted.')).toBeVisible()
  await expect.element(counted('Coming')).toHaveAccessibleName('1 Coming')
  opened.editAsOther('details', () => ({ ...details.empty, ...datesOf('2027-07-02', '2027-07-03') }))
  await expect.element(panel('Headcount by meal')).toHaveTextContent('1 person has no name yet.')
  await expectNoAxeFindings()
  await line('No name').click()
  await button('Edit').click()
  await expect.element(nameField).toHaveAccessibleDescription('Add a name so others know who this is.')
  await userEvent.fill(nameField, 'Ana')
  await button('Done').click()
  await expect.element(line('Ana')).toBeVisible()
  await expectCount(page.getByText('no name yet'), 0)

  // An emptied name is saved, and the person stays.
  await line('Ana').click()
  await button('Edit').click()
  await userEvent.fill(nameField, '')
  await expect.element(nameField).toHaveAccessibleDescription('Add a name so others know who this is.')
  await button('Done').click()
  await expectStored(opened, ['', 'Ben'])
  showAgain(opened)
  await expect.element(line('No name')).toBeVisible()
  await expect.element(counted('Coming')).toHaveAccessibleName('1 Coming')
})

test('what a removed person promised is open again, until the removal is undone', async () => {
  const [ana, ben] = [buildComing('Ana'), buildComing('Ben')]
  const car = { ...newCar(newId(), ana.id), seats: 2 }
  const { stored } = await openPeople([buildParty(ana, ben)], {
    rides: { cars: [car], riders: [{ id: ben.id, car: car.id }] },
  })
  await line('Ben').click()
  await button('Edit').click()
  await button('Remove from the trip').click()
  await expect.element(page.getByText('Removed Ben. What they promised is open again.')).toBeVisible()
  await expect.poll(() => stored('rides').riders).toHaveLength(0)
  await button('Undo').click()
  await expect.element(line('Ben')).toBeVisible()
  await expect.poll(() => stored('rides').riders).toHaveLength(1)
})
