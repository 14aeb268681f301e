import { expect, it } from 'vitest'
import { placeKinds } from '../plan/places.ts'
import { kindOfSymbol } from './kind-of-symbol.ts'

it.each([
  ['Campground', 'camp'],
  ['RV Park', 'camp'],
  ['camp_site', 'camp'],
  ['Drinking Water', 'water'],
  ['drinking_water', 'water'],
  ['Trail Head', 'trailhead'],
  ['Parking Area', 'parking'],
  ['Medical Facility', 'hospital'],
  ['Shopping Center', 'shop'],
  ['Scenic Area', 'sight'],
  ['Summit', 'sight'],
  ['Fast Food', 'food'],
  ['Flag, Blue', 'other'],
  ['', 'other'],
  ['Barn', 'other'],
])('a waypoint with the symbol %j is a place of the kind %s', (symbol, kind) => {
  expect(kindOfSymbol(symbol)).toBe(kind)
})

it.each(placeKinds)('the kind %s, as the app writes it, is itself', (kind) => {
  expect(kindOfSymbol(kind)).toBe(kind)
})
