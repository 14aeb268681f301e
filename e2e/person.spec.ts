import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { listPersons, type Party, type Person } from '#domain/plan/people.ts'
import { newCar } from '#domain/plan/rides.ts'
import { buildComing, buildParty, buildPerson } from '#domain/testing/people.ts'
import { test as base, expect, expectNoAxeFindings, type TestServer } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { button, dialog } from './page-parts.ts'
import { editPerson, personRow as line, peopleList } from './people-list.ts'
import { storeSection } from './stored-plan.ts'

/* A person in the people list: added, read, edited and removed by touch. */

const groupOf = (tripId: string) => `/trip/${tripId}/group`
const phone = (width = 390): BrowserContextOptions => ({
  viewport: { width, height: 844 },
  hasTouch: true,
  isMobile: true,
})
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const counted = (page: Page, words: string) =>
  page.getByRole('group', { name: 'Answers' }).getByRole('button', { name: new RegExp(`\\d ${words}$`) })
const nameField = (page: Page) => dialog(page).getByLabel('Name', { exact: true })
const selectionIn = (page: Page) =>
  nameField(page).evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd])

/**
 * Polls the stored names, without the organizer, who is added with their first change. 'Saved' is shown too briefly.
 */
const expectStored = (page: Page, server: TestServer, tripId: string, names: string[]) =>
  expect
    .poll(async () =>
      (await storedPersons(page, server, tripId)).map(({ name }) => name).filter((name) => name !== 'Robin Tester'),
    )
    .toEqual(names)

async function storedPersons(page: Page, server: TestServer, tripId: string): Promise<Person[]> {
  const answer = await page.context().request.get(`${server.address}/api/trips/${tripId}`)
  const { sections } = (await answer.json()) as { sections: { people: { value: Party[] } } }
  return listPersons(sections.people.value)
}

const somebody = (name: string, more: Partial<Person> = {}): Person => buildPerson(name, more)
const alone = (person: Person) => buildParty(person)

const test = base.extend<{
  /** The organizer's phone. */
  openPhone: (width?: number) => Promise<Page>
}>({
  openPhone: ({ openContext, signIn }, use) =>
    use(async (width) => {
      const page = await (await openContext(phone(width))).newPage()
      await signIn(page)
      return page
    }),
})

/** Joins as the guest Kim without answering, and opens the plan. */
async function letIn(page: Page, guest: Page, server: TestServer, tripId: string): Promise<void> {
  await joinAsGuest(guest, `/join/${await createInvitation(page, server, tripId)}`, 'Kim')
}

for (const width of [320, 390])
  test(`all allergies are readable in a person’s row and dialog, at ${width} px`, async ({
    openPhone,
    server,
    createTrip,
  }) => {
    const page = await openPhone(width)
    const id = await createTrip(page, { name: 'Allergies', type: 'car_trip' })
    const none = buildPerson('')
    const ana = somebody('Ana Maria Konstantinopoulou-Featherstonehaugh', {
      coming: 'not_coming',
      diets: { ...none.diets, vegetarian: true, lactose_free: true, no_alcohol: true },
      allergens: { ...none.allergens, crustaceans: true, peanuts: true, nuts: true, sulphites: true, molluscs: true },
      carries_medicine: true,
    })
    const ben = somebody('Ben', { coming: 'coming', allergens: { ...none.allergens, peanuts: true } })
    await storeSection(page, server, id, 'people', [alone(ana), alone(ben)])
    await page.goto(groupOf(id))
    const all = 'Allergies: crustaceans, peanuts, tree nuts, sulphites, molluscs'
    for (const [name, words] of [
      ['Ana Maria', 'Allergies: Crustaceans, peanuts, tree nuts, sulphites, molluscs'],
      ['Ben', 'Allergies: Peanuts'],
    ] as const) {
      const badge = line(page, name).getByText(words, { exact: true })
      await expect(badge).toBeVisible()
      const room = await line(page, name).boundingBox()
      const box = await badge.boundingBox()
      expect(await badge.evaluate(isCut)).toBe(false)
      expect(box && room && box.x >= room.x && box.x + box.width <= room.x + room.width).toBe(true)
      expect(box && room && box.y >= room.y && box.y + box.height <= room.y + room.height).toBe(true)
    }
    const diets = line(page, 'Ana Maria').getByText('vegetarian, lactose-free, no alcohol')
    expect(await diets.evaluate(isCut)).toBe(false)
    await expect(line(page, 'Ana Maria').getByText('Carries medicine')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await line(page, 'Ana Maria').tap()
    expect(await dialog(page).getByText(all, { exact: true }).evaluate(isCut)).toBe(false)
    await expectNoAxeFindings(page)
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

test('a person opens in read mode, where keys change nothing, and is editable after a press', async ({
  openPhone,
  server,
  createTrip,
}) => {
  const page = await openPhone()
  const id = await createTrip(page, { name: 'Read first', type: 'car_trip' })
  await storeSection(page, server, id, 'people', [
    alone(somebody('Ana Lake', { coming: 'coming', food_note: 'No kiwi' })),
  ])
  await page.goto(groupOf(id))
  await line(page, 'Ana Lake').tap()
  await expect(dialog(page)).toContainText('No kiwi')
  await expect(dialog(page).getByRole('textbox')).toHaveCount(0)
  await expect(dialog(page).getByRole('radio')).toHaveCount(0)
  for (const key of ['x', 'Backspace', 'Enter', ' ', 'ArrowDown']) await page.keyboard.press(key)
  await expect(dialog(page).getByRole('heading', { name: 'Ana Lake' })).toBeVisible()
  await expect(dialog(page).getByRole('textbox')).toHaveCount(0)
  await expectNoAxeFindings(page)

  await button(page, 'Edit').tap()
  await expect(nameField(page)).toBeFocused()
  expect(await selectionIn(page)).toEqual(['Ana Lake'.length, 'Ana Lake'.length])
  await page.keyboard.type('wood')
  await button(page, 'Done').tap()
  await expect(line(page, 'Ana Lakewood')).toBeFocused()
  await expectStored(page, server, id, ['Ana Lakewood'])
  await page.reload()
  await expect(line(page, 'Ana Lakewood')).toContainText('No kiwi')
})

test('people answer directly in their own entry, without an edit mode', async ({ openPhone, server, createTrip }) => {
  const page = await openPhone()
  const id = await createTrip(page, { name: 'My answer', type: 'car_trip' })
  await page.goto(groupOf(id))
  await panel(page, 'Are you coming?')
    .getByRole('button', { name: /Robin Tester/ })
    .tap()
  await dialog(page).getByRole('radio', { name: 'Coming', exact: true }).tap()
  await expect(dialog(page).getByRole('radio', { name: 'Coming', exact: true })).toBeChecked()
  await button(page, 'Done').tap()
  await expect.poll(async () => (await storedPersons(page, server, id)).map(({ coming }) => coming)).toEqual(['coming'])
  await expect(panel(page, 'You').getByRole('radio', { name: 'Coming', exact: true })).toBeChecked()
})

test('adding a person requires a name, and nothing that was entered is lost', async ({
  openPhone,
  server,
  createTrip,
}) => {
  const page = await openPhone()
  const id = await createTrip(page, { name: 'Names', type: 'car_trip' })
  await page.goto(groupOf(id))
  await button(page, 'Add person').tap()
  await expect(nameField(page)).toBeFocused()
  await expect(nameField(page)).not.toHaveAttribute('aria-invalid')
  await dialog(page).getByRole('checkbox', { name: 'peanuts' }).tap()
  await nameField(page).fill('   ')
  await button(page, 'Add').tap()
  await expect(nameField(page)).toBeFocused()
  await expect(nameField(page)).toHaveAccessibleDescription('Enter a name to add this person.')
  await expectNoAxeFindings(page)
  // Closed by mistake: the entered values are kept, and nobody is added.
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(button(page, 'Add person')).toBeFocused()
  await expect(page.getByText('It’s just you so far')).toBeVisible()
  await button(page, 'Add person').tap()
  await expect(dialog(page).getByRole('checkbox', { name: 'peanuts' })).toBeChecked()
  await expect(nameField(page)).not.toHaveAttribute('aria-invalid')
  await nameField(page).fill(' Ana ')
  await page.keyboard.press('Enter')
  await expect(line(page, 'Ana')).toContainText('Peanuts')
  await expectStored(page, server, id, ['Ana'])
  // The next form starts empty, also after a cancelled one.
  for (const name of ['Ben', '']) {
    await button(page, 'Add person').tap()
    await expect(nameField(page)).toHaveValue('')
    await nameField(page).fill(name)
    await button(page, 'Cancel').tap()
  }
  await page.reload()
  await expect(peopleList(page).getByRole('button')).toHaveCount(1)
})

test('a person without a name is counted, and the page says so until they have one', async ({
  openPhone,
  server,
  createTrip,
}) => {
  const page = await openPhone()
  const id = await createTrip(page, { name: 'Nameless', type: 'car_trip' })
  const details = { departure_date: '2027-07-02', return_date: '2027-07-03' }
  await storeSection(page, server, id, 'people', [alone(somebody('', { coming: 'coming' }))])
  await page.goto(groupOf(id))
  await expect(page.getByText('1 person has no name yet but is counted.')).toBeVisible()
  await expect(counted(page, 'Coming')).toHaveAccessibleName('1 Coming')
  await storeSection(page, server, id, 'details', {
    destination_name: '',
    departure_airport_code: '',
    arrival_airport_code: '',
    map_embed_url: '',
    car_trip_distances: [],
    car_trip_entry_gate: '',
    air_travel_flight_info: { carrier: '', flightNumber: '' },
    ...details,
  })
  await expect(panel(page, 'Headcount by meal')).toContainText('1 person has no name yet.')
  await expectNoAxeFindings(page)
  await line(page, 'No name').tap()
  await button(page, 'Edit').tap()
  await expect(nameField(page)).toHaveAccessibleDescription('Add a name so others know who this is.')
  await nameField(page).fill('Ana')
  await button(page, 'Done').tap()
  await expect(line(page, 'Ana')).toBeVisible()
  await expect(page.getByText('no name yet')).toHaveCount(0)

  // An emptied name is saved, and the person stays.
  await line(page, 'Ana').tap()
  await button(page, 'Edit').tap()
  await nameField(page).fill('')
  await expect(nameField(page)).toHaveAccessibleDescription('Add a name so others know who this is.')
  await button(page, 'Done').tap()
  await expectStored(page, server, id, [''])
  await page.reload()
  await expect(line(page, 'No name')).toBeVisible()
  await expect(counted(page, 'Coming')).toHaveAccessibleName('1 Coming')
})

test('“Remove from the trip” removes a person and their access, after a question', async ({
  openPhone,
  openContext,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const page = await openPhone()
  const id = await createTrip(page, { name: 'Removed', type: 'car_trip' })
  const guest = await (await openContext()).newPage()
  await letIn(page, guest, server, id)
  await page.goto(groupOf(id))
  await expect(panel(page, 'Still waiting for')).toContainText('Kim')
  await expect(counted(page, 'No answer')).toHaveAccessibleName('2 No answer')
  await line(page, 'Kim').tap()
  await button(page, 'Edit').tap()
  await button(page, 'Remove from the trip').tap()
  const question = page.getByRole('dialog', { name: 'Remove Kim from the trip?' })
  await expect(question).toContainText('They’re removed from the list of people and can no longer open the trip.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel' }).tap()
  await expect(question).toHaveCount(0)
  await expect(button(page, 'Remove from the trip')).toBeFocused()
  await button(page, 'Remove from the trip').tap()
  await expectNoAxeFindings(page)
  await question.getByRole('button', { name: 'Remove from the trip' }).tap()
  await expect(dialog(page)).toHaveCount(0)
  await expect(line(page, 'Kim')).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveCount(1)
  await expect(panel(page, 'Still waiting for')).toHaveCount(0)
  await expect(guest).toHaveURL('/')
  await expectStored(page, server, id, [])
  await page.reload()
  await expect(page.getByText('It’s just you so far')).toBeVisible()
})

test('“Remove access” keeps a person on the list, and says offline that it needs a network', async ({
  openPhone,
  openContext,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 404|net::ERR_|did not reach the server|could not be|will be sent again/)
  const page = await openPhone()
  const id = await createTrip(page, { name: 'No access', type: 'car_trip' })
  const guest = await (await openContext()).newPage()
  await letIn(page, guest, server, id)
  await page.goto(groupOf(id))
  await editPerson(page, 'Kim', 'Remove access')
  const question = page.getByRole('dialog', { name: 'Remove access for Kim?' })
  await expect(question).toContainText('They can no longer open the trip but stay on the list of people.')
  await page.context().setOffline(true)
  await expect(question.getByRole('alert')).toContainText('You’re offline. Connect to the internet to remove')
  await question.getByRole('button', { name: 'Remove access' }).tap()
  await expect(question.getByRole('alert')).toBeVisible()
  await page.context().setOffline(false)
  await expect(question.getByRole('alert')).not.toContainText('You’re offline')
  await question.getByRole('button', { name: 'Remove access' }).tap()
  await expect(dialog(page)).toBeHidden()
  await expect(guest).toHaveURL('/')
  await expect(line(page, 'Kim')).toContainText('not joined')
  await expect(panel(page, 'Still waiting for')).toContainText('Kim')

  // Without access, removing them from the list needs no question and can be undone.
  await line(page, 'Kim').tap()
  await button(page, 'Edit').tap()
  await button(page, 'Remove from the trip').tap()
  await expect(dialog(page)).toHaveCount(0)
  await expect(line(page, 'Kim')).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveCount(1)
  await button(page, 'Undo').tap()
  await expect(line(page, 'Kim')).toBeVisible()
  await expectStored(page, server, id, ['Kim'])
})

test('removing a person leaves the rest of their party, also entries added meanwhile', async ({
  openPhone,
  openContext,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const page = await openPhone()
  const id = await createTrip(page, { name: 'Party', type: 'car_trip' })
  const guest = await (await openContext()).newPage()
  await letIn(page, guest, server, id)
  await guest.goto(groupOf(id))
  await button(guest, 'Add person to your party').click()
  await nameField(guest).fill('Cleo')
  await button(guest, 'Add').click()
  await expectStored(page, server, id, ['Kim', 'Cleo'])
  await page.goto(groupOf(id))
  await expect(line(page, 'Cleo')).toBeVisible()
  await editPerson(page, 'Kim', 'Remove from the trip')
  const question = page.getByRole('dialog', { name: 'Remove Kim from the trip?' })
  await question.getByRole('button', { name: 'Remove from the trip' }).tap()
  await expect(line(page, 'Kim')).toHaveCount(0)
  await expect(line(page, 'Cleo')).toBeVisible()
  await expectStored(page, server, id, ['Cleo'])
  await page.reload()
  await expect(line(page, 'Cleo')).toBeVisible()
  await expect(line(page, 'Kim')).toHaveCount(0)
})

test('what a removed person promised is open again, until the removal is undone', async ({
  openPhone,
  server,
  createTrip,
}) => {
  const page = await openPhone()
  const id = await createTrip(page, { name: 'Two seats', type: 'car_trip' })
  const personNamed = (name: string): Person => buildComing(name)
  const [ana, ben] = [personNamed('Ana'), personNamed('Ben')]
  const car = { ...newCar(randomUUID(), ana.id), seats: 2 }
  await storeSection(page, server, id, 'people', [buildParty(ana, ben)])
  await storeSection(page, server, id, 'rides', { cars: [car], riders: [{ id: ben.id, car: car.id }] })
  const storedRiders = async () => {
    const answer = await page.context().request.get(`${server.address}/api/trips/${id}`)
    return (await answer.json()).sections.rides.value.riders.length
  }
  await page.goto(groupOf(id))
  await line(page, 'Ben').tap()
  await button(page, 'Edit').tap()
  await button(page, 'Remove from the trip').tap()
  await expect(page.getByText('Removed Ben. What they promised is open again.')).toBeVisible()
  await expect.poll(storedRiders).toBe(0)
  await button(page, 'Undo').tap()
  await expect(line(page, 'Ben')).toBeVisible()
  await expect.poll(storedRiders).toBe(1)
})
