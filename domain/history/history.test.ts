import { describe, expect, it } from 'vitest'
import type { ChecklistGroup } from '../plan/checklist.ts'
import { type Details, details } from '../plan/details.ts'
import { newItineraryDay } from '../plan/itinerary.ts'
import { linesAt, newMealDay } from '../plan/meals.ts'
import { newTicket, type Ticket } from '../plan/tickets.ts'
import { describeChanges } from './index.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

describe('what changed', () => {
  it('says of the details which field went from what to what', () => {
    const before: Details = { ...details.empty, destination_name: 'Killarney', car_trip_entry_gate: 'North' }
    const after: Details = {
      ...before,
      destination_name: 'Bon Echo',
      car_trip_entry_gate: '',
      air_travel_flight_info: { carrier: '', flightNumber: 'AC1' },
      car_trip_distances: [{ id: id(1), place: 'Toronto', distance: '' }],
    }
    expect(describeChanges('details', before, after)).toEqual([
      "changed the destination from 'Killarney' to 'Bon Echo'",
      'cleared the entry gate',
      "set the flight number to 'AC1'",
      "added the distance from 'Toronto'",
    ])
    expect(describeChanges('details', after, { ...after, car_trip_distances: [] })).toEqual(["removed the distance from 'Toronto'"])
  })

  it('says of the notes what was added, removed, changed and moved', () => {
    const [a, b, c] = [1, 2, 3].map((n) => ({ id: id(n), text: `note ${n}` })) as [object, object, object]
    expect(describeChanges('notes', [a, b], [b, a, c])).toEqual(["added the note 'note 3'", 'put the notes in another order'])
    expect(describeChanges('notes', [a, b], [{ ...b, text: '' }])).toEqual([
      "removed the note 'note 1'",
      "changed the note 'note 2' to an empty text",
    ])
  })

  it('says of the checklist what was ticked, renamed, added and removed', () => {
    const group = (items: ChecklistGroup['items'], category = 'Tent'): ChecklistGroup => ({ id: id(9), category, items })
    const pegs = { id: id(1), name: 'Pegs', checked: false }
    expect(describeChanges('checklist', [group([pegs])], [group([{ ...pegs, checked: true }])])).toEqual(["ticked 'Pegs'"])
    expect(
      describeChanges('checklist', [group([pegs])], [group([{ id: id(2), name: 'Mallet', checked: false }], 'Tent & Sleeping')]),
    ).toEqual([
      "renamed the category 'Tent' to 'Tent & Sleeping'",
      "added 'Mallet' to Tent & Sleeping",
      "removed 'Pegs' from Tent & Sleeping",
    ])
  })

  it('says of the meals which meal of which day', () => {
    const day = newMealDay('car_trip', 2)
    const dinner = { ...day.meals.dinner, name: 'Chili', servings: 24, ingredients: linesAt(2, 'dinner', ['beans']) }
    expect(describeChanges('meals', { '2': day }, { '2': { ...day, meals: { ...day.meals, dinner } }, '3': day })).toEqual([
      "renamed dinner, day 2, from 'New Dinner' to 'Chili'",
      'set the servings of dinner, day 2, to 24',
      'changed the ingredients of dinner, day 2',
      'added day 3',
    ])
    expect(describeChanges('meals', { '2': day }, { '2': { ...day, snacks: [] } })).toEqual(['changed the snacks of day 2'])
  })

  it('says of the itinerary which activity of which day', () => {
    const day = newItineraryDay('car_trip', 5)
    const [first, ...others] = day.light
    if (!first) throw new Error('A new day has activities')
    const changed = { ...day, title: 'Rest', light: [{ ...first, activity: 'Nap', time: '1:00 PM' }, ...others] }
    expect(describeChanges('itinerary', { '5': day }, { '5': changed })).toEqual([
      "renamed day 5 to 'Rest'",
      `renamed '${first.activity}' to 'Nap', day 5`,
      "changed the time of 'Nap', day 5",
    ])
    expect(describeChanges('itinerary', { '5': day }, {})).toEqual(['removed day 5'])
  })

  it('says of the tickets which one was added, removed, moved, and what of it changed', () => {
    const [a, b] = [1, 2].map((n) => ({ ...newTicket(id(n)), title: `Ticket ${n}` })) as [Ticket, Ticket]
    const changed: Ticket = {
      ...a,
      title: 'To Lisbon',
      type: 'train',
      date: '2026-05-02' as Ticket['date'],
      details: '',
      time: 'noon',
    }
    expect(describeChanges('tickets', [a, b], [b, changed])).toEqual([
      "renamed the ticket 'Ticket 1' to 'To Lisbon'",
      "changed the type of 'To Lisbon' from flight to train",
      "cleared the details of 'To Lisbon'",
      "set the date of 'To Lisbon' to '2026-05-02'",
      "set the time of 'To Lisbon' to 'noon'",
      'put the tickets in another order',
    ])
    expect(describeChanges('tickets', [a], [b])).toEqual(["added the ticket 'Ticket 2'", "removed the ticket 'Ticket 1'"])
    const fields = { location: 'Gate 4', confirmationNumber: 'QK7F2P' }
    expect(describeChanges('tickets', [a], [{ ...a, ...fields }])).toEqual([
      "set the location of 'Ticket 1' to 'Gate 4'",
      "set the confirmation number of 'Ticket 1' to 'QK7F2P'",
    ])
  })

  it('cuts long texts', () => {
    const [sentence] = describeChanges('notes', [], [{ id: id(1), text: `${'long '.repeat(50)}` }])
    expect(sentence).toHaveLength("added the note ''".length + 60)
  })

  it('is nothing where nothing changed', () => {
    const day = newItineraryDay('air_travel', 1)
    expect(describeChanges('itinerary', { '1': day }, { '1': structuredClone(day) })).toEqual([])
  })
})
