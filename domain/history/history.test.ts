import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confirmationFor, keepDates, moveWithTrip, withAnswer } from '../change-stay.ts'
import type { LocalDate } from '../local-date.ts'
import { type AppliedMutation, toAppliedMutation } from '../operations/applied-mutation.ts'
import { apply } from '../operations/apply.ts'
import { diff } from '../operations/diff.ts'
import { ruleAt } from '../operations/form.ts'
import { inverse } from '../operations/inverse.ts'
import type { Json } from '../operations/json.ts'
import type { Mutation } from '../operations/operation.ts'
import { type Booking, newBooking, newSegment } from '../plan/booking.ts'
import { type ChecklistGroup, type ChecklistItem, newChecklistItem } from '../plan/checklist.ts'
import { type Costs, costs, type Expense, newExpense, newPayer, newPayment, newShare } from '../plan/costs.ts'
import { type Details, details } from '../plan/details.ts'
import { forms } from '../plan/forms.ts'
import { type CommonSectionName, commonSectionNames, plan, type SectionValue } from '../plan/index.ts'
import { newActivity, newItineraryDay } from '../plan/itinerary.ts'
import { linesAt, newMealDay } from '../plan/meals.ts'
import type { Note } from '../plan/notes.ts'
import { newPerson, type Party, type Person } from '../plan/people.ts'
import type { Section } from '../plan/section.ts'
import { newStay } from '../plan/stays.ts'
import { newTicket, type Ticket } from '../plan/tickets.ts'
import { newDoer, newTodo, type Todo, type Todos } from '../plan/todos.ts'
import { anyMutation, mutationOf, type Wish } from '../testing/any-mutation.ts'
import { anyValueOf } from '../testing/arbitraries.ts'
import { canonical } from '../testing/canonical.ts'
import { ChangeSummary } from './change-summary.ts'
import { factFinders } from './facts.ts'
import { describeChanges } from './index.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** The sentences for mutations that happened one after the other. */
function summarize(name: CommonSectionName, before: Json, mutations: readonly AppliedMutation[]): string[] {
  const summary = new ChangeSummary(forms[name], before, factFinders[name])
  for (const mutation of mutations) summary.add(mutation)
  return describeChanges(name, [...summary.list()])
}

/** The sentences for a person who saves one value after the other. */
function summarizeSaves<Name extends CommonSectionName>(
  name: Name,
  before: SectionValue<Name>,
  ...values: SectionValue<Name>[]
): string[] {
  return summarize(
    name,
    before,
    values.flatMap((value, index) => diff(forms[name], values[index - 1] ?? before, value)),
  )
}

describe('a change summary', () => {
  it('says what somebody did with to-dos, and nothing of who took them', () => {
    const site = { ...newTodo(id(1), 'Site'), due: '14 before' }
    const value = (one: Partial<Todo>, doers: string[] = []) => ({
      todos: [{ ...site, ...one }],
      doers: doers.map((person) => newDoer(id(1), person)),
    })
    const said = (before: Todos, after: Todos) => summarizeSaves('todos', before, after)
    expect(said({ todos: [], doers: [] }, value({}))).toEqual(['added the to-do “Site”'])
    expect(said(value({}), value({ is_done: true }))).toEqual(['ticked the to-do “Site”'])
    expect(said(value({ is_done: true }), value({}))).toEqual(['unticked the to-do “Site”'])
    expect(said(value({}), value({}, [id(2)]))).toEqual(['changed who has a to-do'])
    expect(said(value({}, [id(2)]), value({}))).toEqual(['changed who has a to-do'])
    expect(said(value({}), value({ due: '1 before' }))).toEqual(['made the to-do “Site” due 1 day before departure'])
    expect(said(value({}), value({ due: '2031-07-01' }))).toEqual(['made the to-do “Site” due on Jul 1, 2031'])
    expect(said(value({}), value({ due: '' }))).toEqual(['removed the date of the to-do “Site”'])
  })

  it('says which fields of the details changed, from what to what', () => {
    const before: Details = { ...details.empty, destination_name: 'Killarney', car_trip_entry_gate: 'North' }
    const after: Details = {
      ...before,
      destination_name: 'Bon Echo',
      car_trip_entry_gate: '',
      air_travel_flight_info: { carrier: '', flightNumber: 'AC1' },
      car_trip_distances: [{ id: id(1), place: 'Toronto', distance: '' }],
    }
    expect(summarizeSaves('details', before, after)).toEqual([
      'changed the destination from “Killarney” to “Bon Echo”',
      'added the distance from “Toronto”',
      'cleared the entry gate',
      'set the flight number to “AC1”',
    ])
    expect(summarizeSaves('details', after, { ...after, car_trip_distances: [] })).toEqual([
      'removed the distance from “Toronto”',
    ])
    const changed = [{ id: id(1), place: 'Ottawa', distance: '400 km' }]
    expect(summarizeSaves('details', after, { ...after, car_trip_distances: changed })).toEqual([
      'changed the distance from “Ottawa”',
    ])
  })

  it('says which notes were added, removed, changed and moved', () => {
    const [a, b, c] = [1, 2, 3].map((n) => ({ id: id(n), text: `note ${n}` })) as [Note, Note, Note]
    expect(summarizeSaves('notes', [a, b], [b, a, c])).toEqual(['reordered the notes', 'added the note “note 3”'])
    expect(summarizeSaves('notes', [a, b], [{ ...b, text: '' }])).toEqual([
      'removed the note “note 1”',
      'changed the note “note 2” to an empty text',
    ])
  })

  it('says which checklist items were ticked, renamed, added and removed', () => {
    const group = (items: ChecklistItem[], category = 'Tent'): ChecklistGroup => ({ id: id(9), category, items })
    const pegs = { ...newChecklistItem(id(1)), name: 'Pegs' }
    expect(summarizeSaves('checklist', [group([pegs])], [group([{ ...pegs, checked: true }])])).toEqual([
      'ticked “Pegs”',
    ])
    expect(
      summarizeSaves(
        'checklist',
        [group([pegs])],
        [group([{ ...newChecklistItem(id(2)), name: 'Mallet' }], 'Tent & Sleeping')],
      ),
    ).toEqual([
      'renamed the category “Tent” to “Tent & Sleeping”',
      'removed “Pegs” from Tent & Sleeping',
      'added “Mallet” to Tent & Sleeping',
    ])
  })

  it('says which meal of which day changed', () => {
    const day = newMealDay('car_trip', 2)
    const dinner = {
      ...day.meals.dinner,
      name: 'Chili',
      servings: 24,
      ingredients: linesAt(2, 'dinner', ['beans', 'corn']),
    }
    expect(
      summarizeSaves('meals', { '2': day }, { '2': { ...day, meals: { ...day.meals, dinner } }, '3': day }),
    ).toEqual([
      'named dinner on day 2 “Chili”',
      'set the servings of dinner on day 2 to 24',
      'changed the ingredients of dinner on day 2',
      'added day 3',
    ])
    expect(summarizeSaves('meals', { '2': day }, { '2': { ...day, snacks: [] } })).toEqual([
      'changed the snacks on day 2',
    ])
  })

  it('names what has no name yet by its noun, not by the text that it starts with', () => {
    const ticket = newTicket(id(1))
    expect(summarizeSaves('tickets', [], [ticket])).toEqual(['added a ticket'])
    expect(summarizeSaves('tickets', [ticket], [{ ...ticket, title: 'Ferry' }])).toEqual(['named a ticket “Ferry”'])
    expect(summarizeSaves('tickets', [ticket], [{ ...ticket, title: '' }])).toEqual(['changed an unnamed ticket'])
    expect(summarizeSaves('tickets', [ticket], [{ ...ticket, details: 'Deck 2' }])).toEqual([
      'set the details of an unnamed ticket to “Deck 2”',
    ])
    const day = { ...newItineraryDay('car_trip', 5), light: [], hard: [] }
    const added = { ...day, hard: [newActivity(id(1))] }
    expect(summarizeSaves('itinerary', { 5: day }, { 5: added })).toEqual(['added an unnamed activity to day 5'])
    const renamed = { ...added, hard: [{ ...newActivity(id(1)), activity: 'Swim' }] }
    expect(summarizeSaves('itinerary', { 5: added }, { 5: renamed })).toEqual([
      'renamed an unnamed activity to “Swim” on day 5',
    ])
    const meals = { 2: newMealDay('car_trip', 2) }
    const { dinner } = meals[2].meals
    const withName = (name: string) => ({
      2: { ...meals[2], meals: { ...meals[2].meals, dinner: { ...dinner, name } } },
    })
    expect(summarizeSaves('meals', meals, withName(''))).toEqual(['changed dinner on day 2'])
    expect(summarizeSaves('meals', withName('Chili'), meals)).toEqual(['removed the name of dinner on day 2'])
  })

  it('says which activity of which day changed', () => {
    const day = newItineraryDay('car_trip', 5)
    const [first, ...others] = day.light
    if (!first) throw new Error('A new day has activities')
    const changed = { ...day, title: 'Rest', light: [{ ...first, activity: 'Nap', time: '1:00 PM' }, ...others] }
    expect(summarizeSaves('itinerary', { '5': day }, { '5': changed })).toEqual([
      'renamed day 5 to “Rest”',
      'changed the time of “Nap” on day 5',
      `renamed “${first.activity}” to “Nap” on day 5`,
    ])
    expect(summarizeSaves('itinerary', { '5': day }, {})).toEqual(['removed day 5'])
  })

  it('says which tickets were added, removed and moved, and what changed in them', () => {
    const [a, b] = [1, 2].map((n) => ({ ...newTicket(id(n)), title: `Ticket ${n}` })) as [Ticket, Ticket]
    const date = '2026-05-02' as Ticket['date']
    const changed: Ticket = { ...a, title: 'To Lisbon', type: 'train', date, details: '', time: 'noon' }
    expect(summarizeSaves('tickets', [a, b], [b, changed])).toEqual([
      'reordered the tickets',
      'changed the type of “To Lisbon” from flight to train',
      'renamed the ticket “Ticket 1” to “To Lisbon”',
      'cleared the details of “To Lisbon”',
      'set the date of “To Lisbon” to May 2, 2026',
      'set the time of “To Lisbon” to “noon”',
    ])
    expect(summarizeSaves('tickets', [a], [b])).toEqual([
      'removed the ticket “Ticket 1”',
      'added the ticket “Ticket 2”',
    ])
    const fields = { location: 'Gate 4', confirmationNumber: 'QK7F2P' }
    expect(summarizeSaves('tickets', [a], [{ ...a, ...fields }])).toEqual([
      'set the location of “Ticket 1” to “Gate 4”',
      'set the confirmation number of “Ticket 1” to “QK7F2P”',
    ])
  })

  it('says which stays were added and removed, and what changed in them', () => {
    const hotel = newStay(id(1), { name: 'Vila Galé', starts_on: '2026-05-02' as LocalDate, note: 'Quiet' })
    const car = newStay(id(2), { kind: 'car' })
    expect(summarizeSaves('stays', [hotel], [car])).toEqual(['removed “Vila Galé”', 'added a rental car'])
    expect(summarizeSaves('stays', [hotel, car], [car, hotel])).toEqual(['reordered the stays'])
    const moved = { starts_on: '2026-05-03' as LocalDate, ends_on: '2026-05-05' as LocalDate, ends_at: '11:00' }
    expect(summarizeSaves('stays', [hotel], [{ ...hotel, ...moved }])).toEqual([
      'changed the first date of “Vila Galé” from May 2, 2026 to May 3, 2026',
      'set the last date of “Vila Galé” to May 5, 2026',
      'set the time at which “Vila Galé” ends to “11:00”',
    ])
    const where = { place: 'Rua da Ponte', end_place: 'Porto', phone: '112', confirmation_number: '4471', note: '' }
    expect(summarizeSaves('stays', [hotel], [{ ...hotel, ...where, place_id: id(9) }])).toEqual([
      'set the address of “Vila Galé” to “Rua da Ponte”',
      'changed the place of “Vila Galé”',
      'set where “Vila Galé” ends to “Porto”',
      'set the confirmation number of “Vila Galé” to “4471”',
      'set the phone number of “Vila Galé” to “112”',
      'cleared the note of “Vila Galé”',
    ])
    expect(summarizeSaves('stays', [hotel], [{ ...hotel, kind: 'car', name: 'Guerin' }])).toEqual([
      'changed “Guerin” to a rental car',
      'renamed “Vila Galé” to “Guerin”',
    ])
    // The zone is set along with a time, and says something only alone.
    const zone = { starts_zone: 'Europe/Lisbon' }
    expect(summarizeSaves('stays', [hotel], [{ ...hotel, ...zone, starts_at: '15:00' }])).toEqual([
      'set the time at which “Vila Galé” begins to “15:00”',
    ])
    expect(summarizeSaves('stays', [hotel], [{ ...hotel, ...zone }])).toEqual([
      'set the time zone of “Vila Galé” to “Europe/Lisbon”',
    ])
  })

  it('says what changed in the bookings of tickets and stays: never who, how much or which code', () => {
    const [ticket, stay] = [{ ...newTicket(id(1)), title: 'To Lisbon' }, newStay(id(2), { name: 'Vila Galé' })]
    const ana = { id: id(3), person_id: '', name: 'Ana Sousa' }
    const pass = { id: id(4), format: 'qr' as const, text: 'SECRET', passenger_id: '', segment_id: '' }
    const file = { id: id(5), passenger_id: '' }
    const booked = { passengers: [ana], price: 45_000, currency: 'EUR', codes: [pass], files: [file] }
    const sentences = (name: string) => [
      `added a passenger to ${name}`,
      `changed the price of ${name}`,
      `added a code to ${name}`,
      `attached a file to ${name}`,
    ]
    expect(summarizeSaves('tickets', [ticket], [{ ...ticket, ...booked }])).toEqual(sentences('“To Lisbon”'))
    expect(summarizeSaves('stays', [stay], [{ ...stay, ...booked }])).toEqual(sentences('“Vila Galé”'))
    const said = (change: Partial<Booking>) =>
      summarizeSaves('stays', [{ ...stay, ...booked }], [{ ...stay, ...booked, ...change }])
    expect([
      said({ price: 50_000 }),
      said({ price: 50_000, currency: 'USD' }),
      said({ passengers: [{ ...ana, name: 'Ana S.' }] }),
      said({ files: [{ ...file, passenger_id: ana.id }] }),
      said({ codes: [{ ...pass, passenger_id: ana.id }] }),
    ]).toEqual([
      ['changed the price of “Vila Galé”'],
      ['changed the price of “Vila Galé”'],
      ['changed a passenger of “Vila Galé”'],
      ['changed who a file of “Vila Galé” is for'],
      ['changed a code of “Vila Galé”'],
    ])
    expect(said(newBooking())).toEqual([
      'removed a passenger from “Vila Galé”',
      'changed the price of “Vila Galé”',
      'removed a code from “Vila Galé”',
      'detached a file from “Vila Galé”',
    ])
  })

  it('says which part of a journey changed', () => {
    const part = { ...newSegment(id(2)), carrier: 'AC', number: '848', gate: 'B20' }
    const ticket = { ...newTicket(id(1)), title: 'To Lisbon', segments: [part] }
    const withPart = (change: Partial<typeof part>) => ({ ...ticket, segments: [{ ...part, ...change }] })
    const said = (change: Partial<typeof part>) => summarizeSaves('tickets', [ticket], [withPart(change)])
    expect(said({ gate: 'B22', departs_on: '2026-05-02' as LocalDate })).toEqual([
      'set the date on which “AC 848” of “To Lisbon” leaves to May 2, 2026',
      'changed the gate of “AC 848” of “To Lisbon” from B20 to B22',
    ])
    expect(said({ gate: '', seats: [{ id: id(3), seat: '23A', cabin: '' }] })).toEqual([
      'cleared the gate of “AC 848” of “To Lisbon”',
      'changed the seats in “AC 848” of “To Lisbon”',
    ])
    const without = { ...ticket, segments: [] }
    expect(summarizeSaves('tickets', [without], [ticket])).toEqual(['added “AC 848” to “To Lisbon”'])
    expect(summarizeSaves('tickets', [ticket], [without])).toEqual(['removed “AC 848” from “To Lisbon”'])
    expect(summarizeSaves('tickets', [without], [ticket], [without])).toEqual([])
  })

  it('says what changed in expenses and payments, and changed shares once', () => {
    const firewood: Expense = {
      ...newExpense(id(1), 'EUR', id(8)),
      name: 'Firewood',
      payers: [newPayer(id(8), 2400)],
      shares: [newShare(id(8)), newShare(id(9))],
    }
    const payment = newPayment(id(2), { from: id(9), to: id(8), amount: 1200, currency: 'EUR' }, id(9))
    const before: Costs = { ...costs.empty, currency: 'EUR', expenses: [firewood], payments: [payment] }
    expect(summarizeSaves('costs', costs.empty, before)).toEqual([
      'set the currency of the costs to EUR',
      'added the expense “Firewood”, €24.00',
      'added a payment of €12.00',
    ])
    const shares = firewood.shares.map((share, index) => ({ ...share, weight: 2000 + index }))
    const changed: Expense = {
      ...firewood,
      split: 'nights',
      shares: [...shares, newShare(id(7))],
      payers: [newPayer(id(8), 3000)],
    }
    expect(summarizeSaves('costs', before, { ...before, expenses: [changed] })).toEqual([
      'changed what was paid for “Firewood” from €24.00 to €30.00',
      'split “Firewood” by nights',
      'changed who shares “Firewood”',
    ])
    const answered = { ...payment, answer: 'received' as const, answered_amount: 1200 }
    expect(summarizeSaves('costs', before, { ...before, payments: [answered] })).toEqual([
      'confirmed a payment of €12.00',
    ])
    expect(
      summarizeSaves('costs', before, { ...before, payments: [{ ...answered, answer: 'not_received' as const }] }),
    ).toEqual(['said that a payment of €12.00 did not arrive'])
    const denied = { ...payment, answer: 'not_received' as const, answered_amount: 1000 }
    const deniedAgain = { ...before, payments: [{ ...denied, answered_amount: 1200 }] }
    expect(summarizeSaves('costs', { ...before, payments: [denied] }, deniedAgain)).toEqual([
      'said that a payment of €12.00 did not arrive',
    ])
    expect(summarizeSaves('costs', before, { ...before, payments: [{ ...payment, amount: 1500 }] })).toEqual([
      'changed a payment from €12.00 to €15.00',
    ])
    expect(summarizeSaves('costs', before, { ...costs.empty, currency: 'EUR' })).toEqual([
      'removed the expense “Firewood”, €24.00',
      'removed a payment of €12.00',
    ])
    const foreign: Expense = { ...firewood, currency: 'USD', rate: '0.92 EUR' }
    const corrected = { ...foreign, name: 'Dry firewood', rate: '0.85 EUR' }
    expect(summarizeSaves('costs', { ...before, expenses: [foreign] }, { ...before, expenses: [corrected] })).toEqual([
      'renamed the expense “Firewood” to “Dry firewood”',
      'set the exchange rate of the expense “Dry firewood” to “0.85 EUR”',
    ])
    const refund: Expense = { ...firewood, id: id(3), name: 'Deposit', kind: 'refund' }
    expect(summarizeSaves('costs', before, { ...before, expenses: [firewood, refund] })).toEqual([
      'added the refund “Deposit”, €24.00',
    ])
  })

  it('writes amounts as the trip does', () => {
    const coffee: Expense = { ...newExpense(id(1), 'USD', id(8)), name: 'Coffee', payers: [newPayer(id(8), 450)] }
    const payment = newPayment(id(2), { from: id(9), to: id(8), amount: 1200, currency: 'USD' }, id(9))
    const after: Costs = { currency: 'USD', expenses: [coffee], payments: [payment], former: [], payees: [], fees: [] }
    expect(summarizeSaves('costs', { ...costs.empty, currency: 'USD' }, after)).toEqual([
      'added the expense “Coffee”, $4.50',
      'added a payment of $12.00',
    ])
    expect(summarizeSaves('costs', after, { ...after, former: [{ id: id(8), name: 'Ben' }] })).toEqual([
      'saved the name of “Ben” in Costs',
    ])
    const more = { ...after, expenses: [{ ...coffee, payers: [newPayer(id(8), 500)] }] }
    expect(summarizeSaves('costs', after, more)).toEqual(['changed what was paid for “Coffee” from $4.50 to $5.00'])
    expect(summarizeSaves('costs', { ...after, currency: 'CAD' }, { ...more, currency: 'CAD' })).toEqual([
      'changed what was paid for “Coffee” from US$4.50 to US$5.00',
    ])
  })

  it('cuts long texts', () => {
    const [sentence] = summarizeSaves('notes', [], [{ id: id(1), text: `${'long '.repeat(50)}` }])
    expect(sentence).toHaveLength('added the note “”'.length + 60)
  })
})

describe('a summary of several saves', () => {
  const tent = (...items: ChecklistItem[]): ChecklistGroup[] => [{ id: id(9), category: 'Tent', items }]
  const [pegs, mallet] = ['Pegs', 'Mallet'].map((name, n) => ({ ...newChecklistItem(id(n)), name })) as [
    ChecklistItem,
    ChecklistItem,
  ]

  it('reports a text typed with pauses as one change, whatever was done in between', () => {
    const typed = ['P', 'Po', 'Poles'].map((name, n) => tent({ ...pegs, name }, { ...mallet, checked: n > 0 }))
    expect(summarizeSaves('checklist', tent(pegs, mallet), ...typed)).toEqual([
      'renamed “Pegs” to “Poles”',
      'ticked “Mallet”',
    ])
  })

  it('reports nothing that was undone', () => {
    const before = tent(pegs, mallet)
    expect(summarizeSaves('checklist', before, tent({ ...pegs, checked: true }, mallet), before)).toEqual([])
    expect(summarizeSaves('checklist', before, tent(mallet), before)).toEqual([])
    expect(summarizeSaves('checklist', tent(pegs), before, tent(pegs))).toEqual([])
    expect(summarizeSaves('checklist', before, tent(mallet, pegs), before)).toEqual([])
  })

  it('reports another order if an entry was removed and inserted elsewhere', () => {
    const saves = [tent(mallet), tent(mallet, pegs)]
    expect(summarizeSaves('checklist', tent(pegs, mallet), ...saves)).toEqual(['reordered Tent'])
  })

  it('uses the final name of an added entry', () => {
    const named = tent(pegs, { ...mallet, name: 'New item' })
    expect(summarizeSaves('checklist', tent(pegs), named, tent(pegs, { ...mallet, checked: true }))).toEqual([
      'added “Mallet” to Tent',
    ])
  })

  it('reports both the edit and the removal of an entry', () => {
    const edited = tent({ ...pegs, name: 'Long pegs' }, mallet)
    expect(summarizeSaves('checklist', tent(pegs, mallet), edited, tent(mallet))).toEqual([
      'renamed “Pegs” to “Long pegs”',
      'removed “Long pegs” from Tent',
    ])
    expect(summarizeSaves('checklist', tent(pegs), tent({ ...pegs, checked: true }), [])).toEqual([
      'ticked “Pegs”',
      'removed the category “Tent”',
    ])
  })

  it('includes edits in an added day, and reports a day that replaces a removed one', () => {
    const day = newItineraryDay('car_trip', 3)
    expect(summarizeSaves('itinerary', {}, { '3': day }, { '3': { ...day, title: 'Rest' } })).toEqual(['added day 3'])
    expect(summarizeSaves('itinerary', { '3': { ...day, title: 'Rest' } }, {}, { '3': day })).toEqual([
      'removed day 3',
      'added day 3',
    ])
  })

  it('reports each person’s own changes, with the final names of the entries', () => {
    const [ana, ben] = [new ChangeSummary(forms.checklist, tent(pegs)), new ChangeSummary(forms.checklist, tent(pegs))]
    const added = tent(pegs, mallet)
    const renamed = tent(pegs, { ...mallet, name: 'Hammer' })
    for (const mutation of diff(forms.checklist, tent(pegs), added)) ana.add(mutation)
    ben.setValue(ana.value)
    for (const mutation of diff(forms.checklist, added, renamed)) ben.add(mutation)
    ana.setValue(ben.value)
    expect(describeChanges('checklist', [...ana.list()])).toEqual(['added “Hammer” to Tent'])
    expect(describeChanges('checklist', [...ben.list()])).toEqual(['renamed “Mallet” to “Hammer”'])
  })

  it('describes an answer by what was said, and for which departure only if nothing else was', () => {
    const [aug12, aug13] = ['2026-08-12', '2026-08-13'] as LocalDate[] as [LocalDate, LocalDate]
    const partyOf = (person: Person): Party[] => [{ id: 'p', name: '', persons: [person] }]
    const open = newPerson('9d7e2f0a-1111-4222-8333-444455556666', 'Ana')
    const partly = withAnswer(open, { coming: 'coming', from: '2 dinner 2026-08-12' }, aug12)
    const summarize = (before: Person, after: Person) => summarizeSaves('people', partyOf(before), partyOf(after))
    expect(summarize(open, partly)).toEqual(['marked “Ana” as coming', 'said “Ana” is there from dinner on day 2'])
    const moved = moveWithTrip(partly, aug13)
    expect(summarize(partly, moved)).toEqual(['moved the days of “Ana” with the trip to the departure on Aug 13, 2026'])
    expect(summarize(partly, keepDates(partly, aug13))).toEqual([
      'kept the dates of “Ana” for the departure on Aug 13, 2026',
    ])
    expect(summarize(moved, { ...moved, ...confirmationFor(aug13) })).toEqual([
      'confirmed the answer of “Ana” for the departure on Aug 13, 2026',
    ])
  })

  it('names people added or removed together by their party, otherwise one by one', () => {
    const all = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus'].map((name, n) => newPerson(id(n), name))
    const party = (name: string, count: number): Party => ({ id: id(50), name, persons: all.slice(0, count) })
    const added = (name: string, count: number) => summarizeSaves('people', [], [party(name, count)])
    expect(added('The Millers', 2)).toEqual(['added “The Millers” to the list'])
    expect(added('', 1)).toEqual(['added “Ana” to the list'])
    expect(added(' ', 3)).toEqual(['added “Ana”, “Ben”, and “Cleo” to the list'])
    expect(added('', 7)).toEqual(['added “Ana”, “Ben”, “Cleo”, “Dan”, “Eva”, and 2 more to the list'])
    expect(added('', 0)).toEqual(['added someone with no name to the list'])
    // Somebody added a moment later is part of it.
    expect(summarizeSaves('people', [], [party('', 1)], [party('', 2)])).toEqual(['added “Ana” and “Ben” to the list'])
    expect(summarizeSaves('people', [party('', 2)], [])).toEqual(['removed “Ana” and “Ben” from the list'])
    expect(summarizeSaves('people', [party('', 1)], [party('The Millers', 1)])).toEqual(['named a party “The Millers”'])
  })

  it('reports what a person typed, and what it became together with changes by others', () => {
    const NOTE = '6e6f7465-0000-4000-8000-000000000001'
    const note = { id: NOTE, text: 'Meet at 7' }
    const merged = {
      do: 'set' as const,
      at: [NOTE, 'text'],
      was: 'Meet at 6',
      to: 'Meet at 6\nMeet at 8',
      typed: { was: 'Meet at 7', to: 'Meet at 8' },
    }
    const before = [{ ...note, text: 'Meet at 6' }]
    expect(summarize('notes', before, [merged])).toEqual([
      'changed the note “Meet at 7” to “Meet at 8”; ' +
        'together with changes by others, it became “Meet at 6 Meet at 8”',
    ])
    // Typing on: what was typed in both, from the first text to the last.
    const next = {
      ...merged,
      was: merged.to,
      to: 'Meet at 6\nMeet at 8:15',
      typed: { was: 'Meet at 8', to: 'Meet at 8:15' },
    }
    expect(summarize('notes', before, [merged, next])).toEqual([
      'changed the note “Meet at 7” to “Meet at 8:15”; ' +
        'together with changes by others, it became “Meet at 6 Meet at 8:15”',
    ])
    const rewritten = { do: 'set' as const, at: merged.at, was: next.to, to: 'Meet at 9' }
    expect(summarize('notes', before, [merged, next, rewritten])).toEqual([
      'changed the note “Meet at 6” to “Meet at 9”',
    ])
  })

  it('reports equal sentences once', () => {
    const ticked = tent({ ...pegs, checked: true }, { ...mallet, name: 'Pegs', checked: true })
    expect(summarizeSaves('checklist', tent(pegs, { ...mallet, name: 'Pegs' }), ticked)).toEqual(['ticked “Pegs”'])
  })
})

describe.each(commonSectionNames)('a summary of %s', (name) => {
  const form = forms[name]
  const { newEntry }: Pick<Section<unknown>, 'newEntry'> = plan[name]
  const value = anyValueOf[name] as fc.Arbitrary<Json>
  const wishes = fc.array(anyMutation, { maxLength: 12 })

  /** Applies the wishes. Returns the mutations they lead to, and their inverses in reverse order. */
  function follow(start: Json, some: Wish[]) {
    const done: Mutation[] = []
    const back: Mutation[] = []
    let after = start
    for (const wish of some) {
      const mutation = mutationOf(form, after, wish, (day) => newEntry?.('car_trip', Number(day)))
      const applied = mutation && apply(after, mutation, { form })
      const what = applied && toAppliedMutation(applied)
      if (!applied || !what) continue
      done.push(what)
      const undo = inverse(form, what, after)
      if (undo) back.unshift(undo)
      after = applied.value
    }
    return { done, back, after }
  }

  it('reports each mutation that changes something', () => {
    fc.assert(
      fc.property(value, anyMutation, (before, wish) => {
        // That a derived entry exists is no change to anybody.
        const reported = follow(before, [wish]).done.filter(
          ({ do: what, at }) => what !== 'insert' || ruleAt(form, at)?.kind !== 'derived',
        )
        expect(summarize(name, before, reported)).toHaveLength(reported.length)
      }),
    )
  })

  it('reports nothing if all mutations were undone', () => {
    fc.assert(
      fc.property(value, wishes, (before, some) => {
        const { done, back } = follow(before, some)
        expect(summarize(name, before, [...done, ...back])).toEqual([])
      }),
    )
  })

  it('reports something if something has changed', () => {
    fc.assert(
      fc.property(value, wishes, fc.nat(12), (before, some, undone) => {
        const { done, back } = follow(before, some)
        const mutations = [...done, ...back.slice(0, undone)]
        const after = mutations.reduce((is, mutation) => apply(is, mutation, { form }).value, before)
        if (summarize(name, before, mutations).length === 0)
          expect(canonical(form, after)).toEqual(canonical(form, before))
      }),
    )
  })
})
