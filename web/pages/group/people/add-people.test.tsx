import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withAnswer } from '#domain/change-stay.ts'
import { details } from '#domain/plan/details.ts'
import { listPersons, MAX_PERSON_NAME, type Party, type Person } from '#domain/plan/people.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildComing, buildParties, buildParty, buildPerson } from '#domain/testing/people.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, type PlanValues, ROBIN } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import {
  button,
  dialog,
  expectCount,
  expectText,
  expectTexts,
  paste,
  press,
  sidewaysScroll,
} from '#web/testing/screen.ts'
import { PeopleTab } from './group-tab.tsx'

/* People are added on a phone: one, many from a pasted list, and to a party. */

const peopleList = page.getByRole('list', { name: 'People', exact: true })
const nameField = dialog().getByLabelText('Name', { exact: true })
const names = dialog().getByLabelText('Names', { exact: true })
const julyTrip = { ...details.empty, ...datesOf('2027-07-02', '2027-07-04') }

async function openPeople(people: Party[] = [], values: PlanValues = {}): Promise<OpenedTrip> {
  await page.viewport(390, 844)
  const opened = await openTrip({ members: access(planner(ROBIN, 'owner')), values: { people, ...values } })
  opened.show(<PeopleTab trip={opened.trip} failures={{}} />)
  return opened
}

/** The stored parties, by the names of their people. Without the organizer, who is added with their first change. */
const storedParties = ({ stored }: OpenedTrip): string[][] =>
  stored('people')
    .map(({ persons }) => persons.map(({ name }) => name))
    .filter(([first]) => first !== 'Robin Tester')

test('a pasted list adds everybody at once, says who is left out, and is undone at once', async () => {
  const opened = await openPeople(buildParties('Ana Lake'))
  await button('Add person').click()
  await expect.element(nameField).toHaveFocus()
  await button('Paste a list of names').click()
  await expect.element(names).toHaveFocus()
  await button('Add people').click()
  await expect.element(names).toHaveAccessibleDescription(/There’s no one to add yet\./)
  await expectNoAxeFindings()
  const tooLong = 'x'.repeat(MAX_PERSON_NAME + 1)
  paste(names, `1. Ben Berg\n2. Cleo\n\n3. ana lake\n- Dan; Eve\nCleo\nFay\tvegan\n${tooLong}\n`)
  await expectText(dialog(), 'Adds 5 people: Ben Berg, Cleo, Dan, Eve, Fay')
  await expectText(dialog(), 'Already on the list, so not added again: ana lake')
  await expectText(dialog(), 'More than once in your list, so added once: Cleo')
  await expectText(dialog(), /Longer than 100 characters, so not added: x{40}…/)
  await expectText(dialog(), 'Skipped 1 line without a name.')
  await expectText(dialog(), 'Only the first column is used.')
  expect(sidewaysScroll()).toBe(0)
  await expectNoAxeFindings()
  // Closed by mistake: the text is kept.
  await press('Escape')
  await expectCount(dialog(), 0)
  await button('Add person').click()
  await expect.element(names).toHaveFocus()
  await button('Add 5 people').click()
  await expectCount(dialog(), 0)
  await expect.element(page.getByText('Added 5 people')).toBeVisible()
  await expect
    .poll(() => storedParties(opened))
    .toEqual([['Ana Lake'], ['Ben Berg'], ['Cleo'], ['Dan'], ['Eve'], ['Fay']])
  await button('Undo').click()
  await expect.poll(() => storedParties(opened)).toEqual([['Ana Lake']])
  // The next dialog is about one person again.
  await button('Add person').click()
  await expect.element(nameField).toHaveValue('')
})

test('several lines pasted as one name become a list, which can be one person again', async () => {
  const opened = await openPeople()
  await button('Add person').click()
  await userEvent.fill(nameField, 'Zoe')
  paste(nameField, 'Ana Lake')
  await expect.element(nameField).toBeVisible()
  paste(nameField, 'Ben\r\nCleo\r\n')
  await expect.element(names).toHaveFocus()
  await expectText(dialog(), 'Adds 3 people: ZoeAna Lake, Ben, Cleo')
  await button('Add just one person').click()
  await expect.element(nameField).toHaveValue('ZoeAna Lake')
  await expect.element(nameField).toHaveFocus()
  // The list is still there.
  await button('Paste a list of names').click()
  await expect.element(names).toHaveValue('ZoeAna Lake\nBen\nCleo\n')
  await button('Add just one person').click()
  await button('Cancel').click()
  await expectCount(dialog(), 0)
  expect(listPersons(opened.stored('people'))).toEqual([])
})

test('a list that is pasted for a party adds all of them to it', async () => {
  const opened = await openPeople([buildParty('Ana Lake', 'Ben Lake'), buildParty('Cleo')])
  await peopleList.getByRole('button', { name: 'Ben Lake' }).click()
  await button('Add to this party').click()
  await button('Paste a list of names').click()
  await expect.element(page.getByRole('dialog', { name: 'Add several people to Ana Lake’s party' })).toBeVisible()
  await userEvent.fill(names, 'Dan Lake, Eve Lake')
  await button('Add 2 people').click()
  await expect.poll(() => storedParties(opened)).toEqual([['Ana Lake', 'Ben Lake', 'Dan Lake', 'Eve Lake'], ['Cleo']])
  await expectTexts(peopleList.getByRole('heading'), [/^Ana Lake and 3 others/])
})

test('a family arrives a meal later in five taps, which is undone by one', async () => {
  const [ana, ben, cleo, dan] = [buildComing('Ana'), buildComing('Ben'), buildPerson('Cleo'), buildComing('Dan')]
  const eve = buildComing('Eve', { from: '2 lunch 2027-07-02' })
  const family = { ...buildParty(ana, ben, cleo, dan), name: 'The Lakes' }
  const opened = await openPeople([family, buildParty(buildComing('Finn'))], { details: julyTrip })
  await peopleList.getByRole('button', { name: 'Ben' }).click()
  await button('Edit').click()
  await expectCount(button(/^Also for/), 0)
  await dialog()
    .getByRole('button', { name: /^Day 1 .*: breakfast$/ })
    .click()
  await button('Also for the rest of The Lakes').click()
  await expectText(dialog(), 'Same days for Ana, Cleo, and Dan.')
  await expectNoAxeFindings()
  await button('Done').click()
  const skipsOf = () => opened.stored('people')[0]?.persons.map(({ skips }) => skips.map(({ at }) => at))
  const skipped = ['1 breakfast 2027-07-02']
  await expect.poll(skipsOf).toEqual([skipped, skipped, skipped, skipped])
  expect(opened.stored('people')[1]?.persons[0]?.skips).toEqual([])

  // One undo takes it back from all others. Somebody with other days is left out.
  opened.editAsOther('people', (all) =>
    all.map((one) => ({ ...one, persons: [...one.persons, ...(one.name ? [eve] : [])] })),
  )
  await peopleList.getByRole('button', { name: 'Dan' }).click()
  await button('Edit').click()
  await button('Whole trip').click()
  await button('Also for Ana, Ben, and Cleo').click()
  await expect.poll(skipsOf).toEqual([[], [], [], [], []])
  await expect.element(button('Undo')).toHaveFocus()
  await button('Undo').click()
  await expect.poll(skipsOf).toEqual([skipped, skipped, skipped, [], []])
  await expect.element(button('Also for Ana, Ben, and Cleo')).toHaveFocus()
  await button('Also for Ana, Ben, and Cleo').click()
  await expect.poll(skipsOf).toEqual([[], [], [], [], []])
  expect(opened.stored('people')[0]?.persons[4]?.from).toBe('2 lunch 2027-07-02')
})

test('somebody who is added to a party starts with its days', async () => {
  const from = '2 lunch 2027-07-02'
  const [ana, ben] = ['Ana', 'Ben'].map((name) => withAnswer(buildComing(name), { from }, julyTrip.departure_date))
  const opened = await openPeople([buildParty(ana as Person, ben as Person), buildParty('Finn')], { details: julyTrip })
  await peopleList.getByRole('button', { name: 'Ben' }).click()
  await button('Add to this party').click()
  const dinner = dialog().getByRole('button', { name: /^Day 1 .*: dinner$/ })
  await expect.element(dinner).toHaveAttribute('aria-pressed', 'false')
  await userEvent.fill(nameField, 'Cleo')
  await button('Add').click()
  await expect.poll(() => opened.stored('people')[0]?.persons.map((one) => one.from)).toEqual([from, from, from])
})

test('somebody who is added has the days that their party has when the dialog opens again', async () => {
  const withFrom = (name: string, from: string) => withAnswer(buildComing(name), { from }, julyTrip.departure_date)
  const party = buildParty(withFrom('Ana', '2 lunch 2027-07-02'), withFrom('Ben', '2 lunch 2027-07-02'))
  const opened = await openPeople([party, buildParty('Finn')], { details: julyTrip })
  const openAgain = async () => {
    await peopleList.getByRole('button', { name: 'Ben' }).click()
    await button('Add to this party').click()
    await expect.element(nameField).toBeVisible()
  }
  await openAgain()
  await press('Escape')
  await expectCount(dialog(), 0)
  const from = '3 lunch 2027-07-02'
  opened.editAsOther('people', ([first, ...others]) =>
    first ? [{ ...first, persons: first.persons.map((one) => ({ ...one, from })) }, ...others] : others,
  )
  await openAgain()
  await userEvent.fill(nameField, 'Cleo')
  await button('Add').click()
  await expect.poll(() => opened.stored('people')[0]?.persons.map((one) => one.from)).toEqual([from, from, from])
})

test('nothing is chosen for somebody who is added, and they travel with nobody', async () => {
  const opened = await openPeople([buildParty('Ana Lake', 'Ben Lake')])
  await button('Add person').click()
  await expect.element(page.getByRole('dialog', { name: 'Add a person', exact: true })).toBeVisible()
  const boxes = [...dialog().getByRole('radio').elements(), ...dialog().getByRole('checkbox').elements()]
  expect(boxes.filter((box) => (box as HTMLInputElement).checked)).toEqual([])
  expect(dialog().getByRole('combobox').elements()).toEqual([])
  await userEvent.fill(nameField, 'Cleo')
  await button('Add').click()
  await expect.poll(() => storedParties(opened)).toEqual([['Ana Lake', 'Ben Lake'], ['Cleo']])
  expect(opened.stored('people').at(-1)?.persons).toMatchObject([{ coming: 'open', kind: 'adult' }])
})

test('a party of a long list opens to a button that adds somebody to it', async () => {
  const others = Array.from({ length: 12 }, (_, n) => `Guest ${n + 1}`)
  const opened = await openPeople([buildParty('Ana Lake', 'Ben Lake'), ...buildParties(...others)])
  await peopleList.getByRole('button', { name: /^A?Ana Lake/ }).click()
  await button('Add to this party').click()
  await expect.element(page.getByRole('dialog', { name: 'Add a person to Ana Lake’s party' })).toBeVisible()
  await userEvent.fill(nameField, 'Cleo Lake')
  await button('Add').click()
  await expect.poll(() => storedParties(opened)[0]).toEqual(['Ana Lake', 'Ben Lake', 'Cleo Lake'])
})

test('a pasted list of people can be coming, also if that was chosen for one person first', async () => {
  const opened = await openPeople(buildParties('Ana Lake'), { details: julyTrip })
  await button('Add person').click()
  await dialog().getByRole('radio', { name: 'Coming', exact: true }).click()
  await button('Paste a list of names').click()
  const all = dialog().getByRole('group', { name: 'Are they coming?' })
  await expect.element(all.getByRole('radio', { name: 'Coming', exact: true })).toBeChecked()
  paste(names, 'Ben Berg\nCleo\n')
  await expectNoAxeFindings()
  await button('Add 2 people').click()
  const answers = () =>
    listPersons(opened.stored('people')).flatMap(({ name, coming }) => (name.startsWith('Robin') ? [] : [name, coming]))
  await expect.poll(answers).toEqual(['Ana Lake', 'open', 'Ben Berg', 'coming', 'Cleo', 'coming'])
})
