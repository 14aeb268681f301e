import { expect, it } from 'vitest'
import { navigationAddresses } from './navigate.ts'

const canisbay = { lat: 45.8364, lon: -78.3791 }
const addresses = (name: string) =>
  Object.fromEntries(navigationAddresses(canisbay, name).map(({ id, address }) => [id, address]))

it('opens map apps at the position, with its name where they show one', () => {
  expect(addresses('Café (North) & Co. #1')).toEqual({
    device: 'geo:45.83640,-78.37910?q=45.83640,-78.37910(Caf%C3%A9%20%28North%29%20%26%20Co.%20%231)',
    google: 'https://www.google.com/maps/dir/?api=1&destination=45.83640%2C-78.37910',
    apple: 'https://maps.apple.com/?daddr=45.83640%2C-78.37910&q=Caf%C3%A9%20%28North%29%20%26%20Co.%20%231',
    openstreetmap: 'https://www.openstreetmap.org/?mlat=45.83640&mlon=-78.37910#map=16/45.83640/-78.37910',
    'organic maps': 'om://map?v=1&ll=45.83640,-78.37910&n=Caf%C3%A9%20%28North%29%20%26%20Co.%20%231',
  })
})

it('may have no name', () => {
  expect(addresses('  ')).toMatchObject({
    device: 'geo:45.83640,-78.37910?q=45.83640,-78.37910',
    apple: 'https://maps.apple.com/?daddr=45.83640%2C-78.37910',
    'organic maps': 'om://map?v=1&ll=45.83640,-78.37910',
  })
})

it('survives half of a character', () => {
  expect(addresses('Lake \ud83d')['organic maps']).toBe('om://map?v=1&ll=45.83640,-78.37910&n=Lake%20%EF%BF%BD')
})
