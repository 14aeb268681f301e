import type { Page } from '@playwright/test'
import { addDays, type LocalDate, localDateOf } from '#domain/local-date.ts'
import { listPersons } from '#domain/plan/people.ts'
import { newPollAnswer, type Polls } from '#domain/plan/polls.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import { formatDay } from '#domain/trip-days.ts'
import { expect, expectNoAxeFindings, OFFLINE, type Person, type TestServer, test } from './fixtures.ts'
import { dialog, expectSaved } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { addMember, readPeople, storeSection } from './stored-plan.ts'

/* A group finds its dates: thirty people answer a poll, and its dates and answers become the trip's. */

test.use({ isSignedIn: true, ...touchPhone })

const poll = (page: Page) => page.getByRole('article', { name: 'When shall we go?' })
/** The proposal that ends on a day. What suits most comes first, so its place depends on the answers. */
const proposal = (page: Page, last: LocalDate) =>
  poll(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: new RegExp(`${formatDay(last)}(?!\\d)`) }) })
const say = (page: Page, last: LocalDate, answer: 'Yes' | 'If need be' | 'No') =>
  proposal(page, last).getByText(answer, { exact: true }).tap()
const allSuit = (page: Page, who: 'me' | 'us' = 'me') =>
  poll(page)
    .getByRole('button', { name: `All of these suit ${who}` })
    .tap()

const storedDates = ({ database }: TestServer, tripId: string) =>
  database.prepare('select departure_date, return_date from trips where id = ?').raw().get(tripId)

async function readPolls(page: Page, server: TestServer, tripId: string): Promise<Polls> {
  const answer = await page.context().request.get(`${server.address}/api/trips/${tripId}`)
  return (await answer.json()).sections.polls.value
}

test('thirty people answer, some by touch and half of these offline, and the dates that are taken settle who comes', async ({
  page,
  server,
  person,
  register,
  createTrip,
  openContext,
  signIn,
  allowConsole,
}) => {
  test.setTimeout(240_000)
  allowConsole(OFFLINE)
  const names = Array.from({ length: 26 }, (_, n) => (n === 0 ? 'Omar Haddad' : `Friend ${n}`))
  const accounts: Person[] = []
  for (const full_name of names) accounts.push(await register({ full_name }))
  const [omar, ...friends] = accounts as [Person, ...Person[]]
  const family = ['Layla', 'Yusuf', 'Noor'].map((name) => buildPerson(`${name} Haddad`))
  const people = [
    buildParty(buildPerson('Robin Tester', { id: person.id })),
    buildParty(buildPerson('Omar Haddad', { id: omar.id }), ...family),
    ...friends.map(({ id, full_name }) => buildParty(buildPerson(full_name, { id }))),
  ]
  const id = await createTrip(page, { name: 'Thirty of us', type: 'car_trip', plan: { people } })
  for (const account of accounts) addMember(server, id, account)

  // Overview leads an organizer of a group without dates to the poll.
  await page.goto(`/trip/${id}`)
  await page.getByRole('link', { name: 'Or ask the group which dates suit' }).tap()
  await page.getByRole('button', { name: 'Propose dates' }).tap()
  const start = addDays(localDateOf(new Date()), 60)
  const weekends = [0, 7, 14].map((later): [LocalDate, LocalDate] => [addDays(start, later), addDays(start, later + 2)])
  const lastDays = weekends.map(([, last]) => last) as [LocalDate, LocalDate, LocalDate]
  for (const [index, [first, last]] of weekends.entries()) {
    if (index > 0) await dialog(page).getByRole('button', { name: 'Propose more dates' }).tap()
    await dialog(page).getByLabel('First day').nth(index).fill(first)
    await dialog(page).getByLabel('Last day').nth(index).fill(last)
  }
  await dialog(page).getByRole('button', { name: 'Propose', exact: true }).tap()
  await expect(poll(page).getByRole('listitem')).toHaveCount(3)
  await allSuit(page)
  await expectSaved(page)

  const open = async (someone: Person, isOffline: boolean) => {
    const context = await openContext(touchPhone)
    const theirs = await context.newPage()
    await signIn(theirs, someone)
    await theirs.goto(`/trip/${id}/before`)
    await expect(poll(theirs)).toBeVisible()
    if (isOffline) await context.setOffline(true)
    return theirs
  }
  const send = async (theirs: Page) => {
    await theirs.context().setOffline(false)
    await expectSaved(theirs)
  }
  const answer = async (number: number, theirs: Page) => {
    if (number === 0) return allSuit(theirs, 'us')
    if (number <= 17) return allSuit(theirs)
    const [one, two, three] = lastDays
    await say(theirs, one, number <= 21 ? 'No' : 'Yes')
    await say(theirs, two, number <= 21 ? 'If need be' : 'No')
    await say(theirs, three, 'No')
  }
  // Two phones stay open and offline: their people change their minds.
  const stay: Page[] = []
  const byTouch = [0, 1, 5, 17, 18, 23]
  for (const number of byTouch) {
    const isOffline = number % 2 === 1
    const theirs = await open(accounts[number] as Person, isOffline)
    await answer(number, theirs)
    await send(theirs)
    if (number !== 17 && number !== 23) {
      await theirs.context().close()
      continue
    }
    await theirs.context().setOffline(true)
    stay.push(theirs)
  }
  // The others have answered too, but for the last friend.
  const polls = await readPolls(page, server, id)
  const options = polls.polls[0]?.options ?? []
  const others = accounts.slice(0, 25).flatMap((account, number) =>
    byTouch.includes(number)
      ? []
      : options.map((option, at) => {
          const early = number <= 17 ? 'yes' : undefined
          const later = number <= 21 ? (['no', 'if_need_be', 'no'] as const) : (['yes', 'no', 'no'] as const)
          const about = { poll: polls.polls[0]?.id ?? '', option: option.id }
          return newPollAnswer(about, { id: account.id, coming: 'open' }, early ?? later[at] ?? 'no')
        }),
  )
  await storeSection(page, server, id, 'polls', { ...polls, answers: [...polls.answers, ...others] })
  const [late, later] = stay as [Page, Page]

  // Friend 5 says afterwards that they aren't coming.
  const fifth = await open(accounts[5] as Person, false)
  await fifth.goto(`/trip/${id}/group?tab=people`)
  await fifth
    .getByRole('group', { name: 'Are you coming?' })
    .or(fifth.getByRole('group', { name: /Is .* coming\?/ }))
    .first()
    .getByText('Not coming', { exact: true })
    .tap()
  await expectSaved(fifth)

  await page.reload()
  const best = poll(page).getByRole('listitem').first()
  await expect(best).toContainText('Suits most people')
  await expect(best).toContainText('26 of 30 can come so far: 22 yes, 4 if need be, 3 no')
  await expect(poll(page)).toContainText('Not answered yet: Friend 25 (1)')
  await expectNoAxeFindings(page)

  const [first, last] = weekends[1] as [LocalDate, LocalDate]
  const comingOf = async () => {
    const persons = listPersons(await readPeople(page, server, id))
    const count = (coming: string) => persons.filter((one) => one.coming === coming).length
    return [count('coming'), count('unsure'), count('not_coming'), count('open')]
  }
  const take = async () => {
    await poll(page).getByRole('listitem').first().getByRole('button', { name: /^Take/ }).tap()
    await expect(dialog(page)).toContainText(formatDay(last))
    await dialog(page).getByRole('button', { name: 'Take these dates' }).tap()
    await expect.poll(() => storedDates(server, id)).toEqual([first, last])
    await expect.poll(comingOf).toEqual([21, 4, 4, 1])
  }
  await take()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect.poll(() => storedDates(server, id)).toEqual([null, null])
  await expect.poll(comingOf).toEqual([0, 0, 1, 29])
  await take()

  // Two phones were offline all the time: their answers arrive, and the organizer sees them.
  await say(late, last, 'No')
  await say(later, last, 'Yes')
  await Promise.all([send(late), send(later)])
  await expect(poll(page)).toContainText('Friend 17 said no after the dates were taken.')
  await expect(poll(page)).toContainText('Friend 23 said yes after the dates were taken.')
  await expect(poll(late)).toContainText('You said no after the dates were taken.')
  const friends17And23 = async () => {
    const persons = listPersons(await readPeople(page, server, id))
    return [17, 23].map((number) => persons.find((one) => one.id === accounts[number]?.id)?.coming)
  }
  expect(await friends17And23()).toEqual(['coming', 'not_coming'])
  await page.getByRole('button', { name: 'Use these answers' }).tap()
  await expect.poll(friends17And23).toEqual(['not_coming', 'coming'])
  // One more comes and one fewer.
  expect(await comingOf()).toEqual([21, 4, 4, 1])
  // Who comes if need be is asked to confirm.
  const eighteenth = await open(accounts[18] as Person, false)
  await eighteenth.goto(`/trip/${id}/group?tab=people`)
  await expect(eighteenth.getByText('Friend 18 said “if need be” to these dates.', { exact: false })).toBeVisible()
})
