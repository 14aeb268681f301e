import { expect, it } from 'vitest'
import { searchAddresses } from './search-addresses.ts'

it('searches for what was typed, on one line and whole', () => {
  const [device, google, ...others] = searchAddresses(' Rua “Ópera” 2 & 3,\n1300-141 Lisboa #4 ')
  const query = 'Rua%20%E2%80%9C%C3%93pera%E2%80%9D%202%20%26%203%2C%201300-141%20Lisboa%20%234'
  expect(device).toEqual({ id: 'device', address: `geo:0,0?q=${query}` })
  expect(google?.address).toBe(`https://www.google.com/maps/search/?api=1&query=${query}`)
  for (const { address } of others) expect(address.endsWith(query), address).toBe(true)
})

it('does not fail on half characters', () => {
  expect(searchAddresses('A\ud83d')[0]?.address).toBe('geo:0,0?q=A%EF%BF%BD')
})
