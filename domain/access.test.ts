import { describe, expect, it } from 'vitest'
import { canCreateTrip, canEditTrip, canOpenTrip, canReadTrip, canSeeTripInList, canShareTrip, canUseShareLinks } from './access.ts'
import { DEMO_TRIP_NAME } from './trip.ts'

const beta = { id: '00000000-0000-4000-8000-000000000001', is_beta_user: true }
const other = { id: '00000000-0000-4000-8000-000000000002', is_beta_user: false }
const stranger = '00000000-0000-4000-8000-000000000003'
const people = { 'somebody signed out': null, 'a beta user': beta, 'another user': other }

const trips = {
  'the demo trip': { name: DEMO_TRIP_NAME, owner_id: null },
  'a trip without an owner': { name: 'Everybody’s', owner_id: null },
  'a trip of the beta user': { name: 'Beta’s', owner_id: beta.id },
  'a trip of the other user': { name: 'Other’s', owner_id: other.id },
  'a trip of a stranger': { name: 'Stranger’s', owner_id: stranger },
  'a trip of a stranger with the demo trip’s name': { name: DEMO_TRIP_NAME, owner_id: stranger },
}
type Who = keyof typeof people
type What = keyof typeof trips

const each = (can: (person: (typeof people)[Who], trip: (typeof trips)[What]) => boolean) =>
  Object.fromEntries(
    Object.entries(trips).map(([what, trip]) => [
      what,
      Object.entries(people)
        .filter(([, person]) => can(person, trip))
        .map(([who]) => who),
    ]),
  )

const signedIn = ['a beta user', 'another user']
const mayEdit = {
  'the demo trip': signedIn,
  'a trip without an owner': signedIn,
  'a trip of the beta user': ['a beta user'],
  'a trip of the other user': ['another user'],
  'a trip of a stranger': [],
  'a trip of a stranger with the demo trip’s name': [],
} satisfies Record<What, string[]>

describe('who may do what in which trip', () => {
  it('is this table for opening', () => expect(each(canOpenTrip)).toEqual(mayEdit))
  it('is this table for editing', () => expect(each(canEditTrip)).toEqual(mayEdit))
  it('is this table for the trip list', () =>
    expect(each(canSeeTripInList)).toEqual({ ...mayEdit, 'a trip without an owner': ['another user'] }))
})

describe('creating a trip', () => {
  it('PERM-5 is for whoever is signed in', () => {
    expect(canCreateTrip(beta)).toBe(true)
    expect(canCreateTrip(other)).toBe(true)
  })

  it('is not for somebody who is signed out', () => expect(canCreateTrip(null)).toBe(false))
})

describe('the owner', () => {
  const own = { name: 'Beta’s', owner_id: beta.id }
  it('PERM-7 opens their trips', () => expect(canOpenTrip(beta, own)).toBe(true))
  it('PERM-8 edits their trips', () => expect(canEditTrip(beta, own)).toBe(true))
})

describe('the users of a trip', () => {
  it('PERM-10 edit every trip that they can open, as a whole', () => {
    for (const person of Object.values(people)) {
      for (const trip of Object.values(trips)) expect(canEditTrip(person, trip)).toBe(canOpenTrip(person, trip))
    }
    expect(canEditTrip(other, trips['the demo trip'])).toBe(true)
  })

  it('are not those who are signed out, also where the trip has no owner', () => {
    for (const trip of Object.values(trips)) {
      expect(canOpenTrip(null, trip)).toBe(false)
      expect(canEditTrip(null, trip)).toBe(false)
      expect(canSeeTripInList(null, trip)).toBe(false)
    }
  })
})

describe('reading a trip', () => {
  const token = '00000000-0000-4000-8000-00000000abcd'
  const closed = { owner_id: stranger, is_public: false, share_token: token }

  it('is for those who may open it', () => {
    for (const person of Object.values(people)) {
      for (const trip of Object.values(trips)) {
        const read = canReadTrip(person, { ...trip, is_public: false, share_token: null }, undefined)
        expect(read).toBe(canOpenTrip(person, trip))
      }
    }
  })

  it('PERM-20, PERM-22, PERM-23 of a private one is for those who have its token; a missing one matches nothing', () => {
    expect(canReadTrip(beta, closed, token)).toBe(true)
    expect(canReadTrip(beta, closed, `${token}0`)).toBe(false)
    expect(canReadTrip(beta, closed, '')).toBe(false)
    expect(canReadTrip(beta, closed, undefined)).toBe(false)
    for (const nothing of [undefined, '', 'null']) expect(canReadTrip(beta, { ...closed, share_token: null }, nothing)).toBe(false)
  })

  it('PERM-21 of a public one is for everybody, with any token', () => {
    for (const any of [token, 'another', undefined]) {
      for (const person of [other, null]) expect(canReadTrip(person, { ...closed, is_public: true }, any)).toBe(true)
    }
  })

  it('PERM-2, ROUTE-16 by a link is for nobody who is signed out, unless the operator opens links to everybody', () => {
    expect(canUseShareLinks(other, { withoutSignIn: false })).toBe(true)
    expect(canUseShareLinks(null, { withoutSignIn: false })).toBe(false)
    expect(canUseShareLinks(null, { withoutSignIn: true })).toBe(true)
  })

  it('does not end early or late for a token that begins or ends like the right one', () => {
    for (const guess of [token.slice(0, -1), `${token}0`, token.toUpperCase(), token.repeat(2), `${token}\0`])
      expect(canReadTrip(null, closed, guess)).toBe(false)
  })
})

describe('sharing a trip', () => {
  it('PERM-7 is for those who may edit it', () => {
    for (const person of [...Object.values(people), null]) {
      for (const trip of Object.values(trips)) expect(canShareTrip(person, trip)).toBe(canEditTrip(person, trip))
    }
  })
})

describe('the trip list', () => {
  it('PERM-11 CONST-24 of a beta user has the demo trip in it', () => {
    expect(canSeeTripInList(beta, { name: 'Demo Algonquin Adventure', owner_id: null })).toBe(true)
  })

  it('PERM-12 of a beta user has their own trips in it', () => {
    expect(canSeeTripInList(beta, trips['a trip of the beta user'])).toBe(true)
    expect(canSeeTripInList(beta, { name: DEMO_TRIP_NAME, owner_id: beta.id })).toBe(true)
  })

  it('PERM-13 of a beta user has no other trips in it', () => {
    expect(canSeeTripInList(beta, trips['a trip of the other user'])).toBe(false)
    expect(canSeeTripInList(beta, trips['a trip without an owner'])).toBe(false)
    expect(canSeeTripInList(beta, { name: 'demo algonquin adventure', owner_id: null })).toBe(false)
    expect(canSeeTripInList(beta, trips['a trip of a stranger with the demo trip’s name'])).toBe(false)
  })

  it('PERM-14 of other users has every trip in it that they may open', () => {
    for (const trip of Object.values(trips)) expect(canSeeTripInList(other, trip)).toBe(canOpenTrip(other, trip))
    expect(canSeeTripInList(other, trips['a trip without an owner'])).toBe(true)
  })
})
