import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listPersonRefs } from '../operations/person-refs.ts'
import { planTemplates } from '../templates/plan-templates.ts'
import { sampleNames } from '../templates/sample.ts'
import { anyValueOf } from '../testing/arbitraries.ts'
import { tripTypes } from '../trip.ts'
import { newBed } from './beds.ts'
import { newSegment } from './booking.ts'
import { newExpense, newFee, newPayee, newPayer, newPayment, newShare } from './costs.ts'
import { newDuty, newVolunteer } from './duties.ts'
import { forms } from './forms.ts'
import { newClaim } from './gear.ts'
import { plan, sectionNames } from './index.ts'
import { newLine, newMealDay } from './meals.ts'
import { newPerson } from './people.ts'
import { newPlace } from './places.ts'
import { newPoll, newPollAnswer, newTextOption } from './polls.ts'
import { newRecord } from './private.ts'
import { newCar } from './rides.ts'
import { newItemState, newPurchase, newShoppingItem } from './shopping.ts'
import { newStay } from './stays.ts'
import { newTicket } from './tickets.ts'
import { newDoer, newTodo } from './todos.ts'
import { newTrack } from './tracks.ts'

/** What the readers of a share link get. Nobody's id or name may be in it. */
const person = '00000000-0000-4000-8000-0000000000aa'
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

describe('readers of a share link', () => {
  it.each(sectionNames)('get a valid value of %s, the same each time', (name) => {
    const readers = plan[name].readers as (value: unknown) => unknown
    fc.assert(
      fc.property(anyValueOf[name] as fc.Arbitrary<unknown>, (value) => {
        const shown = readers(value)
        expect(forms[name].schema.safeParse(shown).error).toBeUndefined()
        expect(readers(value)).toEqual(shown)
        expect(readers(shown)).toEqual(shown)
      }),
    )
  })

  it.each(['details', 'notes', 'itinerary', 'checklist'] as const)('get all of %s', (name) => {
    fc.assert(
      fc.property(anyValueOf[name] as fc.Arbitrary<never>, (value) => {
        expect(plan[name].readers(value)).toBe(value)
      }),
    )
  })

  it('get journeys and stays without passengers, seats, prices, codes and files', () => {
    const seats = [{ id: idOf(3), seat: '23A', cabin: 'Economy' }]
    const booking = {
      passengers: [{ id: idOf(3), person_id: person, name: '' }],
      price: 31_840,
      currency: 'CAD',
      codes: [{ id: idOf(4), format: 'qr' as const, text: 'M1', passenger_id: idOf(3), segment_id: '' }],
      files: [{ id: idOf(5), passenger_id: '' }],
    }
    const flight = { ...newTicket(idOf(1)), segments: [{ ...newSegment(idOf(2)), gate: 'B22' }] }
    const withSeats = { ...flight, segments: flight.segments.map((segment) => ({ ...segment, seats })) }
    expect(plan.tickets.readers([{ ...withSeats, ...booking }])).toEqual([flight])
    expect(plan.tickets.readers([withSeats])).toEqual([flight])
    for (const [name, value] of Object.entries(booking)) {
      if (name === 'currency') continue
      expect(plan.tickets.readers([{ ...flight, [name]: value }]), name).toEqual([flight])
      expect(plan.stays.readers([{ ...newStay(idOf(1)), [name]: value }]), name).toEqual([newStay(idOf(1))])
    }
    const plain = [newTicket(idOf(1))]
    expect(plan.tickets.readers(plain)).toBe(plain)
  })

  it.each(tripTypes)('SAVE-2 get the starting plan of a trip (%s) that nobody has planned', (type) => {
    for (const name of sampleNames) {
      const sample = planTemplates[name](type)
      const readers = plan[name].readers as (value: unknown) => unknown
      expect(readers(sample), name).toBe(sample)
    }
  })

  it('get places without whose they are, and none to which only cars refer', () => {
    const [camp, home] = [1, 2].map((number) => newPlace(idOf(number), { name: `Place ${number}` })) as [
      ReturnType<typeof newPlace>,
      ReturnType<typeof newPlace>,
    ]
    expect(plan.places.readers([camp, home])).toEqual([camp, home])
    const shown = plan.places.readers([camp, { ...home, who: person }], undefined, new Set([home.id]))
    expect(shown).toEqual([camp])
    expect(plan.places.readers([{ ...camp, who: person }])).toEqual([camp])
  })

  it('get tracks without their files, which tell when somebody was where', () => {
    const loop = newTrack(idOf(1), idOf(2), { name: 'Loop', note: 'Bring a towel.', length: 12_400 })
    const own = [{ ...loop, source: idOf(3), source_name: 'Robin on Friday.gpx' }]
    expect(plan.tracks.readers(own)).toEqual([loop])
    expect(plan.tracks.readers([loop])).toEqual([loop])
  })

  it('get the meals without the people whom a line is for', () => {
    const day = newMealDay('car_trip', 1)
    expect(plan.meals.readers({ '1': day })['1']).toBe(day)
    const forAna = { ...newLine(idOf(1), 'Soy milk'), for_whom: 'people' as const, people: [{ id: person }] }
    const withSnack = { ...day, snacks: [...day.snacks, forAna] }
    expect(plan.meals.readers({ '1': withSnack, '2': day })).toEqual({
      '1': { ...day, snacks: [...day.snacks, { ...forAna, people: [] }] },
      '2': day,
    })
  })

  it('get no people and no private records', () => {
    const party = { id: person, name: 'The Andersens', persons: [newPerson(person, 'Ana')] }
    expect(plan.people.readers([party])).toEqual([])
    expect(plan.private.readers([{ id: person, persons: [newRecord(person)] }])).toEqual([])
  })

  it('get no polls, to-dos and announcements', () => {
    const option = newTextOption(idOf(2), 'Ana’s place')
    const poll = { ...newPoll(idOf(1), 'question'), question: 'Where?', options: [option] }
    const answers = [newPollAnswer({ poll: poll.id, option: option.id }, newPerson(person, 'Ana'), 'yes')]
    expect(plan.polls.readers({ polls: [poll], answers })).toEqual({ polls: [], answers: [] })
    const todo = newTodo(idOf(3), 'Ask Ana')
    expect(plan.todos.readers({ todos: [todo], doers: [newDoer(todo.id, person)] })).toEqual({ todos: [], doers: [] })
    const at = '2027-06-12T18:30:00.000Z'
    const message = { id: idOf(4), text: 'Ana has the key', to: 'everyone' as const, people: [], by: person, at }
    expect(plan.announcements.readers([message])).toEqual([])
  })

  it('get what is on the shopping list, but no buyers, purchases and notes', () => {
    const item = { ...newShoppingItem(idOf(1), 'Ice'), buyer: person, shop: 'Foodland', note: 'Ana gets it' }
    const state = { ...newItemState('1:milk'), is_at_home: true, amount_at_home: '1 L', buyer: person, note: 'Ask Ana' }
    const purchases = [newPurchase(idOf(2), { key: '1:milk', name: 'Milk' }, person)]
    const shown = plan.shopping.readers({ items: [item], states: [state], purchases })
    expect(shown).toEqual({
      items: [{ ...item, buyer: '', note: '' }],
      states: [{ ...newItemState('1:milk'), is_at_home: true, amount_at_home: '1 L' }],
      purchases: [],
    })
  })

  it('get how many cars, seats and riders there are, but not who, where and when', () => {
    const car = { ...newCar(idOf(1), person), seats: 5, place: 'Ana’s house', leaves_at: 'When Ana is up' }
    const riders = [
      { id: person, car: idOf(1) },
      { id: idOf(3), car: '' },
    ]
    const shown = plan.rides.readers({ cars: [{ ...car, room_for_gear: 'Ana’s roof box' }], riders })
    expect(shown.cars).toEqual([{ ...newCar(idOf(1), ''), seats: 5 }])
    expect(shown.riders.map(({ car: of }) => of)).toEqual([idOf(1), ''])
    const coming = plan.rides.readers({ cars: [car], riders }, new Set([person]))
    expect(coming.riders.map(({ car: of }) => of)).toEqual([''])
  })

  it('get which duties there are and how many people have them, but no names and notes', () => {
    const cook = { ...newDuty(idOf(1), 'cook'), day: 2, meal: 'dinner' as const, name: 'Ana’s chili', note: 'Ask Ana' }
    const volunteers = [person, idOf(2)].map((one) => newVolunteer(cook.id, one))
    const shown = plan.duties.readers({ duties: [cook], volunteers })
    expect(shown.duties).toEqual([{ ...cook, name: '', note: '' }])
    expect(shown.volunteers.map(({ duty, person_id }) => [duty, person_id])).toEqual([
      [cook.id, ''],
      [cook.id, ''],
    ])
    expect(plan.duties.readers({ duties: [cook], volunteers }, new Set([person])).volunteers).toHaveLength(1)
  })

  it('get how many are promised of each item, but not by whom and what is packed', () => {
    const claim = { ...newClaim({ id: idOf(1), name: 'Ana’s table' }, person, 2), is_packed: true }
    const [shown, ...others] = plan.gear.readers({ claims: [claim] }).claims
    expect(shown).toEqual({ id: shown?.id, item: idOf(1), name: '', person_id: '', count: 2, is_packed: false })
    expect(shown?.id).not.toBe(claim.id)
    expect(others).toEqual([])
    expect(plan.gear.readers({ claims: [claim] }, new Set([person])).claims).toEqual([])
  })

  it('get how many beds, places and sleepers there are, but not who and where', () => {
    const tent = { ...newBed(idOf(1)), places: 3 }
    const shown = plan.beds.readers({
      beds: [{ ...tent, name: 'Ana’s tent', note: 'Ana snores' }],
      sleepers: [{ id: person, bed: idOf(1) }],
    })
    expect(shown.beds).toEqual([tent])
    expect(shown.sleepers.map(({ bed }) => bed)).toEqual([idOf(1)])
    const sleepers = [person, idOf(2)].map((one) => ({ id: one, bed: idOf(1) }))
    expect(plan.beds.readers({ beds: [tent], sleepers }, new Set([person])).sleepers).toHaveLength(1)
  })

  it('get nothing of the costs, not even the currency', () => {
    expect(plan.costs.readers(valuesNaming.costs)).toEqual({
      currency: '',
      expenses: [],
      payments: [],
      former: [],
      payees: [],
      fees: [],
    })
  })

  it.each(sectionNames)('get no reference to a person of %s', (name) => {
    const readers = plan[name].readers as (value: unknown) => unknown
    fc.assert(
      fc.property(anyValueOf[name] as fc.Arbitrary<unknown>, (value) => {
        const shown = JSON.stringify(readers(value))
        for (const personId of listPersonRefs(forms[name], value)) expect(shown).not.toContain(personId)
      }),
    )
  })

  it('get nobody’s name, and no id of the people list', () => {
    for (const name of [
      'meals',
      'shopping',
      'gear',
      'rides',
      'beds',
      'duties',
      'costs',
      'people',
      'private',
    ] as const) {
      const readers = plan[name].readers as (value: unknown) => unknown
      const named = JSON.stringify(readers(JSON.parse(JSON.stringify(valuesNaming[name]))))
      expect(JSON.stringify(valuesNaming[name])).toContain(person)
      expect(named).not.toContain(person)
      expect(named).not.toContain('Ana')
    }
  })
})

const valuesNaming = {
  meals: { '1': { ...newMealDay('car_trip', 1), snacks: [{ ...newLine(idOf(1), 'Milk'), people: [{ id: person }] }] } },
  people: [{ id: person, name: 'Ana', persons: [newPerson(person, 'Ana')] }],
  private: [{ id: person, persons: [{ ...newRecord(person), contact_name: 'Ana' }] }],
  shopping: {
    items: [{ ...newShoppingItem(idOf(1), 'Ice'), buyer: person, note: 'Ana' }],
    states: [{ ...newItemState('1:milk'), buyer: person, note: 'Ana' }],
    purchases: [newPurchase(idOf(2), { key: '1:milk', name: 'Milk' }, person)],
  },
  gear: { claims: [newClaim({ id: idOf(1), name: 'Ana’s table' }, person, 2)] },
  rides: {
    cars: [{ ...newCar(idOf(3), person), place: 'Ana', leaves_at: 'Ana', room_for_gear: 'Ana' }],
    riders: [{ id: person, car: idOf(3) }],
  },
  duties: {
    duties: [{ ...newDuty(idOf(4), 'other'), name: 'Ana', note: 'Ana' }],
    volunteers: [newVolunteer(idOf(4), person)],
  },
  costs: {
    currency: 'EUR',
    expenses: [
      {
        ...newExpense(idOf(5), 'EUR', person),
        name: 'Ana’s firewood',
        payers: [newPayer(person, 2400)],
        shares: [newShare(person)],
        receipts: [{ id: idOf(6), file_name: 'Ana.jpg' }],
      },
    ],
    payments: [newPayment(idOf(7), { from: person, to: idOf(8), amount: 1200, currency: 'EUR' }, person)],
    former: [{ id: person, name: 'Ana' }],
    payees: [{ ...newPayee(person), account_name: 'Ana' }],
    fees: [{ ...newFee(idOf(9), 'EUR', person), name: 'Ana’s deposit' }],
  },
  beds: {
    beds: [{ ...newBed(idOf(4)), name: 'Ana', note: 'Ana' }],
    sleepers: [{ id: person, bed: idOf(4) }],
  },
}
