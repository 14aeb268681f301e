import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Passenger } from '#domain/plan/booking.ts'
import { newStay } from '#domain/plan/stays.ts'
import type { Ticket } from '#domain/plan/tickets.ts'
import { buildSegment, buildTicket } from '#domain/testing/tickets.ts'
import { type Draft, ownerOf, planDrafts, withCode } from './drafts.ts'
import { listTravellers, withChoices } from './travellers.ts'

const nameOf = ({ name, person_id }: Passenger) => name || person_id
const id = () => crypto.randomUUID()

interface Read {
  names?: string[]
  gate?: string
  isCancelled?: boolean
  legs?: number
}

/** A draft of a booking of one or two flights, as a mail or a pass gives it. */
function draft({ names = [], gate = '', isCancelled = false, legs = 1 }: Read = {}): Draft {
  const passengers = names.map((name) => ({ id: id(), person_id: '', name }))
  const [out, on] = [
    buildSegment('YYZ', '2031-05-02T15:00', 'YUL', '2031-05-02T16:20', { ...{ carrier: 'AC', number: '406', gate } }),
    buildSegment('YUL', '2031-05-02T20:05', 'LIS', '2031-05-03T07:40', { ...{ carrier: 'AC', number: '812' } }),
  ]
  const segments = [out, on].slice(0, legs).map((one) => ({
    ...one,
    seats: passengers.map(({ id: owner, name }) => ({ id: owner, seat: name.slice(0, 2), cabin: '' })),
  }))
  const codes = passengers.map((one) => ({
    ...{ id: id(), format: 'aztec' as const, text: one.name, passenger_id: one.id, segment_id: '' },
  }))
  const entry = buildTicket('AC 406', { confirmationNumber: 'QX7K2M', passengers, segments, codes })
  return { id: id(), sourceId: id(), isCancelled, read: { is: 'ticket', entry } }
}

const plan = (drafts: readonly Draft[], tickets: readonly Ticket[] = []) =>
  planDrafts(drafts, { tickets, stays: [] }, nameOf)
const entryOf = (one: Draft) => one.read.entry as Ticket

describe('what is read about one booking becomes one ticket', () => {
  it('in whatever order it is read', () => {
    const all = [
      draft({ names: ['Ana Sousa', 'Omar Haddad'], gate: 'D31', legs: 2 }),
      draft({ names: ['Omar Haddad'] }),
      draft({ names: ['Ana Sousa'] }),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: 3 }), (drafts) => {
        const { tickets, groups } = plan(drafts)
        expect(groups).toMatchObject([{ state: 'new', drafts: { length: 3 } }])
        const [ticket] = tickets
        expect(tickets).toHaveLength(1)
        expect(ticket?.passengers.map(nameOf).toSorted()).toEqual(['Ana Sousa', 'Omar Haddad'])
        expect(ticket?.segments.map(({ gate }) => gate)).toEqual(['D31', ''])
        for (const { text, passenger_id } of ticket?.codes ?? [])
          expect(ticket?.passengers.find((one) => one.id === passenger_id)?.name).toBe(text)
        expect(ticket?.codes).toHaveLength(2)
      }),
    )
  })

  it('and a second time it changes nothing', () => {
    const read = [draft({ names: ['Ana Sousa'], gate: 'D31', legs: 2 })]
    const { tickets } = plan(read)
    const again = plan([draft({ names: ['Ana Sousa'], gate: 'D31', legs: 2 })], tickets)
    expect(again.groups).toMatchObject([{ state: 'same', changes: [] }])
    expect(again.tickets).toEqual(tickets)
  })

  it('and two changes of one gate are one', () => {
    const { tickets } = plan([draft({ gate: 'A1' })])
    const { groups } = plan([draft({ gate: 'B2' }), draft({ gate: 'C3' })], tickets)
    expect(groups).toMatchObject([{ state: 'changed', changes: [{ what: 'gate', was: 'A1', to: 'C3' }] }])
    // Back where it was.
    expect(plan([draft({ gate: 'B2' }), draft({ gate: 'A1' })], tickets).groups).toMatchObject([{ state: 'same' }])
  })
})

describe('a cancellation', () => {
  it('removes a ticket only if all of it is cancelled', () => {
    const { tickets } = plan([draft({ names: ['Ana Sousa', 'Omar Haddad'], legs: 2 })])
    const whole = plan([draft({ isCancelled: true, legs: 2 })], tickets)
    expect(whole.groups).toMatchObject([{ state: 'cancelled', id: tickets[0]?.id }])
    expect(whole.tickets).toEqual([])
    for (const part of [
      draft({ isCancelled: true, legs: 1 }),
      draft({ isCancelled: true, legs: 2, names: ['Ana Sousa'] }),
    ]) {
      const { groups, tickets: left } = plan([part], tickets)
      expect(groups).toMatchObject([{ state: 'same', hasCancelledPart: true }])
      expect(left).toEqual(tickets)
    }
  })

  it('of what is not in the plan, or only just read, adds nothing', () => {
    expect(plan([draft({ isCancelled: true })])).toMatchObject({ tickets: [], groups: [{ state: 'gone' }] })
    expect(plan([draft(), draft({ isCancelled: true })])).toMatchObject({ tickets: [], groups: [{ state: 'gone' }] })
  })
})

describe('who the passengers are', () => {
  const named = (names: string[]) => ({ draft: draft({ names }), names })

  it('is asked once, and counts for similar names in other files', () => {
    const all = [named(['Ana Maria Sousa', 'Omar Haddad']), named(['Ana Sousa'])]
    const { groups } = plan(all.map((one) => one.draft))
    expect(listTravellers(groups, all).map(({ name }) => name)).toEqual(['Ana Maria Sousa', 'Omar Haddad'])
    const chosen = all.map((one) => withChoices(one, new Map([['Ana Maria Sousa', 'ana']])))
    expect(plan(chosen).tickets[0]?.passengers.map(nameOf)).toEqual(['ana', 'Omar Haddad'])
    const kept = all.map((one) => withChoices(one, new Map([['Ana Maria Sousa', '']])))
    expect(plan(kept).tickets[0]?.passengers.map(nameOf)).toEqual(['Ana Maria Sousa', 'Omar Haddad'])
  })

  it('is not asked about two of one name, who stay two', () => {
    const two = named(['Ana Sousa', 'Ana Sousa'])
    const { groups, tickets } = plan([two.draft])
    expect(listTravellers(groups, [two])).toEqual([])
    expect(tickets[0]?.passengers).toHaveLength(2)
    expect(withChoices(two, new Map([['Ana Sousa', 'ana']]))).toEqual(two.draft)
  })
})

it('a file belongs to the only passenger whom it names', () => {
  const [both, omar] = [draft({ names: ['Ana Sousa', 'Omar Haddad'] }), draft({ names: ['Omar Haddad'] })]
  const [ticket] = plan([both, omar]).tickets
  if (!ticket) throw new Error('There is none')
  expect(ownerOf(ticket, [omar], nameOf)).toBe(ticket.passengers[1]?.id)
  expect(ownerOf(ticket, [both], nameOf)).toBe('')
  expect(ownerOf(ticket, [draft()], nameOf)).toBe('')
  expect(ownerOf(entryOf(omar), [omar], nameOf)).toBe('')
})

it('a stay and a ticket do not mix', () => {
  const stay = newStay(id(), { name: 'AC 406', confirmation_number: 'QX7K2M' })
  const read: Draft = { id: id(), sourceId: id(), isCancelled: false, read: { is: 'stay', entry: stay } }
  const { tickets, stays } = plan([draft(), read])
  expect([tickets.length, stays.length]).toEqual([1, 1])
})

it('a code is added once', () => {
  const ticket = buildTicket('Museum')
  const code = { id: id(), sourceId: id(), format: 'qr' as const, text: 'MUSEUM-77' }
  const once = withCode(ticket, code)
  expect(once.codes).toMatchObject([{ text: 'MUSEUM-77', passenger_id: '' }])
  expect(withCode(once, { ...code, id: id() })).toBe(once)
})
