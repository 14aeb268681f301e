import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildComing, buildParties, buildParty, buildPerson } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { type OpenedTrip, openTrip, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
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
    values: { people: buildParties(buildComing('Ben'), buildPerson('Ana', { id: ROBIN.id })) },
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
