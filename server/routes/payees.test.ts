import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OperationsResponse, operationsResponse } from '#domain/api/operations.ts'
import { invitationMade, joined, peopleResponse } from '#domain/api/people.ts'
import { tripResponse } from '#domain/api/trips.ts'
import { feePaymentId } from '#domain/costs/fees.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { type Costs, newFee, newPayee, newPayment, type Payment } from '#domain/plan/costs.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

const IBAN = 'DE89370400440532013000'

describe.each(engines)('how to pay somebody, and fees, on %s', (engine) => {
  let server: TestApp
  let ownerId: string
  let owner: TestClient
  beforeAll(async () => {
    server = await openTestApp(engine)
    ownerId = await insertAccount(server.db)
    owner = await server.openSession({ id: ownerId })
  })
  afterAll(() => server.remove())

  const ben = buildPerson('Ben')
  /** A trip with Ben on its list. */
  async function newTrip() {
    const { id } = await insertTrip(server.db, { owner_id: ownerId, name: 'To the lake' })
    await owner.makeSection(id, 'people', [buildParty(ben)])
    const { token } = invitationMade.parse((await owner.post(`/api/trips/${id}/invitations`, {})).body)
    return { id, token }
  }
  async function join(token: string, body: object, client = server.openClient()) {
    const answer = await client.post('/api/join', { token, device: randomUUID(), ...body })
    expect(answer, answer.text).toMatchObject({ status: 200 })
    return { client, user: joined.parse(answer.body).user }
  }
  const decide = async (id: string, userId: string, is_right: boolean) => {
    const { people } = peopleResponse.parse((await owner.get(`/api/trips/${id}/people`)).body)
    const person_id = people.find((one) => one.id === userId)?.person_id
    const { status } = await owner.put(`/api/trips/${id}/people/${userId}/name`, { is_right, person_id })
    expect(status).toBe(204)
  }
  async function send(client: TestClient, trip: string, ...all: Mutation[]): Promise<OperationsResponse> {
    const operations = all.map((mutation) => ({ id: randomUUID(), section: 'costs', ...mutation }))
    const { status, body } = await client.post(`/api/trips/${trip}/operations`, { operations, seen: {} })
    expect(status, JSON.stringify(body)).toBe(200)
    return operationsResponse.parse(body)
  }
  const codes = ({ refused }: OperationsResponse) => refused.map(({ code }) => code)
  const payeeOf = (personId: string) => ({ ...newPayee(personId), iban: IBAN })
  const write = (personId: string): Mutation => ({
    do: 'insert',
    at: ['payees', personId],
    entry: payeeOf(personId),
    after: null,
  })
  async function costsOf(id: string): Promise<{ value: Costs; version: number }> {
    const { costs } = tripResponse.parse((await owner.get(`/api/trips/${id}`)).body).sections
    return costs as { value: Costs; version: number }
  }
  const payeesOf = async (id: string) => (await costsOf(id)).value.payees
  /** Ben, who is confirmed and has said how to pay him. */
  async function newPayeeOfBen() {
    const { id, token } = await newTrip()
    const { client, user } = await join(token, { name: 'Ben', person_id: ben.id })
    await decide(id, user.id, true)
    expect(codes(await send(client, id, write(ben.id)))).toEqual([])
    expect(await payeesOf(id)).toEqual([payeeOf(ben.id)])
    return { id, token, client, user }
  }

  it('is dropped when an organizer says that they are somebody else', async () => {
    const { id, user } = await newPayeeOfBen()
    await decide(id, user.id, false)
    expect(await payeesOf(id)).toEqual([])
  })

  it('is dropped when they leave, so that nobody else who is Ben later has it', async () => {
    const { id, token, client, user } = await newPayeeOfBen()
    expect((await owner.send('DELETE', `/api/trips/${id}/people/${user.id}`)).status).toBe(204)
    expect(await payeesOf(id)).toEqual([])
    expect((await client.get(`/api/trips/${id}`)).status).toBe(404)
    const next = await join(token, { name: 'Ben', person_id: ben.id })
    await decide(id, next.user.id, true)
    // Typing in what is gone brings nothing of it back.
    const type: Mutation = { do: 'set', at: ['payees', ben.id, 'note'], was: '', to: 'Cash' }
    await send(next.client, id, type)
    expect((await payeesOf(id)).filter(({ iban }) => iban === IBAN)).toEqual([])
  })

  it('is dropped when two people are merged, or a claim to be them is confirmed', async () => {
    const { id } = await newPayeeOfBen()
    const other = buildPerson('Benjamin')
    await owner.makeSection(id, 'people', [buildParty(ben), buildParty(other)])
    const merge = await owner.post(`/api/trips/${id}/people/merges`, { stays: ben.id, merged: other.id })
    expect(merge.status, merge.text).toBe(204)
    expect(await payeesOf(id)).toEqual([])

    const trip = await newTrip()
    const former = await join(trip.token, { name: 'Kim' })
    expect(codes(await send(former.client, trip.id, write(former.user.id)))).toEqual([])
    const claimant = await join(trip.token, { name: 'Kim', person_id: former.user.id, is_claim: true })
    expect(await payeesOf(trip.id)).toHaveLength(1)
    await decide(trip.id, claimant.user.id, true)
    expect(await payeesOf(trip.id)).toEqual([])
  })

  it('can be removed by organizers, and written by nobody else', async () => {
    const { id, token, client } = await newPayeeOfBen()
    const drop: Mutation = { do: 'remove', at: ['payees', ben.id], was: payeeOf(ben.id), after: null }
    const other = await join(token, { name: 'Kim' })
    expect(codes(await send(other.client, id, drop))).toEqual(['not_allowed'])
    expect(codes(await send(client, id, drop))).toEqual(['not_allowed'])
    expect(codes(await send(owner, id, drop))).toEqual([])
    expect(await payeesOf(id)).toEqual([])
    const restore: Mutation = { do: 'restore', at: ['payees', ben.id], was: payeeOf(ben.id), after: null }
    expect(codes(await send(owner, id, restore, write(ben.id)))).toEqual(['not_allowed', 'not_allowed'])
  })

  it('is not written by a session that an organizer opened for a guest', async () => {
    const { id, token } = await newTrip()
    const { client, user } = await join(token, { name: 'Kim' })
    const { body } = await owner.post(`/api/trips/${id}/people/${user.id}/personal-link`)
    const helped = server.openClient()
    await helped.post('/auth/v1/token?grant_type=personal_link', body as object)
    const currency: Mutation = { do: 'set', at: ['currency'], was: '', to: 'EUR' }
    expect(codes(await send(helped, id, currency, write(user.id)))).toEqual(['not_allowed'])
    expect((await costsOf(id)).value).toMatchObject({ currency: 'EUR', payees: [] })
    expect(codes(await send(client, id, write(user.id)))).toEqual([])
    const change: Mutation = { do: 'set', at: ['payees', user.id, 'iban'], was: IBAN, to: '' }
    expect(codes(await send(helped, id, change))).toEqual(['not_allowed'])
  })

  it('is erased with an account that was another person of the list before', async () => {
    const { id, token } = await newTrip()
    const { client, user, password } = await server.signUp()
    await join(token, { person_id: ben.id, is_claim: false }, client)
    await decide(id, user.id, true)
    expect(codes(await send(client, id, write(ben.id)))).toEqual([])
    await decide(id, user.id, false)
    const { version } = await costsOf(id)
    const paths = Array.from({ length: version }, (_, index) => `/api/trips/${id}/history/costs/${index + 1}`)
    const textOf = async () => (await Promise.all(paths.map((path) => owner.get(path)))).map(({ text }) => text).join()
    expect(await textOf()).toContain(IBAN)
    const removal = await client.post('/auth/v1/removal', { password, heirs: [], goes: [] })
    expect(removal.status, removal.text).toBe(204)
    expect(await textOf()).not.toContain(IBAN)
  })

  describe('a payment of a fee that two people note at the same time', () => {
    async function newFeeTrip() {
      const { id } = await newTrip()
      const [one, other] = await Promise.all([server.signUp(), server.signUp()])
      await insertMembership(server.db, { trip_id: id, user_id: one.user.id, role: 'member' })
      await insertMembership(server.db, { trip_id: id, user_id: other.user.id, role: 'organizer' })
      const parties = [one, other].map(({ user }) => buildParty(buildPerson('Kim', { id: user.id })))
      await owner.makeSection(id, 'people', [buildParty(buildPerson('Robin', { id: ownerId })), ...parties])
      const fee = { ...newFee(randomUUID(), 'EUR', ownerId), adult: 5000 }
      await send(owner, id, { do: 'insert', at: ['fees', fee.id], entry: fee, after: null })
      const paymentId = feePaymentId(fee, { id: parties[0]?.id ?? '', paid: 0, waiting: 0 }, [])
      const people = { from: one.user.id, to: ownerId, amount: 5000, currency: 'EUR' }
      const insert = (by: string, change: Partial<Payment> = {}): Mutation => {
        const entry = { ...newPayment(paymentId, people, by), fee: fee.id, ...change }
        return { do: 'insert', at: ['payments', paymentId], entry, after: null }
      }
      return {
        id,
        paymentId,
        payer: one.client,
        payerId: one.user.id,
        helper: other.client,
        helperId: other.user.id,
        insert,
      }
    }

    it('counts once, whoever of them is first', async () => {
      for (const first of ['owner', 'payer'] as const) {
        const { id, payer, payerId, helper, helperId, insert } = await newFeeTrip()
        const ofOwner = insert(ownerId, { answer: 'received', answered_amount: 5000 })
        const ofPayer = insert(payerId)
        const answers =
          first === 'owner'
            ? [await send(owner, id, ofOwner), await send(payer, id, ofPayer)]
            : [await send(payer, id, ofPayer), await send(owner, id, ofOwner)]
        answers.push(await send(helper, id, insert(helperId)))
        expect(answers.map(codes)).toEqual([[], [], []])
        const { payments } = (await costsOf(id)).value
        expect(payments).toMatchObject([{ from: payerId, amount: 5000, answer: 'received', fee: expect.any(String) }])
      }
    })

    it('is not confirmed, or made another one, by the payer', async () => {
      const { id, payer, payerId, insert } = await newFeeTrip()
      await send(owner, id, insert(ownerId))
      const received = insert(payerId, { answer: 'received', answered_amount: 5000 })
      const others = [received, insert(payerId, { amount: 6000 }), insert(payerId, { to: payerId }), insert(ownerId)]
      expect(new Set(codes(await send(payer, id, ...others)))).toEqual(new Set(['not_allowed']))
      expect((await costsOf(id)).value.payments).toMatchObject([{ added_by: ownerId, amount: 5000, answer: '' }])
    })

    it('can be noted by the payer after an organizer took theirs back, but not confirmed', async () => {
      const { id, payer, payerId, insert, paymentId } = await newFeeTrip()
      await send(owner, id, insert(ownerId))
      const [was] = (await costsOf(id)).value.payments
      await send(owner, id, { do: 'remove', at: ['payments', paymentId], was, after: null })
      expect((await costsOf(id)).value.payments).toEqual([])
      const received = insert(payerId, { answer: 'received', answered_amount: 5000 })
      expect(codes(await send(payer, id, received, insert(ownerId)))).toEqual(['not_allowed', 'not_allowed'])
      expect(codes(await send(payer, id, insert(payerId)))).toEqual([])
      expect((await costsOf(id)).value.payments).toMatchObject([{ added_by: payerId, answer: '' }])
    })
  })
})
