import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { followingAll } from '#domain/food/testing/settings.ts'
import { newLine, newMealDay } from '#domain/plan/meals.ts'
import type { Person } from '#domain/plan/people.ts'
import { buildCategory } from '#domain/testing/checklist.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildComing, buildParty, dietsOf } from '#domain/testing/people.ts'
import { buildCar } from '#domain/testing/rides.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { choose, createInvitation, joinAsGuest, joinBy } from './joining.ts'
import { button, dialog, expectSaved, waitForScripts } from './page-parts.ts'
import { editPerson, openAnswers, personRow, setRole } from './people-list.ts'
import { touchPhone } from './phone.ts'
import { readQrCode } from './qr-code.ts'
import { readPeople, storeSection } from './stored-plan.ts'

/* A group comes together, partly offline; and thirty plan together, until their driver cancels. */

const answer = (page: Page, name: string, words: string) =>
  page.getByRole('group', { name: `Is ${name} coming?` }).getByRole('radio', { name: words, exact: true })
const coming = (page: Page) => page.getByRole('group', { name: 'Answers' }).getByRole('button', { name: /\d Coming$/ })

test('a guest joins by QR code, answers for four, works offline and returns; a removed member loses nothing', async ({
  page,
  signIn,
  createTrip,
  openContext,
  register,
  allowConsole,
}) => {
  // Three people on four devices.
  test.setTimeout(240_000)
  allowConsole(
    /net::ERR_INTERNET_DISCONNECTED|will be sent again \(unreachable|The session could not be refreshed|the server responded with a status of 404/,
  )
  await signIn(page)
  const plan = { checklist: [buildCategory('Things', 'Tent', 'Stove')] }
  const id = await createTrip(page, { name: 'Achray in August', type: 'car_trip', plan })
  await page.goto(`/trip/${id}/group`)
  await button(page, 'Invite people').click()
  await button(page, 'Create link').click()
  const square = dialog(page).getByRole('img', { name: 'QR code for the link to Achray in August' })
  const link = await readQrCode(page, await square.screenshot())
  await button(page, 'Done').click()

  const kim = await register({ full_name: 'Kim Okafor' })
  const member = await (await openContext()).newPage()
  await signIn(member, kim)
  await member.goto(link)
  await button(member, `Join as ${kim.full_name}`).click()
  await expect(member.getByText('You’re in.')).toBeVisible()
  await setRole(page, 'Kim Okafor', 'Make organizer')
  await expect(button(member, 'Invite people')).toBeVisible()

  // A guest on a phone answers for four.
  const phone = await (await openContext(touchPhone)).newPage()
  await joinBy(phone, link, 'Ana')
  await answer(phone, 'Ana', 'Coming').check()
  for (const name of ['Ben', 'Cleo', 'Dan']) {
    // The first makes a party of them.
    await button(phone, name === 'Ben' ? 'Add a travel companion' : 'Add person to your party').click()
    await dialog(phone).getByLabel('Name').fill(name)
    await answer(phone, name, 'Coming').check()
    await button(phone, 'Add').click()
  }
  await expectSaved(phone)
  await expect(coming(page)).toHaveAccessibleName('4 Coming')
  await choose(phone, 'Ana', 'Use on another device')
  const code = await dialog(phone)
    .getByText(/^[0-9A-Z]{4} [0-9A-Z]{4}$/)
    .innerText()
  await button(phone, 'Done').click()

  // Offline: a tick and an answer.
  await button(phone, 'Open the plan').click()
  await phone.getByRole('tab', { name: 'Checklist' }).click()
  await expect(phone.getByRole('checkbox', { name: 'Tent' })).toBeVisible()
  await phone.context().setOffline(true)
  await phone.getByRole('checkbox', { name: 'Tent' }).click()
  await button(phone, 'People').click()
  await openAnswers(phone)
  await answer(phone, 'Dan', 'Not coming').check()
  await expect(coming(phone)).toHaveAccessibleName('3 Coming')
  await expect(coming(page)).toHaveAccessibleName('4 Coming')

  // On another device by a code: the same person with the same party.
  const tablet = await (await openContext()).newPage()
  await tablet.goto('/join/code')
  await tablet.getByRole('textbox').fill(code)
  await tablet.keyboard.press('Enter')
  await expect(tablet).toHaveURL('/')
  await tablet.goto(`/trip/${id}/group`)
  await openAnswers(tablet)
  await expect(answer(tablet, 'Ana', 'Coming')).toBeChecked()
  await expect(answer(tablet, 'Dan', 'Coming')).toBeChecked()
  await phone.context().setOffline(false)
  await expect(answer(tablet, 'Dan', 'Not coming')).toBeChecked()
  await expect(coming(page)).toHaveAccessibleName('3 Coming')
  await expect(page.getByRole('heading', { name: '6 people', exact: true })).toBeVisible()
  await tablet.goto(`/trip/${id}?tab=checklist`)
  await expect(tablet.getByRole('checkbox', { name: 'Tent' })).toBeChecked()

  // A member is removed while offline with pending operations.
  await button(member, 'Open the plan').click()
  await expect(button(member, 'Add Note')).toBeVisible()
  await waitForScripts(member)
  await member.context().setOffline(true)
  await button(member, 'Add Note').click()
  await member.keyboard.type('Kim brings the canoe')
  await editPerson(page, 'Kim Okafor', 'Remove access')
  const question = page.getByRole('dialog', { name: 'Remove access for Kim Okafor?' })
  await question.getByRole('button', { name: 'Remove access' }).click()
  await expect(personRow(page, 'Kim Okafor')).toContainText('not joined')
  await member.context().setOffline(false)
  await expect(member).toHaveURL('/')
  const aside = member.getByRole('region', { name: 'Your changes to “Achray in August”' })
  await expect(aside.getByText('Kim brings the canoe')).toBeVisible()
  await expect(member.getByRole('link', { name: 'Achray in August' })).toHaveCount(0)
  await tablet.getByRole('tab', { name: 'Overview' }).click()
  await expect(button(tablet, 'Add Note')).toBeVisible()
  await expect(tablet.getByText('Kim brings the canoe')).toHaveCount(0)
})

test('thirty people: the driver cancels, lines for a diet follow the vegetarians, and part of an item is bought', async ({
  openContext,
  openSignedIn,
  server,
  person,
  createTrip,
}) => {
  test.setTimeout(240_000)
  const phone = await openSignedIn(touchPhone)
  const details = buildDetails({ ...datesOf('2031-06-12', '2031-06-14'), eating: followingAll })
  const id = await createTrip(phone, { name: 'Thirty at the lake', type: 'car_trip', plan: { details } })
  const link = `${server.address}/join/${await createInvitation(phone, server, id)}`
  const [ben, kim] = (await Promise.all(
    ['Ben Berg', 'Kim Okafor'].map(async (name) => {
      const page = await (await openContext(touchPhone)).newPage()
      await joinAsGuest(page, link, name)
      return page
    }),
  )) as [Page, Page]
  const coming = (one: Person): Person => ({ ...one, coming: 'coming' })
  const joined = (await readPeople(phone, server, id)).map((party) => ({
    ...party,
    persons: party.persons.map(coming),
  }))
  const others = Array.from({ length: 27 }, (_, index) =>
    buildComing(`Guest ${index + 1}`, index < 5 ? { diets: dietsOf('vegetarian') } : {}),
  )
  const owner = buildParty(buildComing(person.full_name, { id: person.id }))
  const listed = [owner, ...joined.filter((party) => party.id !== person.id), buildParty(...others)]
  await storeSection(phone, server, id, 'people', listed)
  const idOf = (name: string) => joined.flatMap(({ persons }) => persons).find((one) => one.name === name)?.id as string
  const car = buildCar(idOf('Ben Berg'), { seats: 4 })
  const bus = buildCar(person.id, { seats: 26 })
  const inCar = [idOf('Kim Okafor'), ...others.slice(0, 2).map((one) => one.id)]
  const inBus = others.slice(2).map((one) => ({ id: one.id, car: bus.id }))
  const riders = [...inCar.map((rider) => ({ id: rider, car: car.id })), ...inBus]
  await storeSection(phone, server, id, 'rides', { cars: [car, bus], riders })
  const day = newMealDay('car_trip', 1)
  const ingredients = [
    { ...newLine(randomUUID(), '3 kg bacon'), for_whom: 'except:vegetarian' as const },
    { ...newLine(randomUUID(), '60 veggie sausages (2 each)'), for_whom: 'only:vegetarian' as const },
    newLine(randomUUID(), '12 veggie patties (for the vegetarians)'),
    newLine(randomUUID(), '8 x 398 mL cans tomatoes'),
    newLine(randomUUID(), '3 x 796 mL cans tomatoes'),
  ]
  const dinner = { ...day.meals.dinner, servings: 30, ingredients }
  await storeSection(phone, server, id, 'meals', { '1': { ...day, meals: { ...day.meals, dinner } } })

  // Everybody sits, thirty eat.
  const group = phone.getByRole('region', { name: 'Your group' })
  await phone.goto(`/trip/${id}`)
  await expect(group.getByRole('link', { name: 'Everyone has a ride' })).toBeVisible()
  const line = (index: number) =>
    phone.getByRole('region', { name: 'Dinner', exact: true }).getByRole('listitem').nth(index)
  await phone.getByRole('tab', { name: 'Food & Meals' }).tap()
  await expect(line(0)).toHaveText('2.5 kg bacon · not for vegetarians')

  // The driver cancels: the organizer, a rider and the amounts follow.
  await kim.goto(`/trip/${id}`)
  await expect(kim.getByText('You ride in Ben Berg’s car')).toBeVisible()
  await ben.goto(`/trip/${id}/group`)
  await openAnswers(ben)
  await answer(ben, 'Ben Berg', 'Not coming').check()
  await expect(kim.getByRole('link', { name: /You need another ride: Ben Berg isn’t coming/ })).toBeVisible()
  await expect(line(0)).toHaveText('2.4 kg bacon · not for vegetarians')
  await phone.getByRole('tab', { name: 'Overview' }).tap()
  await expect(group.getByRole('link', { name: '3 people need a ride' })).toBeVisible()
  await group.getByRole('button', { name: 'See everything still to do' }).tap()
  const needRide = dialog(phone).getByRole('region', { name: 'Need a ride' }).getByRole('listitem')
  await expect(needRide).toHaveText(['Kim Okafor', 'Guest 1', 'Guest 2'])
  await button(phone, 'Done').tap()

  // Lines for a diet: calculated from what they were written for, or asked.
  await phone.getByRole('tab', { name: 'Food & Meals' }).tap()
  await expect(line(1)).toHaveText('10 veggie sausages (2 each) · only for vegetarians')
  await line(2).getByRole('button', { name: 'Only for vegetarians?' }).tap()
  await expect(line(2)).toContainText('12 veggie patties (for the vegetarians) · only for vegetarians · as written')
  await line(2).getByLabel('For how many is this?').fill('6')
  await line(2).getByRole('button', { name: 'Save' }).tap()
  await expect(line(2)).toHaveText('10 veggie patties (for the vegetarians) · only for vegetarians')

  // In the shop: six of the eight small cans.
  await phone.goto(`/trip/${id}/group?tab=shopping`)
  await button(phone, 'Details of tomatoes').tap()
  await dialog(phone).getByLabel('How many cans of 398 mL').fill('6 x 398 mL')
  await button(phone, 'Add').tap()
  await button(phone, 'Done').tap()
  const tomatoes = phone.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'tomatoes' })
  await expect(tomatoes).toContainText('6 cans of 398 mL bought. Buy 2 cans of 398 mL more.')
  await expect(tomatoes).toContainText('2 cans of 398 mL + 3 cans of 796 mL')

  // The driver comes after all: everyone has the seat that they had.
  await answer(ben, 'Ben Berg', 'Coming').check()
  await expect(kim.getByText('You ride in Ben Berg’s car')).toBeVisible()
  await phone.goto(`/trip/${id}/group?tab=rides`)
  const seats = phone.getByRole('group', { name: 'Ben Berg’s car' }).getByRole('listitem')
  await expect(seats).toHaveText(['Ben Berg drives', 'Kim Okafor', 'Guest 1', 'Guest 2'])
  await expectNoAxeFindings(phone)
})
