import { expect, it } from 'vitest'
import { joinLink } from './api/people.ts'
import { shareLink } from './api/sharing.ts'
import { personalLink, resetLink } from './sign-in-links.ts'
import { withoutStrayEnd } from './stray-end.ts'

const origin = 'https://wayfare.example'
const secret = 'aZ09-_aZ09-_aZ09-_aZ09-_aZ09-_a-'
const id = '00000000-0000-4000-8000-00000000abcd'
const addresses = [
  joinLink(origin, secret),
  shareLink(origin, id, id),
  `${origin}/shared/${id}?token=${id}`,
  `${origin}/shared/${id}`,
  personalLink(origin, secret),
  resetLink(origin, secret),
  `${origin}/trip/${id}/group?tab=meals#day-3`,
  `${origin}/`,
]

it.each(addresses)('%s stays as it is', (address) => {
  expect(withoutStrayEnd(address)).toBe(address)
})

it.each([
  '.',
  ',',
  ')',
  '>',
  ').',
  ';',
  '!',
  '?',
  ':',
  '"',
  "'",
  ']',
  '*',
  '…',
  '%3E',
  '%22',
  '%29.',
  '%20',
  '%E2%80%9D',
  '#',
  '%',
])('loses %j behind it', (end) => {
  for (const address of addresses) expect(withoutStrayEnd(address + end)).toBe(address)
})

it('keeps what is encoded and belongs to a token', () => {
  expect(withoutStrayEnd('/join/abc%5F%2D.')).toBe('/join/abc%5F%2D')
  expect(withoutStrayEnd('')).toBe('')
})
