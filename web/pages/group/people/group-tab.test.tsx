import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { details } from '#domain/plan/details.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildComing, buildParties, buildParty, buildPerson } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { closeScreen, type OpenedTrip, openTrip, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectTexts } from '#web/testing/screen.ts'
import { PeopleTab } from './group-tab.tsx'

const peopleList = page.getByRole('list', { name: 'People', exact: true })
const answer = (name: string, words: string) =>
  page.getByRole('group', { name: `Is ${name} coming?` }).getByRole('radio', { name: words, exact: true })
const counted = (words: string) =>
  page.getByRole('group', { name: 'Answers' }).getByRole('button', { name: new RegExp(`\\d ${words}$`) })
const owner = planner(ROBIN, 'owner')
const user = (full_name: string) => ({ id: newId(), username: full_name, full_name })

async function openPeople(options: TripOptions = {}): Promise<OpenedTrip> {
  const opened = await openTrip({ members: access(owner), ...options })
  opened.show(<PeopleTab trip={opened.trip} failures={{}} />)
  return opened
}

test('the arrow of a row is at its end, never alone below the face', async () => {
  await openPeople({
    values: {
      people: [
        ...['Kim Bergström-Lindqvist', 'Ana'].map((name) => buildParty(buildPerson(name))),
        { ...buildParty(buildPerson('Bo'), buildPerson('Cy')), name: 'The Lakes' },
      ],
    },
  })
  await expect.element(page.getByRole('button', { name: /Kim Bergström/ })).toBeVisible()
  for (let width = 320; width <= 1280; width += 24) {
    await page.viewport(width, 800)
    const wrong = [...document.querySelectorAll('main button.touch')].flatMap((row) => {
      const arrow = row.querySelector('svg[class*=lucide-chevron]:last-child')?.getBoundingClientRect()
      const { left, width: rowWidth } = row.getBoundingClientRect()
      return arrow && arrow.width > 0 && arrow.left < left + rowWidth / 2 ? [row.textContent] : []
    })
    expect(wrong, `at ${width} px`).toEqual([])
  }
})

test('on a desktop the list is beside what else there is to know, for members too', async () => {
  const alex = user('Alex Friend')
  await openPeople({
    trip: { role: 'member', owner_id: alex.id },
    members: access(planner(alex, 'owner'), planner(ROBIN, 'member')),
  })
  await expect.element(page.getByRole('heading', { name: '2 people', exact: true })).toBeVisible()
  const boxOf = (name: string) => page.getByRole('region', { name, exact: true }).element().getBoundingClientRect()
  const all = boxOf('Who’s coming')
  const list = boxOf('2 people')
  const aside = button('Leave this trip').element().getBoundingClientRect()
  expect(list.x).toBe(all.x)
  expect(aside.x).toBeGreaterThan(list.x + list.width)
  expect(aside.x).toBeLessThan(all.x + all.width)
  expect(aside.y).toBeLessThan(list.y + list.height)
})

test('a large group is collapsed and can be searched by name', async () => {
  const others = Array.from({ length: 59 }, (_, n) => planner(user(`Zoë ${n + 1}`), 'member'))
  await openPeople({ members: access(owner, ...others) })
  await expect.element(page.getByRole('heading', { name: '60 people', exact: true })).toBeVisible()
  const shown = peopleList.getByRole('listitem')
  const search = page.getByLabelText('Find a person')
  await expectCount(shown, 30)
  await userEvent.fill(search, 'zoe 59')
  await expectTexts(shown, [/Zoë 59/])
  await userEvent.fill(search, 'nobody')
  await expect.element(page.getByText('No one matches.')).toBeVisible()
  await userEvent.fill(search, '')
  await button('Show all 60 people').click()
  // All but the owner, who answers above.
  await expectCount(shown, 59)
})

test('a trip without an owner has a people list, but no invitations or removals', async () => {
  await openPeople({ trip: { role: 'everybody', owner_id: null } })
  await expect.element(button('Add person')).toBeVisible()
  await expectCount(button('Invite people'), 0)
  await expectCount(button('Leave this trip'), 0)
  await expectCount(peopleList, 0)
})

test('members without edit rights answer for their own party, and read the answers of others', async () => {
  const { stored } = await openPeople({
    trip: { role: 'member', members_edit: false },
    values: { people: buildParties(buildComing('Ben'), buildPerson('Ana', { id: ROBIN.id }), 'Cleo') },
    members: access({ ...planner(ROBIN, 'member'), is_guest: true, can_own: false, shares_party: false }),
  })
  await expectCount(button('Add person'), 0)
  await answer('Ana', 'Not coming').click()
  await expect.element(counted('Not coming')).toHaveAccessibleName('1 Not coming')
  await expect.poll(() => stored('people')[1]?.persons[0]?.coming).toBe('not_coming')
  await page.getByRole('button', { name: /^Ben/ }).click()
  await expect.element(dialog()).toHaveTextContent('whole trip')
  await expectCount(dialog().getByRole('textbox'), 0)
  await expectCount(button('Edit'), 0)
  await button('Done').click()
  // One tap on an answer shows who gave it.
  await counted('Coming').click()
  await expectTexts(peopleList.getByRole('button'), [/^BBen/])
  await counted('Not coming').click()
  await expectTexts(peopleList.getByRole('button'), [/^AAna/])
})

const hasText = (text: string | RegExp) => page.getByText(text).elements().length > 0
const july = { details: { ...details.empty, ...datesOf('2027-07-02', '2027-07-04') } }

test('one or two people see no numbers and no word of parties', async () => {
  const none = buildPerson('')
  const robin = buildComing('Robin Tester', { id: ROBIN.id, diets: { ...none.diets, vegan: true } })
  const ana = buildComing('Ana')
  for (const people of [[buildParty(robin)], buildParties(robin, ana), [buildParty(robin, ana)]]) {
    const { editAsOther } = await openPeople({ values: { ...july, people } })
    await expect.element(page.getByRole('list', { name: 'Diets' })).toHaveTextContent(/^vegan · Robin Tester$/)
    await expect.element(button('Add a travel companion')).toBeVisible()
    expect(hasText('Headcount by meal')).toBe(false)
    expect(hasText(/party/i)).toBe(false)
    await expectCount(page.getByRole('group', { name: 'Answers' }), 0)
    await expectNoAxeFindings()
    // A third person is enough for both.
    editAsOther('people', (all) => [...all, buildParty(buildComing('Ben'), buildComing('Cleo'))])
    await expect.element(page.getByRole('region', { name: 'Headcount by meal' })).toBeVisible()
    await expect.element(counted('Coming')).toBeVisible()
    await expect.element(button('Add person to your party')).toBeVisible()
    await expect.element(page.getByRole('list', { name: 'Diets' })).toHaveTextContent('1vegan · Robin Tester')
    closeScreen()
  }
})

test('a family that travels alone reads no word of parties, but can name its own', async () => {
  const people = [buildParty(...['Robin Tester', 'Ana', 'Ben', 'Cleo'].map((name) => buildComing(name)))]
  const { editAsOther, stored } = await openPeople({
    values: { ...july, people: people.map((one) => ({ ...one, id: ROBIN.id })) },
  })
  await expect.element(page.getByRole('heading', { name: 'All of you' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Headcount by meal' })).toHaveTextContent('4 at every meal')
  expect(hasText(/party/i)).toBe(false)
  editAsOther('people', (all) => all.map((one) => ({ ...one, name: 'The Lakes' })))
  await expect.element(page.getByRole('list', { name: 'The Lakes' })).toBeVisible()
  expect(stored('people')[0]?.name).toBe('The Lakes')
  expect(hasText(/party/i)).toBe(false)
})

test('of two people, the one without the plan is named', async () => {
  const people = buildParties(buildPerson('Robin Tester', { id: ROBIN.id }), buildComing('Ana'))
  await openPeople({ values: { ...july, people } })
  await button('Ana hasn’t opened the plan').click()
  await expect.element(page.getByText('1 person is coming but hasn’t opened the plan')).toBeVisible()
})
