import { describe, expect, it } from 'vitest'
import { details } from '../plan/details.ts'
import { newActivity } from '../plan/itinerary.ts'
import { newMealDay } from '../plan/meals.ts'
import { newPlace } from '../plan/places.ts'
import { newCar } from '../plan/rides.ts'
import { newTicket } from '../plan/tickets.ts'
import { listCarPlaces, listHiddenPlaces, listPlaceUses } from './place-refs.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [camp, lookout, kitchen, museum, home, lot] = [1, 2, 3, 4, 5, 6].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
  string,
]

const day = newMealDay('car_trip', 2)
const users = {
  details: { ...details.empty, place_id: camp },
  itinerary: { '1': { title: '', light: [], hard: [{ ...newActivity(idOf(11)), place_id: lookout }] } },
  meals: { '2': { ...day, meals: { ...day.meals, dinner: { ...day.meals.dinner, place_id: kitchen } } } },
  tickets: [{ ...newTicket(idOf(12)), title: 'Museum', place_id: museum }],
  rides: {
    cars: [home, lot, camp, ''].map((place_id, index) => ({ ...newCar(idOf(20 + index), idOf(30)), place_id })),
    riders: [],
  },
}

describe('what refers to a place', () => {
  it('is found in the details, both levels of the itinerary, meals, tickets and cars', () => {
    const uses = listPlaceUses(users)
    expect([...uses.keys()]).toEqual([camp, lookout, kitchen, museum, home, lot])
    expect(uses.get(camp)?.map(({ of }) => of)).toEqual(['details', 'rides'])
    expect(uses.get(lookout)).toEqual([{ of: 'itinerary', day: 1, level: 'hard', id: idOf(11), name: 'New Activity' }])
    expect(uses.get(kitchen)).toEqual([{ of: 'meals', day: 2, meal: 'dinner', name: day.meals.dinner.name }])
    expect(listPlaceUses({})).toEqual(new Map())
  })

  it('may be cars alone', () => {
    expect(listCarPlaces(users)).toEqual(new Set([home, lot]))
    expect(listCarPlaces({ ...users, details: undefined })).toEqual(new Set([home, lot, camp]))
    expect(listCarPlaces({ ...users, rides: undefined })).toEqual(new Set())
  })

  it('is hidden from readers where it may be a home: also once its car is gone', () => {
    const places = [camp, lookout, home, lot].map((id) => newPlace(id))
    expect(listHiddenPlaces(places, users)).toEqual(new Set([home, lot]))
    expect(listHiddenPlaces(places, { ...users, rides: undefined })).toEqual(new Set([home, lot]))
    const known = [newPlace(home, { kind: 'camp' }), newPlace(lot, { kind: 'trailhead' })]
    expect(listHiddenPlaces(known, { ...users, rides: undefined })).toEqual(new Set())
  })
})
