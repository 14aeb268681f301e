import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationsAnswer } from '#domain/api/operations.ts'
import { type Costs, type Expense, newExpense, newPayer, newPayment, newShare } from '#domain/plan/costs.ts'
import { newPerson, type Person } from '#domain/plan/people.ts'
import { engines } from '#server/testing/engines.ts'
import { insertMembership } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

/* The people list says who travels together. Many people can edit it, so it gives nobody the money of others. */
describe.each(engines)('rights to the costs on %s', (engine) => {
  let server: TestApp
  let owner: TestClient
  let ownerId: string
  beforeAll(async () => {
    server = await openTestApp(engine)
    const { client, user } = await server.signUp()
    owner = client
    ownerId = user.id
  })
  afterAll(() => server.remove())

  async function newTrip() {
    const id = randomUUID()
    await owner.post('/api/trips', { id, name: 'To the lake', type: 'car_trip' })
    const { client: member, user } = await server.signUp()
    return { id, member, memberId: user.id }
  }
  const join = (trip_id: string, user_id: string, place: Partial<Parameters<typeof insertMembership>[1]> = {}) =>
    insertMembership(server.db, { trip_id, user_id, role: 'member', ...place })

  async function send(client: TestClient, trip: string, section: 'costs' | 'people', ...all: object[]) {
    const operations = all.map((mutation) => ({ id: randomUUID(), section, ...mutation }))
    const { status, body } = await client.post(`/api/trips/${trip}/operations`, { operations, seen: {} })
    expect(status, JSON.stringify(body)).toBe(200)
    return operationsAnswer.parse(body).refused.map(({ code }) => code)
  }
  const insert = (list: 'expenses' | 'payments', entry: { id: string }) => ({
    do: 'insert',
    at: [list, entry.id],
    entry,
    after: null,
  })
  const set = (at: string[], to: unknown, was: unknown = '') => ({ do: 'set', at, to, was })
  const paidBy = (personId: string): Expense => ({
    ...newExpense(randomUUID(), 'EUR', personId),
    payers: [newPayer(personId, 1000)],
    shares: [newShare(personId)],
  })
  /** What a member does who wants somebody's money: makes an expense smaller, and says that a payment has arrived. */
  const takeOver = (expense: Expense, paymentId: string, amount: number) => [
    set(['expenses', expense.id, 'payers', newPayer(expense.added_by, 0).id, 'amount'], 1, 1000),
    { do: 'remove', at: ['expenses', expense.id], was: expense },
    set(['payments', paymentId, 'answer'], 'received'),
    set(['payments', paymentId, 'answered_amount'], amount, 0),
  ]
  const addParty = (id: string, ...persons: Person[]) => ({
    do: 'insert',
    at: [id],
    entry: { id, name: '', persons },
    after: null,
  })
  async function open(trip: string): Promise<Costs> {
    const { body } = await owner.get(`/api/trips/${trip}`)
    return (body as { sections: { costs: { value: Costs } } }).sections.costs.value
  }
  const payment = (from: string, to: string) =>
    newPayment(randomUUID(), { from, to, amount: 1000, currency: 'EUR' }, from)

  it('are not had by moving somebody who has joined into one’s own party', async () => {
    const { id, member, memberId } = await newTrip()
    await join(id, memberId)
    const listed = newPerson(ownerId, 'Robin')
    await owner.makeSection(id, 'people', [
      { id: ownerId, name: '', persons: [listed] },
      { id: memberId, name: '', persons: [newPerson(memberId, 'Lou')] },
    ])
    const [expense, toOwner] = [paidBy(ownerId), payment(memberId, ownerId)]
    await send(owner, id, 'costs', set(['currency'], 'EUR'), insert('expenses', expense))
    await send(member, id, 'costs', insert('payments', toOwner))
    const moved = await send(
      member,
      id,
      'people',
      { do: 'remove', at: [ownerId, 'persons', ownerId], was: listed, after: null },
      { do: 'insert', at: [memberId, 'persons', ownerId], entry: listed, after: memberId },
    )
    expect(moved).toEqual([])
    const before = await open(id)
    expect(await send(member, id, 'costs', ...takeOver(expense, toOwner.id, 1000))).toEqual(
      Array(4).fill('not_allowed'),
    )
    expect(await open(id)).toEqual(before)
  })

  it('are not had by listing somebody who has joined and is not on the list', async () => {
    const { id, member, memberId } = await newTrip()
    await join(id, memberId)
    await owner.put(`/api/trips/${id}/people`, { members_edit: false })
    await owner.makeSection(id, 'people', [])
    const [expense, toOwner] = [paidBy(ownerId), payment(memberId, ownerId)]
    await send(owner, id, 'costs', set(['currency'], 'EUR'), insert('expenses', expense))
    await send(member, id, 'costs', insert('payments', toOwner))
    const added = addParty(memberId, newPerson(memberId, 'Lou'), newPerson(ownerId, 'Robin'))
    expect(await send(member, id, 'people', added)).toEqual([])
    const before = await open(id)
    expect(await send(member, id, 'costs', ...takeOver(expense, toOwner.id, 1000))).toEqual(
      Array(4).fill('not_allowed'),
    )
    expect(await open(id)).toEqual(before)
  })

  it('are those of a whole family that shares, with children, once an organizer has confirmed who somebody is', async () => {
    const { id, member, memberId } = await newTrip()
    const { client: partner, user } = await server.signUp()
    const [lou, kim, child] = [
      newPerson(randomUUID(), 'Lou'),
      newPerson(randomUUID(), 'Kim'),
      newPerson(randomUUID(), 'Jo'),
    ]
    const party_id = randomUUID()
    await owner.makeSection(id, 'people', [{ id: party_id, name: '', persons: [lou, kim, child] }])
    await join(id, user.id, { person_id: kim.id, party_id })
    await join(id, memberId, { person_id: lou.id, party_id, confirmed_at: null, shares_party: false })
    const [ofKim, ofChild] = [paidBy(kim.id), paidBy(child.id)]
    const [toKim, toChild, toLou] = [kim, child, lou].map((person) => payment(ownerId, person.id))
    await send(owner, id, 'costs', set(['currency'], 'EUR'), insert('expenses', ofChild))
    await send(owner, id, 'costs', ...[toKim, toChild, toLou].map((one) => insert('payments', one as { id: string })))
    await send(partner, id, 'costs', insert('expenses', ofKim))
    const note = (expense: Expense) => set(['expenses', expense.id, 'note'], 'In cash')
    const answer = (one: { id: string } | undefined) => set(['payments', one?.id ?? '', 'answer'], 'received')
    const wishes = [note(ofKim), note(ofChild), answer(toKim), answer(toChild), answer(toLou)]

    const own = paidBy(lou.id)
    expect(await send(member, id, 'costs', ...wishes)).toEqual(Array(5).fill('not_allowed'))
    expect(await send(member, id, 'costs', insert('expenses', own), note(own))).toEqual([])
    const membership = server.db.updateTable('memberships').where('trip_id', '=', id).where('user_id', '=', memberId)
    await membership.set({ confirmed_at: new Date().toISOString() }).execute()
    expect(await send(member, id, 'costs', ...wishes)).toEqual(Array(4).fill('not_allowed'))
    await membership.set({ shares_party: true }).execute()
    expect(await send(member, id, 'costs', ...wishes)).toEqual([])
    await server.db.updateTable('memberships').where('user_id', '=', user.id).set({ shares_party: false }).execute()
    expect(await send(member, id, 'costs', note(ofKim), answer(toKim), note(ofChild))).toEqual(
      Array(2).fill('not_allowed'),
    )
  })
})
