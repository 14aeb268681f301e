import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LocalDate } from '#domain/local-date.ts'
import { details } from '#domain/plan/details.ts'
import type { Party, Person } from '#domain/plan/people.ts'
import {
  newDatesOption,
  newPoll,
  newPollAnswer,
  newTextOption,
  type Poll,
  type PollAnswer,
  type Polls,
} from '#domain/plan/polls.ts'
import { type DatesOption, withAnswersOf, withAnswersUsed, withTakenOption } from '#domain/polls/take-dates.ts'
import { TO_CONFIRM } from '#domain/stay.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildParties, buildParty, buildPerson } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, focus, press, pressOn, sidewaysScroll, type } from '#web/testing/screen.ts'
import { recordSharedText } from '#web/testing/shared-text.ts'
import { PollsPart } from './polls-part.tsx'

const MEMBER = { role: 'member', members_edit: false } as const
const robin = buildPerson('Robin Tester', { id: ROBIN.id })
const [kim, lou, ana, ben, cleo] = ['Kim', 'Lou', 'Ana', 'Ben', 'Cleo'].map((name) => buildPerson(name)) as [
  Person,
  Person,
  Person,
  Person,
  Person,
]
const family = [buildParty(robin, kim, lou), ...buildParties(ana, ben)]
const alone = buildParties(robin, ana, ben)

const pollId = newId()
const dates = (first: string, last: string) => newDatesOption(pollId, first as LocalDate, last as LocalDate)
const [august, september] = [dates('2030-08-09', '2030-08-11'), dates('2030-09-06', '2030-09-08')]
const AUGUST = 'Fri, Aug 9 – Sun, Aug 11, 2030'
const when: Poll = { ...newPoll(pollId, 'dates'), options: [august, september] }
const says = ({ id, coming }: Person, option: { id: string }, answer: PollAnswer) =>
  newPollAnswer({ poll: pollId, option: option.id }, { id, coming }, answer)

async function openPolls(polls: Polls | undefined, people: Party[], more: TripOptions = {}): Promise<OpenedTrip> {
  const opened = await openTrip({ ...more, values: { people, ...(polls && { polls }), ...more.values } })
  opened.show(<PollsPart trip={opened.trip} failures={{}} />)
  await expect.element(page.getByRole('heading', { name: 'Polls' })).toBeVisible()
  return opened
}

const row = (name: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 4 }) })
const august4 = () => row(/Aug 9/)
const september4 = () => row(/Sep 6/)
const choice = (of: ReturnType<typeof row>, name: string) => of.getByRole('radio', { name, exact: true })
/** The whole choice is pressed: its radio button is invisible. */
const choose = (of: ReturnType<typeof row>, name: string) => choice(of, name).click({ force: true })
const answers = ({ answers }: Polls) =>
  answers
    .filter(({ answer }) => answer !== '')
    .map(({ person_id, option, answer }) => `${person_id} ${option} ${answer}`)
    .toSorted()
const said = (...all: [Person, { id: string }, PollAnswer][]) =>
  all.map(([{ id }, option, answer]) => `${id} ${option.id} ${answer}`).toSorted()

test('dates are proposed: each mistake is told by its field, and nothing typed is lost', async () => {
  const { stored } = await openPolls(undefined, alone)
  await expect.element(page.getByText('Ask the group when the trip can take place, or anything else.')).toBeVisible()
  await pressOn(button('Propose dates'), 'Enter')
  await dialog().getByLabelText('Question (optional)').fill('When do we meet?')
  await button('Propose').click()
  const [first, last] = [() => dialog().getByLabelText('First day'), () => dialog().getByLabelText('Last day')]
  await expect.element(dialog()).toHaveTextContent('Choose the first and the last day.')
  await expect.element(first()).toHaveFocus()

  await last().fill('2030-08-08')
  await expect.element(dialog()).toHaveTextContent('Choose the first day.')
  await first().fill('2030-08-09')
  await expect.element(dialog()).toHaveTextContent('The last day is before the first day.')
  await last().fill('2035-08-11')
  await expect.element(dialog()).toHaveTextContent('A trip can have at most 999 days.')
  await last().fill('2030-08-11')
  await expect.element(dialog()).not.toHaveTextContent('at most')

  // The next proposal is as long, and then it is the same.
  await button('Propose more dates').click()
  await expect.element(first().last()).toHaveFocus()
  await first().last().fill('2030-09-06')
  await expect.element(last().last()).toHaveValue('2030-09-08')
  await first().last().fill('2030-08-09')
  await expect.element(last().last()).toHaveValue('2030-08-11')
  await expect.element(dialog()).toHaveTextContent('These dates are proposed twice.')
  await button('Propose').click()
  await expect.element(last().last()).toHaveFocus()
  await first().last().fill('2020-09-06')
  await expect.element(dialog()).toHaveTextContent('These days are over.')
  await first().last().fill('2030-09-06')
  await button('Propose more dates').click()
  await first().last().fill('2030-10-04')
  await last().last().fill('')
  await button('Propose').click()
  await expect.element(dialog()).toHaveTextContent('Choose the last day.')
  await button('Remove proposal 3').click()
  await dialog().getByLabelText('Answer by (optional)').fill('2030-01-31')
  await expectNoAxeFindings()
  await button('Propose').click()

  await expect.element(page.getByRole('heading', { name: 'When do we meet?' })).toBeVisible()
  await expect.element(page.getByText('Answer by Thu, Jan 31, 2030')).toBeVisible()
  await expect.element(august4()).toHaveTextContent(`${AUGUST}`)
  await expect.element(august4()).toHaveTextContent('2 nights · No answers yet')
  await expect.element(button('Propose dates')).toHaveFocus()
  const added = () => stored('polls').polls
  await expect
    .poll(() => added().flatMap(({ options }) => options.map(({ first, last }) => [first, last])))
    .toEqual([
      ['2030-08-09', '2030-08-11'],
      ['2030-09-06', '2030-09-08'],
    ])
  // Derived ids: the same dates are proposed once.
  const [{ id = '', options = [] } = {}] = added()
  expect(options[0]?.id).toBe(newDatesOption(id, august.first as LocalDate, august.last as LocalDate).id)
  await button('Undo').click()
  await expect.poll(added).toEqual([])
})

test('a question needs its text and two different options', async () => {
  const { stored } = await openPolls(undefined, alone)
  await button('Ask something else').click()
  await button('Ask').click()
  await expect.element(dialog()).toHaveTextContent('Write the question.')
  await expect.element(dialog()).toHaveTextContent('Add at least two options.')
  await expect.element(dialog().getByLabelText('Question')).toHaveFocus()
  await type('What do we eat?')
  await dialog().getByLabelText('Option 1', { exact: true }).fill('Pizza')
  await dialog().getByLabelText('Option 2', { exact: true }).fill(' pizza')
  await expect.element(dialog()).toHaveTextContent('This option is listed twice.')
  await button('Ask').click()
  await expect.element(dialog().getByLabelText('Option 2', { exact: true })).toHaveFocus()
  await dialog().getByLabelText('Option 2', { exact: true }).fill('Soup')
  await button('Add an option').click()
  await expect.element(dialog().getByLabelText('Option 3', { exact: true })).toHaveFocus()
  await expectNoAxeFindings()
  await press('Enter')
  await expect.element(page.getByRole('heading', { name: 'What do we eat?' })).toBeVisible()
  await expect
    .poll(() => stored('polls').polls.map(({ question, options }) => [question, ...options.map(({ text }) => text)]))
    .toEqual([['What do we eat?', 'Pizza', 'Soup']])
  // It is taken at once.
  await button('Take Soup').click()
  await expect.element(page.getByText('Taken: Soup').first()).toBeVisible()
  await expectCount(page.getByRole('radio'), 0)
  await expect.poll(() => stored('polls').polls[0]?.is_closed).toBe(true)
  await button('Undo').click()
  await expectCount(page.getByRole('radio'), 6)
})

test('one press answers for a whole party, and each of them can differ', async () => {
  await page.viewport(390, 844)
  const { stored, sent } = await openPolls({ polls: [when], answers: [says(ana, august, 'no')] }, family)
  await expect.element(page.getByText('For you, Kim, and Lou')).toBeVisible()
  await expect.element(page.getByText('Not answered yet: You, Kim, Lou, Ana, and Ben (5)')).toBeVisible()
  const top = () => choice(august4(), 'Yes').element().getBoundingClientRect().top
  const before = top()
  await button('All of these suit us').click()
  const all = [robin, kim, lou]
  await expect
    .poll(() => answers(stored('polls')))
    .toEqual(
      said(
        [ana, august, 'no'],
        ...all.flatMap((one): [Person, { id: string }, PollAnswer][] => [
          [one, august, 'yes'],
          [one, september, 'yes'],
        ]),
      ),
    )
  expect(sent('polls')).toHaveLength(1)
  await expect.element(august4()).toHaveTextContent('3 of 5 can come so far: 3 yes, 1 no')
  await expect.element(september4().getByText('Suits most people')).toHaveStyle({ visibility: 'visible' })
  await expect.element(august4().getByText('Suits most people')).toHaveStyle({ visibility: 'hidden' })
  expect(top()).toBe(before)

  await choose(september4(), 'If need be')
  await expect.element(september4()).toHaveTextContent('3 of 5 can come so far: 3 if need be')
  // The order stays while the page is open.
  expect(page.getByRole('heading', { level: 4 }).elements()[0]?.textContent).toMatch(/Sep 6/)
  await button('Answer for each').click()
  const ofKim = august4().getByRole('group', { name: `Can Kim come ${AUGUST}?` })
  await ofKim.getByRole('radio', { name: 'No', exact: true }).click({ force: true })
  await expectNoAxeFindings()
  await button('Answer together').click()
  await expect.element(august4()).toHaveTextContent('Your answers differ: You: yes, Kim: no, Lou: yes')
  for (const name of ['Yes', 'If need be', 'No']) await expect.element(choice(august4(), name)).not.toBeChecked()
  await button(`Who answered ${AUGUST}`).click()
  await expect.element(august4()).toHaveTextContent('Yes: You and LouNo: Kim and Ana')
  await choose(august4(), 'Yes')
  await expect.element(august4()).toHaveTextContent('Yes: You, Kim, and Lou')
  // One press has replaced what they said.
  await expect.element(page.getByText('Replaced your different answers')).toBeVisible()
  await button('Undo').click()
  await expect.element(august4()).toHaveTextContent('Your answers differ: You: yes, Kim: no, Lou: yes')
  await choose(august4(), 'Yes')
  await button('Clear our answers').click()
  await expect.poll(() => answers(stored('polls'))).toEqual(said([ana, august, 'no']))
  await expect.element(button('All of these suit us')).toBeVisible()
  await button('Undo').click()
  await expect.poll(() => answers(stored('polls'))).toHaveLength(7)
})

test('one press fills only what is missing until the whole party has answered', async () => {
  const { stored } = await openPolls({ polls: [when], answers: [says(kim, august, 'no')] }, family)
  await expect.element(page.getByText('Not answered yet: You, Kim, Lou, Ana, and Ben (5)')).toBeVisible()
  const tops = () =>
    [button('Answer for someone'), page.getByText(/^Not answered yet/), choice(august4(), 'Yes')].map(
      (one) => one.element().getBoundingClientRect().top,
    )
  const bottom = () => page.getByRole('article').element().getBoundingClientRect().bottom
  const before = [...tops(), bottom()]
  await button('All of these suit us').click()
  await expect.element(page.getByText('Your answers are saved.', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Not answered yet: Ana and Ben (2)')).toBeVisible()
  expect([...tops(), bottom()].map(Math.round)).toEqual(before.map(Math.round))
  await expect
    .poll(() => answers(stored('polls')))
    .toEqual(
      said(
        [kim, august, 'no'],
        [kim, september, 'yes'],
        ...[robin, lou].flatMap((one): [Person, { id: string }, PollAnswer][] => [
          [one, august, 'yes'],
          [one, september, 'yes'],
        ]),
      ),
    )
})

test('a second tap on an answer does not erase it', async () => {
  const { stored, sent } = await openPolls({ polls: [when], answers: [] }, alone)
  await choose(august4(), 'Yes')
  await choose(august4(), 'Yes')
  await expect.poll(() => answers(stored('polls'))).toEqual(said([robin, august, 'yes']))
  await expect.element(choice(august4(), 'Yes')).toBeChecked()
  expect(sent('polls')).toHaveLength(1)
})

test('somebody whose name is not confirmed is told when their answers count', async () => {
  const taken = { person_id: newId(), party_id: newId(), is_confirmed: false, shares_party: false }
  await openPolls({ polls: [when], answers: [] }, buildParties(ana, ben), { trip: { ...MEMBER, taken } })
  await expect.element(page.getByText('Your answers count once an organizer has confirmed who you are.')).toBeVisible()
  await choose(august4(), 'Yes')
  await expect.element(choice(august4(), 'Yes')).toBeChecked()
})

test('in a trip without an owner nobody answers for themselves, only for the people on the list', async () => {
  const { stored } = await openPolls({ polls: [when], answers: [] }, buildParties(ana, ben), {
    trip: { role: 'everybody' },
  })
  await expect.element(august4()).toHaveTextContent('No answers yet')
  await expectCount(page.getByRole('radio'), 0)
  for (const name of ['All of these suit me', 'Clear my answers']) await expectCount(button(name), 0)
  await button('Answer for someone').click()
  await userEvent.selectOptions(dialog().getByLabelText('Who are you answering for?'), 'Ana')
  const group = dialog().getByRole('group', { name: `Can Ana come ${AUGUST}?` })
  await group.getByRole('radio', { name: 'Yes' }).click({ force: true })
  await expect.poll(() => answers(stored('polls'))).toEqual(said([ana, august, 'yes']))
})

test('by keyboard alone: an answer is given, changed and taken back', async () => {
  const { stored } = await openPolls({ polls: [when], answers: [] }, alone)
  await expect.element(button('All of these suit me')).toBeVisible()
  await pressOn(choice(august4(), 'Yes'), ' ')
  await expect.poll(() => answers(stored('polls'))).toEqual(said([robin, august, 'yes']))
  await press('ArrowRight')
  await expect.poll(() => answers(stored('polls'))).toEqual(said([robin, august, 'if_need_be']))
  await expect.element(choice(august4(), 'If need be')).toHaveFocus()
  await press(' ')
  await expect.element(choice(august4(), 'If need be')).toBeChecked()
  await pressOn(button('Clear my answers'), 'Enter')
  await expect.poll(() => answers(stored('polls'))).toEqual([])
  // The buttons are gone, but not the focus.
  const card = page.getByRole('article', { name: 'When shall we go?' })
  await expect.element(card).toHaveFocus()
  await pressOn(button('All of these suit me'), 'Enter')
  await expect.element(card).toHaveFocus()
})

test('a member without the right to edit answers, and does nothing else', async () => {
  const { stored } = await openPolls({ polls: [when], answers: [] }, family, { trip: MEMBER })
  await button('All of these suit us').click()
  await expect.poll(() => answers(stored('polls'))).toHaveLength(6)
  for (const name of [/^Take/, 'Propose dates', 'Ask something else', /^Change/, 'Answer for someone', /^Send/])
    await expectCount(button(name), 0)
})

test('a member without the right to edit sees that there are no polls', async () => {
  await openPolls(undefined, family, { trip: MEMBER })
  await expect.element(page.getByText('No polls yet.')).toBeVisible()
  await expectCount(page.getByRole('button'), 0)
})

test('who is not on the list of people is added with the first answer', async () => {
  const { stored } = await openPolls({ polls: [when], answers: [] }, buildParties(ana, ben))
  await expect.element(page.getByText('You’ll be added to it when you answer.', { exact: false })).toBeVisible()
  await button('All of these suit me').click()
  await expect.element(august4()).toHaveTextContent('1 of 3 can come so far')
  await expect.poll(() => stored('people').map(({ id }) => id)).toContain(ROBIN.id)
})

test('organizers answer for people who phone, and write to those who have not answered', async () => {
  const stranger = buildPerson('Gone')
  const { stored, trip } = await openPolls({ polls: [when], answers: [says(stranger, august, 'yes')] }, alone)
  const sharedText = recordSharedText()
  await expect
    .element(page.getByText('1 answer of someone who isn’t on the list of people isn’t counted.'))
    .toBeVisible()
  await button('Answer for someone').click()
  await userEvent.selectOptions(dialog().getByLabelText('Who are you answering for?'), 'Ana')
  const group = dialog().getByRole('group', { name: `Can Ana come ${AUGUST}?` })
  await group.getByRole('radio', { name: 'If need be' }).click({ force: true })
  await expectNoAxeFindings()
  await button('Done').click()
  await expect.element(button('Answer for someone')).toHaveFocus()
  await expect.element(august4()).toHaveTextContent('1 of 3 can come so far: 1 if need be')
  await expect
    .poll(() => answers(stored('polls')))
    .toEqual(said([stranger, august, 'yes'], [ana, august, 'if_need_be']))
  await button('Send a text to those who haven’t answered').click()
  await expect
    .poll(sharedText)
    .toBe(`Please say when you can come to ${trip.name}: ${location.origin}/trip/${trip.id}/before#polls`)
})

test('a poll is changed: options are removed and put back, it is closed, reopened and removed', async () => {
  const { stored } = await openPolls({ polls: [when], answers: [] }, alone)
  const change = () => button('Change the poll “When shall we go?”')
  const options = () => stored('polls').polls[0]?.options.map(({ id }) => id)
  await change().click()
  await pressOn(button(`Remove “${AUGUST}”`), 'Enter')
  await expect.poll(options).toEqual([september.id])
  await expect.element(button(`Put back “${AUGUST}”`)).toHaveFocus()
  await press('Enter')
  await expect.poll(options).toEqual([august.id, september.id])
  await button('Add dates').click()
  await expect.element(dialog()).toHaveTextContent('Choose the first and the last day.')
  await dialog().getByLabelText('First day').fill('2030-09-06')
  await expect.element(dialog().getByLabelText('Last day')).toHaveValue('2030-09-08')
  await expect.element(dialog()).toHaveTextContent('These dates are proposed twice.')
  // What is typed is not lost when the dialog is done.
  await button('Done').click()
  await expect.element(dialog()).toHaveTextContent('These dates are proposed twice.')
  await dialog().getByLabelText('First day').fill('2030-10-04')
  await dialog().getByLabelText('Question (optional)').fill('Which weekend?')
  await dialog().getByLabelText('Answer by (optional)').fill('2020-01-31')
  await expectNoAxeFindings()
  await button('Done').click()
  await expect.element(row(/Oct 4/)).toHaveTextContent('Fri, Oct 4 – Sun, Oct 6, 2030')
  await expect.element(page.getByText('The deadline was Fri, Jan 31, 2020')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Which weekend?' })).toBeVisible()
  await expect.poll(options).toHaveLength(3)

  // Nor if it is closed in another way.
  await button('Change the poll “Which weekend?”').click()
  await dialog().getByLabelText('First day').fill('2030-10-04')
  await press('Escape')
  await expect.element(dialog()).toHaveTextContent('These dates are proposed twice.')
  await dialog().getByLabelText('First day').fill('2030-11-01')
  await press('Escape')
  await expect.element(row(/Nov 1/)).toBeVisible()
  await expect.poll(options).toHaveLength(4)
  // What cannot be added is discarded by closing it once more.
  await button('Change the poll “Which weekend?”').click()
  await dialog().getByLabelText('First day').fill('2030-11-01')
  await press('Escape')
  await press('Escape')
  await expectCount(dialog(), 0)
  await expect.poll(options).toHaveLength(4)

  await button('Change the poll “Which weekend?”').click()
  await button('Close poll').click()
  await expect.element(page.getByText('Closed', { exact: true })).toBeVisible()
  await expectCount(page.getByRole('radio'), 0)
  await button('Change the poll “Which weekend?”').click()
  await button('Reopen poll').click()
  await expectCount(page.getByRole('radio'), 12)
  await button('Change the poll “Which weekend?”').click()
  await button('Remove poll').click()
  await expect.poll(() => stored('polls').polls).toEqual([])
  await button('Undo').click()
  await expect.element(page.getByRole('heading', { name: 'Which weekend?' })).toBeVisible()
  await expect.poll(options).toHaveLength(4)
})

test('taking dates gives the trip its dates and its answers in one request, and can be undone', async () => {
  const later = { ...ben, coming: 'not_coming' as const }
  const stays = { ...cleo, coming: 'coming' as const, answered_for: '2030-07-05' as LocalDate }
  const people = [buildParty(robin, kim, lou), ...buildParties(ana, later, stays)]
  const given = [
    says(robin, august, 'yes'),
    says(kim, august, 'if_need_be'),
    says(lou, august, 'no'),
    says(ben, august, 'yes'),
  ]
  const { stored, sent, server } = await openPolls({ polls: [when], answers: given }, people, {
    values: { details: { ...details.empty, ...datesOf('2030-07-05', '2030-07-07') } },
  })
  await button(`Take ${AUGUST}`).click()
  await expect
    .element(dialog())
    .toHaveTextContent(`The trip will be ${AUGUST} instead of Fri, Jul 5 – Sun, Jul 7, 2030.`)
  for (const text of [
    '1 person is coming',
    '1 person is asked to confirm: Kim',
    '1 person isn’t coming: Lou',
    '1 person keeps their own answer: Ben',
    '1 person hasn’t answered: Ana',
    '1 person hasn’t answered and is asked to confirm that they’re coming: Cleo',
  ])
    await expect.element(dialog()).toHaveTextContent(text)
  await expectNoAxeFindings()
  const requests = server.received.length
  await button('Take these dates').click()
  await expect.element(page.getByText(`Taken: ${AUGUST}`)).toBeVisible()
  await expect.element(page.getByText('Your answers: You: yes, Kim: if need be, Lou: no')).toBeVisible()
  await expectCount(page.getByRole('radio'), 0)
  await expect.poll(() => stored('polls').polls[0]?.taken).toBe(august.id)
  expect(server.received.length - requests).toBe(1)
  expect(stored('details')).toMatchObject(datesOf('2030-08-09', '2030-08-11'))
  const coming = () => stored('people').flatMap(({ persons }) => persons.map(({ coming }) => coming))
  expect(coming()).toEqual(['coming', 'unsure', 'not_coming', 'open', 'not_coming', 'coming'])
  expect(stored('people')[0]?.persons[1]?.answered_for).toBe(TO_CONFIRM)
  expect(sent('polls').flat()).toContain('set polls * taken')

  await button('Undo').click()
  await expect.poll(() => stored('details').departure_date).toBe('2030-07-05')
  await expect.poll(() => stored('polls')).toEqual({ polls: [when], answers: given })
  await expect.poll(() => stored('people')).toEqual(people)
  await expectCount(page.getByRole('radio'), 6)
})

const given: Polls = { polls: [when], answers: [says(ana, august, 'yes')] }
const before = [buildParty({ ...robin, coming: 'coming' }, kim), ...buildParties(ana, ben)]
const attending = withAnswersOf(before, given, august as DatesOption)
const taken = withAnswersUsed(withTakenOption(given, pollId, august.id), before, august as DatesOption)
const onDates = { details: { ...details.empty, ...datesOf('2030-08-09', '2030-08-11') } }

test('answers after the dates were taken are listed, and used once', async () => {
  const { stored, editAsOther } = await openPolls(taken, attending, { values: onDates })
  await expect.element(page.getByText(`Taken: ${AUGUST}`)).toBeVisible()
  await expect.element(page.getByText('Your answer: none')).toBeVisible()
  await button('Show answers').click()
  await expect.element(august4()).toHaveTextContent('1 of 4 can come')
  editAsOther('polls', (value) => ({
    ...value,
    answers: [...value.answers.map((one) => ({ ...one, answer: 'no' as const })), says(ben, august, 'if_need_be')],
  }))
  await expect.element(page.getByText('Ana said no after the dates were taken.')).toBeVisible()
  await expect.element(page.getByText('Ben said “if need be” after the dates were taken.')).toBeVisible()
  await expectNoAxeFindings()
  const coming = () => stored('people').flatMap(({ persons }) => persons.map(({ coming }) => coming))
  await button('Use these answers').click()
  await expect.poll(coming).toEqual(['coming', 'open', 'not_coming', 'unsure'])
  await expectCount(page.getByText(/after the dates were taken/), 0)
  await button('Undo').click()
  await expect.poll(coming).toEqual(['coming', 'open', 'coming', 'open'])
  await expect.element(page.getByText('Ana said no after the dates were taken.')).toBeVisible()
  editAsOther('polls', (value) => ({
    ...value,
    answers: value.answers.map((one) => ({ ...one, answer: '' as const })),
  }))
  await expect.element(page.getByText('Ana took back their answer after the dates were taken.')).toBeVisible()
})

test('the party of a late answer says what it means, and is asked no more', async () => {
  const late = [says({ ...robin, coming: 'coming' }, august, 'no'), says(kim, august, 'yes')]
  const { stored } = await openPolls({ ...taken, answers: [...taken.answers, ...late] }, attending, {
    values: onDates,
    trip: MEMBER,
  })
  await expect.element(page.getByText('You said no after the dates were taken. Are you coming?')).toBeVisible()
  await expect.element(page.getByText('Kim said yes after the dates were taken. Is Kim coming?')).toBeVisible()
  await expectCount(button('Use these answers'), 0)
  await expectNoAxeFindings()
  const coming = () => stored('people')[0]?.persons.map(({ coming, coming_by_poll }) => [coming, coming_by_poll])
  const question = (name: string) => page.getByRole('group', { name })
  // They say the same as before.
  await question('Are you coming?').getByRole('button', { name: 'Coming', exact: true }).click()
  await expectCount(question('Are you coming?'), 0)
  await question('Is Kim coming?').getByRole('button', { name: 'Not coming' }).click()
  await expectCount(page.getByText(/after the dates were taken/), 0)
  await expect.poll(coming).toEqual([
    ['coming', ''],
    ['not_coming', ''],
  ])
  await expect.element(page.getByText('Your answers: You: yes, Kim: no')).toBeVisible()
  await button('Undo').click()
  await expect.element(page.getByText('Kim said yes after the dates were taken. Is Kim coming?')).toBeVisible()
})

test('a taken proposal says so if the trip has other dates since', async () => {
  const { editAsOther } = await openPolls(taken, attending, { values: onDates })
  await expect.element(page.getByText(`Taken: ${AUGUST}`)).toBeVisible()
  await expectCount(page.getByText('The trip has other dates now.'), 0)
  editAsOther('details', (value) => ({ ...value, return_date: '2030-08-12' as LocalDate }))
  await expect.element(page.getByText('The trip has other dates now.')).toBeVisible()
  editAsOther('details', (value) => ({ ...value, departure_date: '', return_date: '' }))
  await expect.element(page.getByText('The trip has no dates now.')).toBeVisible()
})

test('as many polls as a trip can have leave no button to add one, and closed ones come last', async () => {
  const many = Array.from({ length: 19 }, (_, index): Poll => {
    const options = [newTextOption(newId(), 'Yes'), newTextOption(newId(), 'No')]
    return { ...newPoll(newId(), 'question'), question: `Question ${index}`, options, is_closed: index === 0 }
  })
  await openPolls({ polls: [...many, when], answers: [] }, alone)
  await expect.element(page.getByText('A trip can have at most 20 polls. Remove one to add another.')).toBeVisible()
  await expectCount(button('Propose dates'), 0)
  const titles = page.getByRole('heading', { level: 3 }).elements()
  expect([titles[0]?.textContent, titles.at(-1)?.textContent]).toEqual(['Question 1', 'Question 0'])
})

test('a phone shows thirty people with long names without scrolling sideways', async () => {
  await page.viewport(390, 844)
  const names = Array.from({ length: 30 }, (_, index) => `Bartholomea-Wilhelmina${'na'.repeat(20)} ${index}`)
  const persons = names.map((name, index) => buildPerson(name, index === 0 ? { id: ROBIN.id } : {}))
  const people = [buildParty(...persons.slice(0, 4)), ...buildParties(...persons.slice(4))]
  const given = persons
    .slice(2, 20)
    .flatMap((one, index) => [says(one, august, index % 3 === 0 ? 'no' : index % 3 === 1 ? 'if_need_be' : 'yes')])
  const question: Poll = {
    ...newPoll(newId(), 'question'),
    question: 'W'.repeat(200),
    options: [newTextOption(newId(), 'x'.repeat(200)), newTextOption(newId(), 'Soup')],
  }
  await openPolls({ polls: [when, question], answers: given }, people)
  await button(`Who answered ${AUGUST}`).click()
  await page.getByText('Answer for each').first().click()
  await expect.element(page.getByText(/^Not answered yet/).first()).toBeVisible()
  expect(sidewaysScroll()).toBe(0)
  document.documentElement.style.fontSize = '200%'
  expect(sidewaysScroll()).toBe(0)
  await button('Propose dates').click()
  await expect.element(dialog()).toBeVisible()
  const form = dialog().getByRole('group').first().element() as HTMLElement
  expect(form.scrollWidth).toBeLessThanOrEqual(form.clientWidth)
  document.documentElement.style.fontSize = ''
  await press('Escape')
  await focus(button('Propose dates'))
})

test('organizers have people reminded while a poll is open', async () => {
  const remind = page.getByRole('switch', { name: 'Remind people who haven’t answered' })
  const open = { polls: [when], answers: [] }
  await openPolls(open, alone)
  await expect.element(remind).not.toBeChecked()
  await openPolls(open, alone, { trip: MEMBER })
  await expectCount(remind, 0)
  await openPolls({ polls: [{ ...when, is_closed: true }], answers: [] }, alone)
  await expectCount(remind, 0)
})
