import type { Airport, Airports } from '../places/airports.ts'

const airport = (code: string, city: string, zone: string, label = city): Airport => ({
  ...{ code, city, zone, label, name: label },
  ...{ region: '', country: '', lat: 0, lon: 0, others: [] },
})

const known = [
  airport('YYZ', 'Toronto', 'America/Toronto', 'Toronto Pearson'),
  airport('YUL', 'Montréal', 'America/Toronto'),
  airport('LIS', 'Lisbon', 'Europe/Lisbon'),
]

/** Three airports. Only `find` is of use. */
export const threeAirports: Airports = {
  find: (code) => known.find((one) => one.code === code),
  search: () => [],
}
