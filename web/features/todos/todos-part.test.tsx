import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LocalDate } from '#domain/local-date.ts'
import { details } from '#domain/plan/details.ts'
import { MAX_TODO, newDoer, newTodo, type Todo, type Todos } from '#domain/plan/todos.ts'
import { buildComing, buildParties, buildParty } from '#domain/testing/people.ts'
import { listSuggested } from '#domain/todos/suggested.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, ROBIN, showPage, type TripOptions } from '#web/testing/open-trip.tsx'
import {
  button,
  dialog,
  expectCount,
  expectTexts,
  focus,
  paste,
  press,
  pressOn,
  sidewaysScroll,
  type,
} from '#web/testing/screen.ts'
import { reportCutPastes } from '#web/ui/cut-pastes.ts'
import { AddTodo } from './add-todo.tsx'
import { TodosPart } from './todos-part.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-07-24T16:00:00Z') }))
const dates = { departure_date: '2031-08-07' as LocalDate, return_date: '2031-08-10' as LocalDate }
const me = buildComing('Robin', { id: ROBIN.id })
const [ben, kim] = [buildComing('Ben'), buildComing('Kim', { coming: 'not_coming' })]
const people = buildParties(me, ben, kim)
const member = { role: 'member', members_edit: false } as const

const todo = (text: string, due = '', more: Partial<Todo> = {}): Todo => ({ ...newTodo(newId(), text), due, ...more })
const both = (todos: Todo[], doers: Todos['doers'] = []): Todos => ({ todos, doers })

async function openTodos(todos: Todos, { values, ...options }: TripOptions = {}, hash = ''): Promise<OpenedTrip> {
  history.replaceState(null, '', `?${hash}`)
  const opened = await openTrip({
    values: { details: { ...details.empty, ...dates }, people, todos, ...values },
    members: { people: [], invitations: [] } as never,
    ...options,
  })
  opened.show(
    <>
      <h1>Before the trip</h1>
      <TodosPart trip={opened.trip} failures={{}} />
    </>,
  )
  await expect.element(page.getByRole('heading', { name: 'To-dos' })).toBeVisible()
  return opened
}

const rows = () => page.getByRole('listitem')
const row = (text: string) => rows().filter({ hasText: text })
const tick = (text: string) => page.getByRole('checkbox', { name: `Done: ${text}` })
const openRow = (text: string) => page.getByRole('button', { name: new RegExp(`^${text} `) })
const addField = () => page.getByRole('textbox', { name: 'Add a to-do' })
const doneList = (count: number) => button(`Done (${count})`)
const textsOf = ({ todos }: Todos) => todos.map(({ text }) => text)
const filter = (name: string) => page.getByRole('radio', { name })

test('to-dos are added one after the other by keyboard, and one for each pasted line', async () => {
  const { stored } = await openTodos(both([]))
  await expect.element(page.getByText('No to-dos yet. Add what has to be done before the trip.')).toBeVisible()
  await focus(addField())
  await type('  Reserve the site ')
  await press('Enter')
  await expect.element(row('Reserve the site')).toHaveTextContent('Open to take')
  await expect.element(addField()).toHaveFocus()
  await expect.element(addField()).toHaveValue('')
  // Blank text is no to-do.
  await type('   ')
  await press('Enter')
  await type('Buy gas')
  await press('Enter')
  await expectTexts(rows(), [/^Reserve the site/, /^Buy gas/])
  await expectCount(dialog(), 0)
  paste(addField(), '- Check the car\n\n• Tell Ana\r\nBook the canoe')
  await expectCount(rows(), 5)
  await expect.poll(() => textsOf(stored('todos'))).toHaveLength(5)
  await button('Undo').click()
  await expect.poll(() => textsOf(stored('todos'))).toEqual(['Reserve the site', 'Buy gas'])
  await expectNoAxeFindings()
})

test('one that is added is announced, and can be taken back', async () => {
  const { stored } = await openTodos(both([]))
  await focus(addField())
  await type('Wood')
  await press('Enter')
  await expect.element(page.getByRole('status').filter({ hasText: 'Added “Wood”' })).toBeVisible()
  await button('Undo').click()
  await expect.poll(() => textsOf(stored('todos'))).toEqual([])
})

test('a paste says what was left out', async () => {
  reportCutPastes()
  const { stored } = await openTodos(both([]))
  await expect.element(addField()).toHaveAttribute('maxlength', String(MAX_TODO))
  paste(addField(), `${'a'.repeat(MAX_TODO + 3)}\nWood`)
  await expect.poll(() => textsOf(stored('todos'))).toEqual(['a'.repeat(MAX_TODO), 'Wood'])
  await expect.element(page.getByRole('alert')).toHaveTextContent('One line was too long, so its end was left out.')
})

test('a full list says so, and keeps what was typed', async () => {
  const onAdd = vi.fn()
  showPage(<AddTodo room={0} onAdd={onAdd} />)
  await focus(addField())
  await type('Wood')
  await press('Enter')
  await expect.element(page.getByText('This list is full. Remove a to-do first.')).toBeVisible()
  await expect.element(addField()).toHaveValue('Wood')
  expect(onAdd).not.toHaveBeenCalled()
})

test('without the people and the dates it says nothing of to-dos', async () => {
  for (const name of ['people', 'details'] as const) {
    const opened = await openTrip({ values: { todos: both([todo('Site', '3 before')]) }, failed: [name] })
    opened.show(<TodosPart trip={opened.trip} failures={{ [name]: `No ${name}` }} />)
    await expect.element(page.getByText(`No ${name}`, { exact: false }).first()).toBeVisible()
    await expectCount(rows(), 0)
    await expectCount(page.getByText('Nothing is overdue.'), 0)
  }
})

test('somebody who plans alone takes nothing: all of it is theirs', async () => {
  const alone = { people: buildParties(me) }
  const members = { people: [{ ...ROBIN, person_id: ROBIN.id }], invitations: [] } as never
  const site = todo('Site', '3 before')
  await openTodos(both([site, todo('Wood')]), { values: alone, members })
  await expectTexts(rows(), [/^Site3 days before departure · Mon, Aug 4$/, /^Wood$/])
  await expectCount(button(/^I’ll do it|^Give up/), 0)
  await expectCount(page.getByRole('radio'), 2)
  await expectCount(filter('Mine'), 0)
  await openRow('Site').click()
  await expect.element(dialog()).toBeVisible()
  await expectCount(dialog().getByText('Who does it'), 0)
  await button('Done').click()
  // Others may plan the trip without being on its list.
  const other = { id: ben.id, person_id: ben.id, username: 'ben', full_name: 'Ben' }
  await openTodos(both([site]), { values: alone, members: { people: [other], invitations: [] } as never })
  await expect.element(row('Site')).toHaveTextContent('Open to take')
})

test('somebody who plans the trip without being on its list takes a to-do', async () => {
  const site = todo('Site')
  const { stored } = await openTodos(both([site]), { values: { people: buildParties(ben) } })
  await button('I’ll do it: Site').click()
  await expect.element(row('Site')).toHaveTextContent('You')
  await expect.poll(() => stored('todos').doers).toEqual([newDoer(site.id, ROBIN.id)])
})

test('a link leads to a to-do, also to one that is done', async () => {
  const [site, wood] = [todo('Site'), todo('Wood', '', { is_done: true })]
  await openTodos(both([site, wood]), {}, `#${wood.id}`)
  await expect.element(row('Wood')).toHaveFocus()
  await openTodos(both([site, wood]), {}, `#${site.id}`)
  await expect.element(row('Site')).toHaveFocus()
  await expectCount(rows(), 1)
})

test('a to-do that gets another date is on the screen when its dialog closes', async () => {
  const others = Array.from({ length: 40 }, (_, index) => todo(`To-do ${index}`, '2031-08-01'))
  await openTodos(both([todo('Site', '2031-07-25'), ...others]))
  await openRow('Site').click()
  await userEvent.selectOptions(dialog().getByLabelText('When it’s due'), 'Any time')
  await button('Done').click()
  await expect.element(openRow('Site')).toHaveFocus()
  await expect.element(openRow('Site')).toBeInViewport()
})

test('they are in the order in which they are due, and say when', async () => {
  const list = [
    todo('Any'),
    todo('Weigh', '1 before'),
    todo('Late', '2031-07-20', { note: 'At the counter' }),
    todo('Today', '14 before'),
    todo('Soon', '2031-07-27'),
    todo('Next', '2031-07-25'),
    todo('Far', '2031-08-06'),
    todo('Year', '2032-01-05'),
  ]
  const { editAsOther } = await openTodos(both(list))
  await expectTexts(rows(), [
    /^LateOverdue · due Sun, Jul 20Open to takeAt the counter/,
    /^TodayDue today · Thu, Jul 24Open/,
    /^NextDue tomorrow · Fri, Jul 25Open/,
    /^SoonIn 3 days · Sun, Jul 27Open/,
    /^Weigh1 day before departure · Wed, Aug 6Open/,
    /^FarBy Wed, Aug 6Open/,
    /^YearBy Mon, Jan 5, 2032Open/,
    /^AnyOpen/,
  ])
  await expectNoAxeFindings()
  // Without a departure, days before it are no date.
  editAsOther('details', (value) => ({ ...value, departure_date: '', return_date: '' }))
  await expect.element(row('Weigh')).toHaveTextContent('1 day before departure — the trip has no departure date yet')
  await expectTexts(rows().filter({ hasText: 'before departure' }), [/^Today14 days before/, /^Weigh1 day before/])
  // They move with the trip.
  editAsOther('details', (value) => ({ ...value, departure_date: '2031-07-26' as LocalDate }))
  await expect.element(row('Weigh')).toHaveTextContent('Due tomorrow · Fri, Jul 25')
  await expect.element(row('Today')).toHaveTextContent('Overdue · due Sat, Jul 12')
})

test('a tick is saved at once, and the row moves below the others after a pause', async () => {
  const { stored, sent } = await openTodos(both([todo('Reserve'), todo('Pack')]))
  await tick('Reserve').click()
  await expect.poll(() => sent('todos').flat()).toEqual(['set todos * is_done'])
  expect(stored('todos').todos.map(({ is_done }) => is_done)).toEqual([true, false])
  // Still there under the finger.
  await expect.element(tick('Reserve')).toBeChecked()
  await expectCount(doneList(1), 0)
  await expect.element(doneList(1)).toBeVisible()
  await expectTexts(rows(), [/^Pack/])
  await doneList(1).click()
  await tick('Reserve').click()
  await expectCount(doneList(1), 0)
  await expectTexts(rows(), [/^Reserve/, /^Pack/])
  // By keyboard it stays until the focus leaves it.
  await pressOn(tick('Reserve'), ' ')
  await new Promise((resolve) => setTimeout(resolve, 2600))
  await expect.element(tick('Reserve')).toHaveFocus()
  await focus(addField())
  await expect.element(doneList(1)).toBeVisible()
  await tick('Pack').click()
  await expect.element(page.getByText('Everything is done.')).toBeVisible()
})

test('one is taken and given up, and is open again without those who aren’t coming or have left', async () => {
  const [site, wood, car] = [todo('Site'), todo('Wood'), todo('Car')]
  const left = newId()
  const doers = [newDoer(wood.id, kim.id), newDoer(wood.id, left), newDoer(car.id, ben.id), newDoer(car.id, kim.id)]
  const { stored } = await openTodos(both([site, wood, car], doers))
  await expect
    .element(row('Wood'))
    .toHaveTextContent('Open to take · Kim isn’t coming · Someone who had it left the trip')
  await expect.element(row('Car')).toHaveTextContent('Ben · Kim isn’t coming')
  await expectCount(button('I’ll do it: Car'), 0)
  await button('I’ll do it: Site').click()
  await expect.element(row('Site')).toHaveTextContent('You')
  await expect.poll(() => stored('todos').doers).toContainEqual(newDoer(site.id, ROBIN.id))
  await pressOn(button('Give up: Site'), 'Enter')
  await expect.element(button('I’ll do it: Site')).toHaveFocus()
  await expect.poll(() => stored('todos').doers).toEqual(doers)
  await button('I’ll do it: Wood').click()
  await expect.element(row('Wood')).toHaveTextContent('You · Kim isn’t coming · Someone who had it left the trip')
  await openRow('Wood').click()
  await expect.element(dialog()).toHaveTextContent('Someone who had it left the trip')
})

test('somebody who isn’t coming has theirs open again, and can give them up but take none', async () => {
  const [site, wood] = [todo('Site'), todo('Wood')]
  const declined = buildParties({ ...me, coming: 'not_coming' }, ben)
  const { stored } = await openTodos(both([site, wood], [newDoer(site.id, ROBIN.id)]), { values: { people: declined } })
  await expect.element(row('Site')).toHaveTextContent('Open to take · You aren’t coming')
  await expectCount(button(/^I’ll do it/), 0)
  await button('Give up: Site').click()
  await expect.poll(() => stored('todos').doers).toEqual([])
})

test('by keyboard alone: all of a to-do is changed in its dialog, and it is removed', async () => {
  const { stored } = await openTodos(both([todo('Site')]))
  const first = () => stored('todos').todos[0]
  await pressOn(openRow('Site'), 'Enter')
  await expect.element(dialog()).toBeVisible()
  await focus(dialog().getByLabelText('To-do', { exact: true }))
  await press('End')
  await type(' at the lake')
  await userEvent.selectOptions(dialog().getByLabelText('When it’s due'), 'Days before departure')
  await expect.element(dialog()).toHaveTextContent('Due today · Thu, Jul 24')
  const days = dialog().getByRole('textbox', { name: 'Days before departure' })
  await focus(days)
  await press('Control>}a{/Control')
  await type('1000')
  await expect.element(dialog()).toHaveTextContent('Enter a whole number from 0 to 999.')
  // The beginning of it is no answer.
  await expect.poll(() => first()?.due).toBe('14 before')
  // What is wrong stays to be corrected.
  await pressOn(button('Done'), 'Enter')
  await expect.element(days).toHaveFocus()
  await expect.element(days).toHaveValue('1000')
  await press('Backspace')
  await press('Backspace')
  await press('Backspace')
  await expect.element(dialog()).not.toHaveTextContent('Enter a whole number')
  await expect.poll(() => first()?.due).toBe('1 before')
  // Another choice is the same day.
  await userEvent.selectOptions(dialog().getByLabelText('When it’s due'), 'A date')
  await expect.element(dialog().getByLabelText('Date')).toHaveValue('2031-08-06')
  await expect.poll(() => first()?.due).toBe('2031-08-06')
  await userEvent.selectOptions(dialog().getByLabelText('Add someone'), 'You')
  await userEvent.selectOptions(dialog().getByLabelText('Add someone'), 'Ben')
  await expectCount(dialog().getByRole('option', { name: 'Kim' }), 0)
  await focus(dialog().getByLabelText('Note'))
  await type('Two tents')
  await expectNoAxeFindings()
  await press('Escape')
  await expect.element(openRow('Site at the lake')).toHaveFocus()
  await expect.element(row('Site at the lake')).toHaveTextContent('By Wed, Aug 6You and BenTwo tents')
  await expect.poll(first).toMatchObject({ text: 'Site at the lake', note: 'Two tents', due: '2031-08-06' })

  await press('Enter')
  await pressOn(button('Remove to-do'), 'Enter')
  await expect.poll(() => stored('todos').todos).toEqual([])
  await expect.element(page.getByRole('heading', { name: 'To-dos' })).toHaveFocus()
  await pressOn(button('Undo'), 'Enter')
  await expect.element(row('Site at the lake')).toHaveTextContent('You and Ben')
})

test('a wrong number of days changes nothing, also if the dialog is closed with it', async () => {
  const { stored } = await openTodos(both([todo('Site', '20 before')]))
  await openRow('Site').click()
  const days = dialog().getByRole('textbox', { name: 'Days before departure' })
  await focus(days)
  await press('Control>}a{/Control')
  await type('400')
  await expect.element(dialog()).toHaveTextContent('Jul 3, 2030')
  await type('0')
  await expect.element(dialog()).toHaveTextContent('Enter a whole number')
  await press('Escape')
  await expectCount(dialog(), 0)
  await expect.element(row('Site')).toHaveTextContent('Overdue · due Fri, Jul 18')
  expect(stored('todos').todos[0]?.due).toBe('20 before')
})

test('another choice loses nothing: until a date is entered the days stay, and coming back offers them', async () => {
  const { stored } = await openTodos(both([todo('Site', '400 before'), todo('Car')]), {
    values: { details: details.empty },
  })
  const due = () => stored('todos').todos[0]?.due
  await openRow('Site').click()
  const when = dialog().getByLabelText('When it’s due')
  await userEvent.selectOptions(when, 'A date')
  await expect.element(dialog().getByLabelText('Date')).toHaveValue('')
  expect(due()).toBe('400 before')
  await dialog().getByLabelText('Date').fill('2031-08-01')
  await expect.poll(due).toBe('2031-08-01')
  await userEvent.selectOptions(when, 'Any time')
  await expect.poll(due).toBe('')
  await userEvent.selectOptions(when, 'Days before departure')
  await expect.poll(due).toBe('400 before')
  await userEvent.selectOptions(when, 'A date')
  await expect.element(dialog().getByLabelText('Date')).toHaveValue('2031-08-01')
  await expect.poll(due).toBe('2031-08-01')
  await button('Done').click()
  await expect.element(row('Site')).toHaveTextContent('By Fri, Aug 1')
})

test('suggestions are an offer: nothing is added until somebody confirms, and each only once', async () => {
  const { stored } = await openTodos(both([]))
  await button('Suggest to-dos').click()
  await expect.element(dialog().getByRole('checkbox', { name: /^Reserve the site/ })).toBeChecked()
  await expect.element(dialog()).toHaveTextContent('Plan who drivesDue today · Thu, Jul 24')
  expect(stored('todos').todos).toEqual([])
  await expectNoAxeFindings()
  await button('Cancel').click()
  await button('Suggest to-dos').click()
  await dialog()
    .getByRole('checkbox', { name: /^Download the map/ })
    .click()
  await button('Add 7 to-dos').click()
  await expectCount(rows(), 7)
  await expect.poll(() => stored('todos').todos).toHaveLength(7)
  const added = stored('todos').todos
  await button('Undo').click()
  await expect.poll(() => stored('todos').todos).toEqual([])

  await button('Suggest to-dos').click()
  await button('Add 8 to-dos').click()
  await expect.poll(() => stored('todos').todos).toHaveLength(8)
  // The same for everybody who adds them.
  expect(stored('todos').todos).toEqual(expect.arrayContaining(added))
  await expectCount(button('Suggest to-dos'), 0)
  await openRow('Plan who drives').click()
  await button('Remove to-do').click()
  await button('Suggest to-dos').click()
  await expectCount(dialog().getByRole('checkbox'), 1)
  await dialog().getByRole('checkbox').click()
  await button('Add').click()
  await expect.element(dialog()).toHaveTextContent('Tick at least one to-do, or cancel.')
  await dialog().getByRole('checkbox').click()
  await button('Add 1 to-do').click()
  await expect.poll(() => stored('todos').todos).toHaveLength(8)
})

test('on a phone, what an editor changes fits, also in large type', async () => {
  await page.viewport(390, 844)
  await openTodos(both([todo('Site', '14 before')]), { values: { details: details.empty } })
  await openRow('Site').click()
  for (const size of ['', '200%']) {
    document.documentElement.style.fontSize = size
    for (const choice of ['A date', 'Any time', 'Days before departure']) {
      await userEvent.selectOptions(dialog().getByLabelText('When it’s due'), choice)
      expect(dialog().element().scrollWidth).toBeLessThanOrEqual(dialog().element().clientWidth)
    }
    expect(sidewaysScroll()).toBe(0)
  }
  document.documentElement.style.fontSize = ''
})

test('somebody else adds all suggestions meanwhile: nothing is left to add', async () => {
  const { stored, editAsOther } = await openTodos(both([]))
  await button('Suggest to-dos').click()
  await expectCount(dialog().getByRole('checkbox'), 8)
  const all = listSuggested('car_trip', both([]), dates, '2031-07-24' as LocalDate).map((one) => one.todo)
  editAsOther('todos', (value) => ({ ...value, todos: all.slice(1) }))
  await expect.element(button('Add 1 to-do')).toBeVisible()
  editAsOther('todos', (value) => ({ ...value, todos: all }))
  await expect.element(dialog()).toHaveTextContent('All of these are on the list now.')
  await button('Done').click()
  expect(stored('todos').todos).toHaveLength(8)
  await expectCount(button('Suggest to-dos'), 0)
})

test('the filter is in the address, and says what is not there', async () => {
  const [site, late] = [todo('Site'), todo('Late', '2031-07-01')]
  await openTodos(both([site, late], [newDoer(site.id, ROBIN.id)]))
  await filter('Mine').click()
  await expectTexts(rows(), [/^Site/])
  expect(location.search).toBe('?todos=mine')
  await filter('Overdue').click()
  await expectTexts(rows(), [/^Late/])
  await tick('Late').click()
  await expect.element(page.getByText('Nothing is overdue.')).toBeVisible()
  await filter('Mine').click()
  await tick('Site').click()
  await expect.element(page.getByText('Your to-dos are done.')).toBeVisible()
  await doneList(1).click()
  await tick('Site').click()
  await button('Give up: Site').click()
  await expect.element(page.getByText('You have no to-dos.')).toBeVisible()
  // A new one is shown.
  await focus(addField())
  await type('Wood')
  await press('Enter')
  await expect.element(row('Wood')).toBeVisible()
  expect(location.search).toBe('')
})

test('on a phone, somebody who may not edit ticks, and takes to-dos for their party only', async () => {
  await page.viewport(390, 844)
  const bibi = buildComing('Bibi Bartholomew-Featherstonehaugh')
  const party = { ...buildParty(me, bibi), id: ROBIN.id }
  const long = todo('Site', '400 before', { text: `Site ${'x'.repeat(MAX_TODO - 5)}`, note: 'y'.repeat(1000) })
  const { stored } = await openTodos(both([long, todo('Car', '2031-07-01')], [newDoer(long.id, ben.id)]), {
    trip: member,
    values: { people: [party, buildParty(ben), buildParty(kim)] },
  })
  await expectCount(addField(), 0)
  await expectCount(button('Suggest to-dos'), 0)
  expect(sidewaysScroll()).toBe(0)
  await tick('Car').click()
  await expect.poll(() => stored('todos').todos.map(({ is_done }) => is_done)).toEqual([false, true])
  await openRow('Site x+').click()
  await expectCount(dialog().getByRole('textbox'), 0)
  await expectCount(button('Remove to-do'), 0)
  await expectCount(dialog().getByRole('button', { name: /^Remove from/ }), 0)
  const someone = dialog().getByLabelText('Add someone')
  await expectTexts(someone.getByRole('option'), ['Choose a person', 'You', 'Bibi Bartholomew-Featherstonehaugh'])
  await userEvent.selectOptions(someone, 'Bibi Bartholomew-Featherstonehaugh')
  await expect.poll(() => stored('todos').doers).toEqual([newDoer(long.id, ben.id), newDoer(long.id, bibi.id)])
  expect(sidewaysScroll()).toBe(0)
  await expectNoAxeFindings()
  await dialog()
    .getByRole('button', { name: /^Remove from .*Bibi/ })
    .click()
  await expect.poll(() => stored('todos').doers).toEqual([newDoer(long.id, ben.id)])
  document.documentElement.style.fontSize = '200%'
  expect(dialog().element().scrollWidth).toBeLessThanOrEqual(dialog().element().clientWidth)
  expect(sidewaysScroll()).toBe(0)
  await button('Done').click()
  expect(sidewaysScroll()).toBe(0)
  document.documentElement.style.fontSize = ''
})

test('somebody who may not edit reads who adds them', async () => {
  await openTodos(both([]), { trip: member })
  await expect.element(page.getByText('No to-dos yet. Organizers add them.')).toBeVisible()
})
