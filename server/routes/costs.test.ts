import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OperationsResponse, operationsResponse } from '#domain/api/operations.ts'
import { tripCreatedResponse } from '#domain/api/trips.ts'
import { countCosts } from '#domain/costs/balances.ts'
import type { ChangeDescription } from '#domain/history/change-description.ts'
import { describeChanges } from '#domain/history/index.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import {
  type Costs,
  type Expense,
  newExpense,
  newPayee,
  newPayer,
  newPayment,
  newShare,
  type Payee,
  type Payment,
} from '#domain/plan/costs.ts'
import { newPerson } from '#domain/plan/people.ts'
import { nameOfPersonRef } from '#domain/plan/person-ref.ts'
import { buildPerson } from '#domain/testing/people.ts'
import { engines } from '#server/testing/engines.ts'
import { insertMembership } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

describe.each(engines)('costs on %s', (engine) => {
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

  const [ben, kim] = [buildPerson('Ben'), buildPerson('Kim')]

  /** A trip with the owner and Ben in one party, a member and Kim in another. Members may edit the plan. */
  async function newTrip() {
    const id = randomUUID()
    await owner.post('/api/trips', { id, name: 'To the lake', type: 'car_trip' })
    const { client: member, user, password } = await server.signUp()
    await insertMembership(server.db, { trip_id: id, user_id: user.id, role: 'member' })
    await owner.makeSection(id, 'people', [
      { id: ownerId, name: '', persons: [newPerson(ownerId, 'Robin'), ben] },
      { id: user.id, name: '', persons: [newPerson(user.id, 'Lou'), kim] },
    ])
    return { id, member, memberId: user.id, password }
  }
  const expenseOf = (addedBy: string, paid: Record<string, number>, sharedBy: string[]): Expense => ({
    ...newExpense(randomUUID(), 'EUR', addedBy),
    name: 'Firewood',
    payers: Object.entries(paid).map(([person, amount]) => newPayer(person, amount)),
    shares: sharedBy.map((person) => newShare(person)),
  })
  const insert = (list: 'expenses' | 'payments' | 'payees', entry: Expense | Payment | Payee): Mutation => ({
    do: 'insert',
    at: [list, entry.id],
    entry,
    after: null,
  })
  const nameOf = (personId: string, name: string): Mutation => ({
    do: 'insert',
    at: ['former', personId],
    entry: { id: personId, name },
    after: null,
  })
  const set = (at: string[], to: unknown, was: unknown = ''): Mutation => ({ do: 'set', at, to, was })
  const currency = set(['currency'], 'EUR')
  async function send(client: TestClient, trip: string, ...all: Mutation[]): Promise<OperationsResponse> {
    const operations = all.map((mutation) => ({ id: randomUUID(), section: 'costs', ...mutation }))
    const { status, body } = await client.post(`/api/trips/${trip}/operations`, { operations, seen: {} })
    expect(status, JSON.stringify(body)).toBe(200)
    return operationsResponse.parse(body)
  }
  const codes = ({ refused }: OperationsResponse) => refused.map(({ code }) => code)
  /** As a process with an empty cache reads it. */
  async function open(trip: string): Promise<{ value: Costs; version: number }> {
    const another = server.openAnother().openClient()
    for (const [name, cookie] of owner.cookies) another.cookies.set(name, cookie)
    const { body } = await another.get(`/api/trips/${trip}`)
    return (body as { sections: { costs: { value: Costs; version: number } } }).sections.costs
  }
  async function balances(trip: string): Promise<Record<string, number>> {
    const { people } = countCosts((await open(trip)).value)
    const all = Object.fromEntries([...people].map(([id, { balance }]) => [id, balance]))
    expect(Object.values(all).reduce((sum, balance) => sum + balance, 0)).toBe(0)
    return all
  }
  async function history(trip: string, from: number, to: number): Promise<string[]> {
    const { body } = await owner.get(`/api/trips/${trip}/history/costs/changes?from=${from}&to=${to}`)
    return describeChanges('costs', (body as { changes: ChangeDescription[] }).changes)
  }

  it.each([true, false])('are added and changed by members for their own party; may they edit: %s', async (mayEdit) => {
    const { id, member, memberId } = await newTrip()
    await owner.put(`/api/trips/${id}/people`, { members_edit: mayEdit })
    const mine = expenseOf(memberId, { [memberId]: 3000 }, [ownerId, memberId])
    const theirs = expenseOf(ownerId, { [ownerId]: 1000 }, [ownerId, memberId])
    await send(owner, id, currency, insert('expenses', theirs))
    const answer = await send(
      member,
      id,
      insert('expenses', mine),
      insert('expenses', expenseOf(ownerId, {}, [])),
      set(['expenses', theirs.id, 'name'], 'Canoe', 'Firewood'),
      set(['expenses', theirs.id, 'added_by'], memberId, ownerId),
      { do: 'remove', at: ['expenses', theirs.id], was: theirs },
      insert('expenses', { ...theirs, added_by: memberId }),
      set(['expenses', theirs.id, 'payers', newPayer(ownerId, 0).id, 'amount'], 1, 1000),
      set(['expenses', mine.id, 'added_by'], ownerId, memberId),
      set(['currency'], 'USD', 'EUR'),
      set(['expenses', mine.id, 'payers', newPayer(memberId, 0).id, 'amount'], 4000, 3000),
    )
    expect(codes(answer)).toEqual(Array(8).fill('not_allowed'))
    expect((await open(id)).value.expenses).toHaveLength(2)
    expect(await balances(id)).toEqual({ [ownerId]: -1500, [memberId]: 1500 })
  })

  it('have the currency that arrives first, and nobody is told that theirs came later', async () => {
    const { id, member } = await newTrip()
    expect(await send(member, id, currency)).toMatchObject({ superseded: [], refused: [] })
    for (const client of [owner, member]) {
      const late = { id: randomUUID(), section: 'costs', ...set(['currency'], 'CAD') }
      for (const _ of ['sent', 'sent again']) {
        const { body } = await client.post(`/api/trips/${id}/operations`, { operations: [late], seen: {} })
        expect(body).toMatchObject({ superseded: [{ id: late.id }], refused: [] })
        expect((body as OperationsResponse).superseded[0]).not.toHaveProperty('is')
      }
    }
    expect((await open(id)).value.currency).toBe('EUR')
    expect(codes(await send(member, id, set(['currency'], 'CAD', 'EUR')))).toEqual(['not_allowed'])
    await send(owner, id, set(['currency'], 'CAD', 'EUR'))
    expect((await open(id)).value.currency).toBe('CAD')
  })

  it('are not brought back by members for others, whatever they say they were', async () => {
    const { id, member, memberId } = await newTrip()
    const theirs = expenseOf(ownerId, { [ownerId]: 1000 }, [memberId])
    const mine = expenseOf(memberId, { [memberId]: 500 }, [ownerId])
    await send(owner, id, currency, insert('expenses', theirs), insert('expenses', mine))
    for (const was of [theirs, mine]) await send(owner, id, { do: 'remove', at: ['expenses', was.id], was })
    const at = ['expenses', theirs.id]
    const taken = { ...theirs, added_by: memberId }
    const answer = await send(member, id, { do: 'restore', at, was: taken }, insert('expenses', taken))
    expect(codes(answer)).toEqual(['not_allowed', 'not_allowed'])
    // A late edit of one’s own expense beats its removal, as everywhere in the plan.
    expect(codes(await send(member, id, set(['expenses', mine.id, 'note'], 'Two bags')))).toEqual([])
    expect((await open(id)).value.expenses).toMatchObject([{ id: mine.id, note: 'Two bags' }])
  })

  it('have payments that only the receiving party confirms, for this amount', async () => {
    const { id, member, memberId } = await newTrip()
    const toOwner = newPayment(randomUUID(), { from: memberId, to: ownerId, amount: 1000, currency: 'EUR' }, memberId)
    const toMember = newPayment(randomUUID(), { from: ownerId, to: kim.id, amount: 700, currency: 'EUR' }, ownerId)
    const answerTo = (payment: { id: string }, amount: number) => [
      set(['payments', payment.id, 'answer'], 'received'),
      set(['payments', payment.id, 'answered_amount'], amount, 0),
    ]
    await send(member, id, currency, insert('payments', toOwner))
    await send(owner, id, insert('payments', toMember))
    expect(codes(await send(member, id, ...answerTo(toOwner, 1000)))).toEqual(['not_allowed', 'not_allowed'])
    expect(codes(await send(member, id, ...answerTo(toMember, 700)))).toEqual([])
    expect(codes(await send(owner, id, ...answerTo(toOwner, 1000)))).toEqual([])
    const answers = async () => countCosts((await open(id)).value).payments.map(({ answer }) => answer)
    expect(await answers()).toEqual(['received', 'received'])
    const forged = await send(
      member,
      id,
      set(['payments', toOwner.id, 'to'], ben.id, ownerId),
      set(['payments', toOwner.id, 'currency'], 'USD', 'EUR'),
      insert('payments', { ...toOwner, amount: 9000, answered_amount: 9000 }),
    )
    expect(codes(forged)).toEqual(['not_allowed', 'not_allowed', 'not_allowed'])
    // Removed and restored, it is confirmed as before. With another amount it is not.
    const [was] = (await open(id)).value.payments.filter((payment) => payment.id === toOwner.id)
    const at = ['payments', toOwner.id]
    expect(codes(await send(member, id, { do: 'remove', at, was }, { do: 'restore', at, was }))).toEqual([])
    expect((await answers()).toSorted()).toEqual(['received', 'received'])
    await send(member, id, set([...at, 'amount'], 9000, 1000))
    expect((await answers()).toSorted()).toEqual(['', 'received'])
  })

  it('of two people who are merged keep both amounts, and a payment between them counts as nothing', async () => {
    const { id, member, memberId } = await newTrip()
    const both = expenseOf(ownerId, { [ben.id]: 1000, [kim.id]: 500 }, [ben.id, kim.id, ownerId])
    const exact: Expense = {
      ...expenseOf(ownerId, { [ownerId]: 900 }, []),
      split: 'amounts',
      shares: [
        newShare(ben.id, { amount: 300 }),
        newShare(kim.id, { amount: 200 }),
        newShare(ownerId, { amount: 400 }),
      ],
    }
    const payment = newPayment(randomUUID(), { from: ben.id, to: kim.id, amount: 250, currency: 'EUR' }, ownerId)
    await send(owner, id, currency, insert('expenses', both), insert('expenses', exact), insert('payments', payment))
    const before = await balances(id)
    expect((await owner.post(`/api/trips/${id}/people/merges`, { stays: kim.id, merged: ben.id })).status).toBe(204)
    const { value } = await open(id)
    expect(JSON.stringify(value.expenses.map(({ payers }) => payers))).not.toContain(ben.id)
    expect(value.expenses.find((one) => one.id === both.id)?.payers.map(({ amount }) => amount)).toEqual([1000, 500])
    expect(value.payments).toMatchObject([{ from: kim.id, to: kim.id }])
    // Of three equal shares two became one, so the rest pay 750 each of 1500. Exact amounts stay: 500 of 900.
    expect(await balances(id)).toEqual({ [kim.id]: 1500 - 750 - 500, [ownerId]: 900 - 750 - 400 })
    expect(before[ownerId]).toBe(900 - 500 - 400)
    // A phone that was offline names the person who was merged.
    const late = expenseOf(memberId, { [ben.id]: 800 }, [ben.id, memberId])
    expect(codes(await send(member, id, insert('expenses', late)))).toEqual([])
    const { expenses } = (await open(id)).value
    expect(expenses.find((one) => one.id === late.id)?.payers).toEqual([newPayer(kim.id, 800)])
    expect(await balances(id)).toMatchObject({ [memberId]: -400 })
  })

  it('of a user who removes their account stay in the sums as those of a former member', async () => {
    const { id, member, memberId, password } = await newTrip()
    await send(owner, id, currency, insert('expenses', expenseOf(ownerId, { [ownerId]: 1000 }, [ownerId, memberId])))
    await send(member, id, insert('expenses', expenseOf(memberId, { [memberId]: 300 }, [ownerId, memberId, kim.id])))
    const before = await balances(id)
    expect((await member.post('/auth/v1/removal', { password, heirs: [], goes: [] })).status).toBe(204)
    expect(JSON.stringify((await open(id)).value)).not.toContain(memberId)
    const after = await balances(id)
    const [former = ''] = Object.keys(after).filter((one) => one !== ownerId && one !== kim.id)
    expect(nameOfPersonRef([], former)).toBe('Former member')
    expect(after).toEqual({ [ownerId]: before[ownerId], [kim.id]: before[kim.id], [former]: before[memberId] })
  })

  it('keep the name of somebody who removes their account only if others have to settle up with them', async () => {
    for (const isOpen of [true, false]) {
      const { id, member, memberId, password } = await newTrip()
      const sharers = isOpen ? [ownerId, memberId] : [memberId]
      await send(owner, id, currency, insert('expenses', expenseOf(memberId, { [memberId]: 1000 }, sharers)))
      await send(owner, id, nameOf(memberId, 'Lou'))
      expect((await member.post('/auth/v1/removal', { password, heirs: [], goes: [] })).status).toBe(204)
      const { value, version } = await open(id)
      const [former = ''] = Object.keys(await balances(id)).filter((one) => one !== ownerId)
      expect(value.former).toEqual(isOpen ? [{ id: former, name: 'Lou' }] : [])
      const earlier = Array.from({ length: version - 1 }, (_, index) => `/api/trips/${id}/history/costs/${index + 1}`)
      for (const { text } of await Promise.all(earlier.map((path) => owner.get(path))))
        expect(text).not.toContain('Lou')
    }
  })

  it('say how to pay somebody only as they said it, and nothing of it once their account is removed', async () => {
    const { id, member, memberId, password } = await newTrip()
    const payee = { ...newPayee(memberId), iban: 'DE89370400440532013000' }
    await send(owner, id, currency, insert('expenses', expenseOf(memberId, { [memberId]: 1000 }, [ownerId, memberId])))
    expect(codes(await send(owner, id, insert('payees', payee)))).toEqual(['not_allowed'])
    expect(codes(await send(member, id, insert('payees', payee)))).toEqual([])
    const change = set(['payees', memberId, 'iban'], 'NL91ABNA0417164300', payee.iban)
    const drop: Mutation = { do: 'remove', at: ['payees', memberId], was: payee, after: null }
    expect(codes(await send(owner, id, change))).toEqual(['not_allowed'])
    expect(codes(await send(member, id, change, drop))).toEqual(['not_allowed'])
    expect((await open(id)).value.payees).toEqual([{ ...payee, iban: 'NL91ABNA0417164300' }])
    expect((await member.post('/auth/v1/removal', { password, heirs: [], goes: [] })).status).toBe(204)
    const { value, version } = await open(id)
    expect(value.payees).toEqual([])
    const earlier = Array.from({ length: version }, (_, index) => `/api/trips/${id}/history/costs/${index + 1}`)
    for (const { text } of await Promise.all(earlier.map((path) => owner.get(path))))
      for (const secret of [payee.iban, 'NL91ABNA0417164300']) expect(text).not.toContain(secret)
  })

  it('store the name of somebody who leaves the list, for those who may remove them', async () => {
    const { id, member } = await newTrip()
    await send(owner, id, currency, insert('expenses', expenseOf(ownerId, { [ben.id]: 1000 }, [ownerId, ben.id])))
    expect(codes(await send(member, id, nameOf(ben.id, 'Ben')))).toEqual([])
    await owner.put(`/api/trips/${id}/people`, { members_edit: false })
    expect(codes(await send(member, id, nameOf(ben.id, 'Bill'), nameOf(kim.id, 'Kim')))).toEqual(['not_allowed'])
    expect((await open(id)).value.former.map(({ name }) => name)).toEqual(['Kim', 'Ben'])
  })

  it('stay when a person is removed from the list', async () => {
    const { id } = await newTrip()
    await send(owner, id, currency, insert('expenses', expenseOf(ownerId, { [ben.id]: 1000 }, [ownerId, ben.id])))
    const before = await open(id)
    const at = [ownerId, 'persons', ben.id]
    const operations = [{ id: randomUUID(), section: 'people', do: 'remove', at, was: ben, after: ownerId }]
    await owner.post(`/api/trips/${id}/operations`, { operations, seen: {} })
    expect(await open(id)).toEqual(before)
    expect(await balances(id)).toEqual({ [ben.id]: 500, [ownerId]: -500 })
  })

  it('are not copied, and readers of a share link get none', async () => {
    const { id } = await newTrip()
    await send(owner, id, currency, insert('expenses', expenseOf(ownerId, { [ownerId]: 1000 }, [ownerId])))
    const none = { currency: '', expenses: [], payments: [], former: [], payees: [], fees: [] }
    const request = { id: randomUUID(), name: 'Next year', with_people: true, with_ticks: true }
    const { body: copy } = await owner.post(`/api/trips/${id}/copies`, request)
    expect((await open(tripCreatedResponse.parse(copy).trip.id)).value).toEqual(none)
    await owner.put(`/api/trips/${id}/sharing`, { is_public: true })
    const { client: reader } = await server.signUp()
    const { text, body } = await reader.get(`/api/shared/${id}`)
    expect((body as { sections: { costs: { value: Costs } } }).sections.costs.value).toEqual(none)
    for (const secret of ['Firewood', ownerId, 'EUR']) expect(text.includes(secret), secret).toBe(false)
    expect((await reader.get(`/api/trips/${id}`)).status).toBe(404)
    expect((await reader.post(`/api/trips/${id}/operations`, { operations: [], seen: {} })).status).not.toBe(200)
  })

  it('have a history that says what changed', async () => {
    const { id, memberId } = await newTrip()
    const expense = expenseOf(ownerId, { [ownerId]: 2400 }, [ownerId, memberId])
    await send(owner, id, currency, insert('expenses', expense))
    const at = ['expenses', expense.id]
    await send(
      owner,
      id,
      set([...at, 'shares', newShare(ownerId).id, 'weight'], 2000, 1000),
      set([...at, 'shares', newShare(memberId).id, 'weight'], 3000, 1000),
      set([...at, 'payers', newPayer(ownerId, 0).id, 'amount'], 3000, 2400),
    )
    await send(owner, id, { do: 'remove', at, was: (await open(id)).value.expenses[0] })
    expect(await history(id, 0, 1)).toEqual([
      'set the currency of the costs to EUR',
      'added the expense “Firewood”, €24.00',
    ])
    expect(await history(id, 1, 2)).toEqual([
      'changed who shares “Firewood”',
      'changed what was paid for “Firewood” from €24.00 to €30.00',
    ])
    expect(await history(id, 2, 3)).toEqual(['removed the expense “Firewood”, €30.00'])
  })
})
