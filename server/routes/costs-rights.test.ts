import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationsResponse } from '#domain/api/operations.ts'
import { joined, peopleResponse } from '#domain/api/people.ts'
import { type Costs, type Expense, newExpense, newPayer, newPayment, newShare } from '#domain/plan/costs.ts'
import { newPerson, type Person } from '#domain/plan/people.ts'
import { FORMER_PERSON } from '#domain/plan/person-ref.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import { removeAccount } from '#server/people/remove-account.ts'
import { transferOwnership } from '#server/people/transfer-ownership.ts'
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
    return operationsResponse.parse(body).refused.map(({ code }) => code)
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
  const addPerson = (partyId: string, person: Person) => ({
    do: 'insert',
    at: [partyId, 'persons', person.id],
    entry: person,
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
      buildParty(buildPerson('Lou', { id: memberId })),
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
    const [lou, kim, child] = [buildPerson('Lou'), buildPerson('Kim'), buildPerson('Jo')]
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

  it('do not include what the app refuses: a rate of 0, and a payment of nothing', async () => {
    const { id } = await newTrip()
    const foreign = { ...paidBy(ownerId), currency: 'USD' }
    const paid = payment(ownerId, foreign.id)
    const wishes = [
      insert('expenses', { ...foreign, rate: '0 EUR' } as Expense),
      insert('payments', { ...paid, amount: 0 } as { id: string }),
    ]
    expect(await send(owner, id, 'costs', set(['currency'], 'EUR'), ...wishes)).toEqual(
      Array(2).fill('invalid_operation'),
    )
    const changes = [set(['expenses', foreign.id, 'rate'], '0.00'), set(['payments', paid.id, 'amount'], 0, 1000)]
    expect(await send(owner, id, 'costs', insert('expenses', foreign), insert('payments', paid), ...changes)).toEqual(
      Array(2).fill('invalid_operation'),
    )
  })

  describe('of people who have left or wait', () => {
    /** An editor or somebody who only ticks, with a party of their own. */
    async function newMember(trip: string, name = 'Lou') {
      const { client, user } = await server.signUp()
      await join(trip, user.id)
      await send(owner, trip, 'people', addParty(user.id, newPerson(user.id, name)))
      return { client, id: user.id }
    }
    /** A trip in which somebody wants the money of others, and cannot edit the plan. */
    async function newTripWithTicker() {
      const { id } = await newTrip()
      await send(owner, id, 'costs', set(['currency'], 'EUR'))
      const ticker = await newMember(id, 'Mallory')
      await owner.put(`/api/trips/${id}/people`, { members_edit: false })
      const { token } = (await owner.post(`/api/trips/${id}/invitations`, {})).body as { token: string }
      return { id, ticker, token }
    }
    /** Joins as a guest, under a name of the list if one is given. */
    async function joinByName(token: string, body: object) {
      const client = server.openClient()
      const { body: answer } = await client.post('/api/join', { token, device: randomUUID(), name: 'Kim', ...body })
      return { client, id: joined.parse(answer).user.id }
    }
    const planners = async (trip: string) =>
      peopleResponse.parse((await owner.get(`/api/trips/${trip}/people`)).body).people
    const personOf = async (trip: string, userId: string) =>
      (await planners(trip)).find(({ id }) => id === userId)?.person_id ?? ''
    const check = async (trip: string, userId: string, is_right: boolean) => {
      const body = { is_right, person_id: await personOf(trip, userId) }
      expect((await owner.put(`/api/trips/${trip}/people/${userId}/name`, body)).status).toBe(204)
    }
    const remove = async (trip: string, userId: string, by = owner) =>
      expect((await by.send('DELETE', `/api/trips/${trip}/people/${userId}`)).status).toBe(204)
    const unlist = (trip: string, person: Person) =>
      send(owner, trip, 'people', {
        do: 'remove',
        at: [person.id],
        was: { id: person.id, name: '', persons: [person] },
        after: null,
      })
    const note = ({ id }: Expense, to = 'In cash') => set(['expenses', id, 'note'], to)

    /** Nobody who adds this person to their own party, or has them in it, changes anything of theirs. */
    async function expectSafe(trip: string, ticker: { client: TestClient; id: string }, personId: string) {
      const { expenses } = await open(trip)
      const theirs = expenses.find(({ added_by }) => added_by === personId) as Expense
      expect(theirs).toBeDefined()
      const toThem = payment(ticker.id, personId)
      expect(await send(ticker.client, trip, 'costs', insert('payments', toThem))).toEqual([])
      const at = [ticker.id, 'persons', personId]
      await send(ticker.client, trip, 'people', {
        do: 'insert',
        at,
        entry: newPerson(personId, 'Mallory'),
        after: null,
      })
      const before = await open(trip)
      const as = { ...theirs, added_by: ticker.id }
      const wishes = [
        ...takeOver(theirs, toThem.id, 1000),
        note(theirs),
        { do: 'restore', at: ['expenses', theirs.id], was: as, after: null },
        set(['expenses', theirs.id, 'added_by'], ticker.id, personId),
        insert('expenses', paidBy(personId)),
        insert('payments', { ...payment(personId, ticker.id), added_by: personId } as { id: string }),
      ]
      expect(await send(ticker.client, trip, 'costs', ...wishes)).toEqual(wishes.map(() => 'not_allowed'))
      expect(await open(trip)).toEqual(before)
    }

    it.each(['removed by an organizer', 'gone by themselves', 'removed, and off the list', 'who may have edited'])(
      'are safe: somebody %s',
      async (how) => {
        const { id, ticker } = await newTripWithTicker()
        const kim = await newMember(id, 'Kim')
        if (how === 'who may have edited') await owner.put(`/api/trips/${id}/people`, { members_edit: true })
        await send(kim.client, id, 'costs', insert('expenses', paidBy(kim.id)))
        await remove(id, kim.id, how === 'gone by themselves' ? kim.client : owner)
        expect(await unlist(id, newPerson(kim.id, 'Kim'))).toEqual([])
        await expectSafe(id, ticker, kim.id)
      },
    )

    it('are safe: somebody whose account was deleted, under the id that is left of them', async () => {
      const { id, ticker } = await newTripWithTicker()
      const kim = await newMember(id, 'Kim')
      await send(kim.client, id, 'costs', insert('expenses', paidBy(kim.id)))
      await removeAccount({ ...server, onTripChanged: () => {} }, { id: kim.id }, new Date())
      const [expense] = (await open(id)).expenses
      expect(expense?.added_by).not.toBe(kim.id)
      await expectSafe(id, ticker, expense?.added_by ?? '')
    })

    it('are safe: a guest under a name of the list, whose account was deleted', async () => {
      const { id, ticker, token } = await newTripWithTicker()
      const kim = buildPerson('Kim')
      await send(owner, id, 'people', addParty(randomUUID(), kim))
      const guest = await joinByName(token, { person_id: kim.id })
      await check(id, guest.id, true)
      expect(await send(guest.client, id, 'costs', insert('expenses', paidBy(kim.id)))).toEqual([])
      await removeAccount({ ...server, onTripChanged: () => {} }, { id: guest.id }, new Date())
      const [expense] = (await open(id)).expenses
      expect(expense?.added_by).not.toBe(kim.id)
      await expectSafe(id, ticker, expense?.added_by ?? '')
    })

    it('are safe: somebody whose account was deleted, under the id of all whom an edit names late', async () => {
      const { id, ticker } = await newTripWithTicker()
      await send(owner, id, 'costs', insert('expenses', paidBy(FORMER_PERSON)))
      await expectSafe(id, ticker, FORMER_PERSON)
      for (const client of [ticker.client, owner])
        expect(await send(client, id, 'people', addPerson(ticker.id, newPerson(FORMER_PERSON, 'Kim')))).toEqual([
          'invalid_operation',
        ])
    })

    it('are safe: somebody who waits, is confirmed, rejected, removed, or deletes their account while they wait', async () => {
      for (const decide of [
        async () => {},
        async (trip: string, userId: string) => remove(trip, userId),
        async (_: string, userId: string) =>
          void (await removeAccount({ ...server, onTripChanged: () => {} }, { id: userId }, new Date())),
        async (trip: string, userId: string) => check(trip, userId, true),
        async (trip: string, userId: string) => check(trip, userId, false),
      ]) {
        const { id, ticker, token } = await newTripWithTicker()
        const kim = await joinByName(token, {})
        const claimant = await joinByName(token, { person_id: kim.id, is_claim: true })
        const personId = await personOf(id, claimant.id)
        expect(personId).not.toBe(kim.id)
        const theirs = paidBy(personId)
        expect(await send(claimant.client, id, 'costs', insert('expenses', theirs), note(theirs))).toEqual([])
        await decide(id, claimant.id)
        const now = (await open(id)).expenses.find((one) => one.id === theirs.id)
        await expectSafe(id, ticker, now?.added_by ?? '')
      }
    })

    it('are safe: somebody who joined under a name and was rejected, for the whole party', async () => {
      const { id, ticker, token } = await newTripWithTicker()
      const kim = buildPerson('Kim')
      expect(await send(ticker.client, id, 'people', { ...addPerson(ticker.id, kim) })).toEqual([])
      const guest = await joinByName(token, { person_id: kim.id })
      expect(await personOf(id, guest.id)).toBe(kim.id)
      expect(await send(guest.client, id, 'costs', insert('expenses', paidBy(kim.id)))).toEqual([])
      await expectSafe(id, ticker, kim.id)
      await check(id, guest.id, false)
      await expectSafe(id, ticker, kim.id)
    })

    it('are safe: an owner who became another person of the list, or gave the trip away', async () => {
      const { id, ticker } = await newTripWithTicker()
      const heir = await newMember(id, 'Kim')
      await send(owner, id, 'costs', insert('expenses', paidBy(ownerId)))
      // This lists the owner's id in another party, so they get a new one as a member.
      await expectSafe(id, ticker, ownerId)
      await transferOwnership(server, { id, type: 'car_trip' }, { from: ownerId, to: heir.id }, new Date())
      await send(heir.client, id, 'costs', insert('expenses', paidBy(heir.id)))
      expect(await personOf(id, ownerId)).not.toBe(ownerId)
      for (const personId of [ownerId, heir.id]) await expectSafe(id, ticker, personId)
    })

    it('who join under the name of somebody who left are claimants: what they add is theirs, and nothing else', async () => {
      for (const isRight of [true, false]) {
        const { id, token } = await newTripWithTicker()
        const lakes = { id: randomUUID(), persons: [buildPerson('Kim'), buildPerson('Jo')] }
        const [kim, child] = lakes.persons as [Person, Person]
        await send(owner, id, 'people', addParty(lakes.id, kim, child))
        const former = await joinByName(token, { person_id: kim.id })
        await check(id, former.id, true)
        const old = paidBy(kim.id)
        expect(await send(former.client, id, 'costs', insert('expenses', old))).toEqual([])
        await remove(id, former.id)

        const guest = await joinByName(token, { person_id: kim.id })
        const waiting = await personOf(id, guest.id)
        expect((await planners(id)).find((one) => one.id === guest.id)).toMatchObject({
          is_unconfirmed: true,
          claim: { name: 'Kim', held_by: null },
        })
        expect(await send(guest.client, id, 'costs', note(old), insert('expenses', paidBy(kim.id)))).toEqual(
          Array(2).fill('not_allowed'),
        )
        const own = paidBy(waiting)
        const removed = paidBy(waiting)
        expect(await send(guest.client, id, 'costs', insert('expenses', own), note(own))).toEqual([])
        expect(
          await send(guest.client, id, 'costs', insert('expenses', removed), {
            do: 'remove',
            at: ['expenses', removed.id],
            was: removed,
            after: null,
          }),
        ).toEqual([])
        await check(id, guest.id, isRight)
        const now = await personOf(id, guest.id)
        if (isRight) expect(now).toBe(kim.id)
        else expect(now).not.toBe(kim.id)
        const costs = await open(id)
        expect(JSON.stringify(costs)).not.toContain(waiting)
        expect(costs.expenses.find((one) => one.id === own.id)).toMatchObject({
          added_by: now,
          payers: [newPayer(now, 1000)],
          shares: [newShare(now)],
        })
        const undone = { do: 'restore', at: ['expenses', removed.id], was: removed, after: null }
        // A device that does not know yet that it was decided.
        const late = paidBy(waiting)
        expect(await send(guest.client, id, 'costs', note(own, 'By card'), undone, insert('expenses', late))).toEqual(
          [],
        )
        expect((await open(id)).expenses.filter(({ added_by }) => added_by === now)).toHaveLength(isRight ? 4 : 3)
        expect(await send(guest.client, id, 'costs', note(old))).toEqual(isRight ? [] : ['not_allowed'])
      }
    })

    it('stay those of a claimant who signs in to their account, or is given the trip', async () => {
      const { id, token } = await newTripWithTicker()
      const { client: waiting, user, password } = await server.signUp()
      const kim = await joinByName(token, {})
      await join(id, user.id, {
        ...{ person_id: randomUUID(), party_id: randomUUID(), claimed_person_id: kim.id },
        ...{ confirmed_at: null, shares_party: false },
      })
      const ofAccount = paidBy(await personOf(id, user.id))
      expect(await send(waiting, id, 'costs', insert('expenses', ofAccount))).toEqual([])
      const signIn = { email: user.email, password }
      const merge = (guest: { client: TestClient; id: string }) =>
        guest.client.post('/auth/v1/token?grant_type=password', { ...signIn, guest: guest.id })
      expect((await merge(kim)).status).toBe(200)
      expect(await personOf(id, user.id)).toBe(kim.id)

      const again = await joinByName(token, { name: 'Kim S.' })
      const claimant = await joinByName(token, { person_id: again.id, is_claim: true })
      const ofClaimant = paidBy(await personOf(id, claimant.id))
      expect(await send(claimant.client, id, 'costs', insert('expenses', ofClaimant))).toEqual([])
      expect((await merge(claimant)).status).toBe(200)
      expect((await open(id)).expenses.map(({ added_by }) => added_by)).toEqual([kim.id, kim.id])

      const { client: heirClient, user: heir } = await server.signUp()
      await join(id, heir.id, {
        ...{ person_id: randomUUID(), party_id: randomUUID(), claimed_person_id: again.id },
        ...{ confirmed_at: null, shares_party: false },
      })
      await send(heirClient, id, 'costs', insert('expenses', paidBy(await personOf(id, heir.id))))
      await transferOwnership(server, { id, type: 'car_trip' }, { from: ownerId, to: heir.id }, new Date())
      expect((await open(id)).expenses.map(({ added_by }) => added_by)).toContain(heir.id)
    })

    it('who join under a name for which others have added expenses are claimants', async () => {
      const { id, ticker, token } = await newTripWithTicker()
      const kim = buildPerson('Kim')
      expect(await send(ticker.client, id, 'people', addPerson(ticker.id, kim))).toEqual([])
      const added = paidBy(kim.id)
      expect(await send(ticker.client, id, 'costs', insert('expenses', added))).toEqual([])
      const guest = await joinByName(token, { person_id: kim.id })
      expect(await personOf(id, guest.id)).not.toBe(kim.id)
      expect(await send(guest.client, id, 'costs', note(added))).toEqual(['not_allowed'])
      expect(await send(ticker.client, id, 'costs', note(added))).toEqual([])
      await check(id, guest.id, true)
      expect(await personOf(id, guest.id)).toBe(kim.id)
      expect(await send(guest.client, id, 'costs', note(added, 'By card'))).toEqual([])
    })

    it('stay with an organizer who merges them into somebody who waits', async () => {
      const { id, token } = await newTripWithTicker()
      const kim = await newMember(id, 'Kim')
      const old = paidBy(kim.id)
      await send(kim.client, id, 'costs', insert('expenses', old))
      await remove(id, kim.id)
      const listed = buildPerson('Kim S.')
      await send(owner, id, 'people', addParty(randomUUID(), listed))
      const guest = await joinByName(token, { person_id: listed.id })
      const merge = { stays: listed.id, merged: kim.id }
      expect((await owner.post(`/api/trips/${id}/people/merges`, merge)).status).toBe(204)
      expect(await send(guest.client, id, 'costs', note(old))).toEqual(['not_allowed'])
      await check(id, guest.id, true)
      expect(await send(guest.client, id, 'costs', note(old))).toEqual([])
    })

    it('keep the name that the costs have for them', async () => {
      const { id, ticker } = await newTripWithTicker()
      const kim = await newMember(id, 'Kim')
      await send(kim.client, id, 'costs', insert('expenses', paidBy(kim.id)))
      await send(owner, id, 'costs', {
        do: 'insert',
        at: ['former', kim.id],
        entry: { id: kim.id, name: 'Kim' },
        after: null,
      })
      await remove(id, kim.id)
      await unlist(id, newPerson(kim.id, 'Kim'))
      await send(ticker.client, id, 'people', addPerson(ticker.id, newPerson(kim.id, 'Kim')))
      const rename = set(['former', kim.id, 'name'], 'Mallory', 'Kim')
      const drop = { do: 'remove', at: ['former', kim.id], was: { id: kim.id, name: 'Kim' }, after: null }
      expect(await send(ticker.client, id, 'costs', rename, drop)).toEqual(Array(2).fill('not_allowed'))
    })

    it('but children and friends of one’s party who never joined have those who speak for them', async () => {
      const { id, ticker } = await newTripWithTicker()
      const child = buildPerson('Jo')
      await send(ticker.client, id, 'people', addPerson(ticker.id, child))
      const [theirs, toChild] = [paidBy(child.id), payment(ownerId, child.id)]
      expect(await send(ticker.client, id, 'costs', insert('expenses', theirs), note(theirs))).toEqual([])
      await send(owner, id, 'costs', insert('payments', toChild))
      const answer = set(['payments', toChild.id, 'answer'], 'received')
      expect(await send(ticker.client, id, 'costs', answer)).toEqual([])
    })

    it('are told to the app, which offers nobody what is refused', async () => {
      const { id, ticker } = await newTripWithTicker()
      const kim = await newMember(id, 'Kim')
      await remove(id, kim.id)
      const answer = peopleResponse.parse((await ticker.client.get(`/api/trips/${id}/people`)).body)
      expect(answer.departed).toEqual([kim.id])
    })
  })
})
