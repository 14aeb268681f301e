import { describe, expect, it } from 'vitest'
import {
  canAddDocument,
  canAddReceipt,
  canAnswerFor,
  canAskAi,
  canBeTold,
  canContributeTo,
  canCreateTrip,
  canEditDocuments,
  canEditPlan,
  canGeocode,
  canGoBack,
  canHavePasskeys,
  canManagePeople,
  canOpenTrip,
  canOperate,
  canReadDocuments,
  canReadTrip,
  canRemind,
  canRemoveMember,
  canRemovePicture,
  canSearchPlaces,
  canSeePeople,
  canSeeTripInList,
  canSetEmergencyAccess,
  canSetPicture,
  canShareTrip,
  canSubscribe,
  canUseShareLinks,
  isDeadLink,
  listCostsParty,
  needsPeople,
  needsRemoved,
  roleIn,
  visiblePrivateRecords,
} from './access.ts'
import { DEMO_EMAIL } from './demo-account.ts'
import { DEMO_TRIP_NAME } from './demo-trip.ts'
import type { Mutation } from './operations/operation.ts'
import { hasOwnId } from './operations/person-refs.ts'
import { isGuest } from './person.ts'
import { newBed } from './plan/beds.ts'
import { newExpense, newFee, newPayee, newPayer, newPayment, newShare, type Payment } from './plan/costs.ts'
import { newDuty, newVolunteer } from './plan/duties.ts'
import { forms } from './plan/forms.ts'
import { newClaim } from './plan/gear.ts'
import { type SectionName, sectionNames } from './plan/index.ts'
import { newPerson } from './plan/people.ts'
import { FORMER_PERSON } from './plan/person-ref.ts'
import { newPoll, newPollAnswer } from './plan/polls.ts'
import { newRecord } from './plan/private.ts'
import { newCar } from './plan/rides.ts'
import { newItemState, newPurchase, newShoppingItem } from './plan/shopping.ts'
import { newDoer, newTodo } from './plan/todos.ts'
import type { MembershipRole, Trip } from './trip.ts'

const beta = { id: '00000000-0000-4000-8000-000000000001', email: 'beta@example.org', is_beta_user: true }
const other = { id: '00000000-0000-4000-8000-000000000002', email: 'other@example.org', is_beta_user: false }
const guest = { id: '00000000-0000-4000-8000-000000000004', email: null, is_beta_user: false }
const stranger = '00000000-0000-4000-8000-000000000003'
const people = { 'somebody signed out': null, 'a beta user': beta, 'another user': other, 'a guest': guest }

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
type Person = (typeof people)[Who]

/** A trip as a person sees it. */
const seen = (person: Person, what: What, membership: MembershipRole | null = null, members_edit = true) => {
  const trip = trips[what]
  return { ...trip, members_edit, taken: null, role: roleIn(person, trip, membership) }
}

const each = (
  can: (person: Person, trip: ReturnType<typeof seen>) => boolean,
  membership: MembershipRole | null = null,
) =>
  Object.fromEntries(
    (Object.keys(trips) as What[]).map((what) => [
      what,
      Object.entries(people)
        .filter(([, person]) => can(person, seen(person, what, membership)))
        .map(([who]) => who),
    ]),
  )

const withAccount = ['a beta user', 'another user']
const withoutMembership = {
  'the demo trip': withAccount,
  'a trip without an owner': withAccount,
  'a trip of the beta user': ['a beta user'],
  'a trip of the other user': ['another user'],
  'a trip of a stranger': [],
  'a trip of a stranger with the demo trip’s name': [],
} satisfies Record<What, string[]>
const everybody = [...withAccount, 'a guest']
const withMembership = {
  ...withoutMembership,
  'a trip of the beta user': everybody,
  'a trip of the other user': everybody,
  'a trip of a stranger': everybody,
  'a trip of a stranger with the demo trip’s name': everybody,
} satisfies Record<What, string[]>

describe('who may do what in which trip', () => {
  const open = (_: Person, trip: ReturnType<typeof seen>) => canOpenTrip(trip)
  const edit = (_: Person, trip: ReturnType<typeof seen>) => canEditPlan(trip)
  it('lists who can open each trip', () => {
    expect(each(open)).toEqual(withoutMembership)
    expect(each(open, 'member')).toEqual(withMembership)
    expect(each(open, 'organizer')).toEqual(withMembership)
  })

  it('lists who can edit each trip', () => {
    expect(each(edit)).toEqual(withoutMembership)
    expect(each(edit, 'member')).toEqual(withMembership)
    expect(each(edit, 'organizer')).toEqual(withMembership)
  })

  it('lists who has each trip in their list', () => {
    const exceptions = { 'a trip without an owner': ['another user'] }
    expect(each(canSeeTripInList)).toEqual({ ...withoutMembership, ...exceptions })
    expect(each(canSeeTripInList, 'member')).toEqual({ ...withMembership, ...exceptions })
  })
})

/** Every role, with the switch 'Members can edit the plan' on and off. */
const accessCases = {
  owner: { role: 'owner', members_edit: true },
  'owner, switch off': { role: 'owner', members_edit: false },
  organizer: { role: 'organizer', members_edit: true },
  'organizer, switch off': { role: 'organizer', members_edit: false },
  member: { role: 'member', members_edit: true },
  'member, switch off': { role: 'member', members_edit: false },
  'without an owner': { role: 'everybody', members_edit: true },
  reader: { role: null, members_edit: true },
} as const
type TripAccess = (typeof accessCases)[keyof typeof accessCases]

const whoMay = (can: (access: TripAccess) => boolean) =>
  Object.entries(accessCases)
    .filter(([, access]) => can(access))
    .map(([name]) => name)

const leaders = ['owner', 'owner, switch off', 'organizer', 'organizer, switch off']
const editors = [...leaders, 'member', 'without an owner']
const planners = [...leaders, 'member', 'member, switch off', 'without an owner']

describe('what a role may do', () => {
  it('PERM-10 edit the plan: everybody who plans the trip, members unless that is switched off', () =>
    expect(whoMay(canEditPlan)).toEqual(editors))
  it('open the trip: everybody who plans it', () => expect(whoMay(canOpenTrip)).toEqual(planners))
  it('share it: owner and organizers or, without an owner, everybody who can open it', () =>
    expect(whoMay(canShareTrip)).toEqual([...leaders, 'without an owner']))
  it('invite and remove people: owner and organizers', () => expect(whoMay(canManagePeople)).toEqual(leaders))
  it('see who plans it: everybody who does, if there is an owner', () =>
    expect(whoMay(canSeePeople)).toEqual(planners.filter((name) => name !== 'without an owner')))
  it('be told what is new: everybody who plans it if there is an owner, except the demo account', () => {
    expect(whoMay((access) => canBeTold(beta, access))).toEqual(whoMay(canSeePeople))
    expect(whoMay((access) => canBeTold(guest, access))).toEqual(whoMay(canSeePeople))
    expect(whoMay((access) => canBeTold({ email: DEMO_EMAIL }, access))).toEqual([])
    expect(whoMay((access) => canBeTold(null, access))).toEqual([])
  })
  it('decide whether people are reminded: owner and organizers', () => expect(whoMay(canRemind)).toEqual(leaders))

  it('remove a membership: owner and organizers, and members their own', () => {
    const self = whoMay((access) => canRemoveMember(beta, access, beta.id))
    expect(self).toEqual([...leaders, 'member', 'member, switch off'])
    expect(whoMay((access) => canRemoveMember(beta, access, stranger))).toEqual(leaders)
  })
})

/** For rights that depend on nothing in the plan. */
const nothing = { value: [], people: [], isUnderOwnId: true }

describe('what a role may do to the plan', () => {
  const mutations: Record<string, [SectionName, Mutation]> = {
    'tick an item': ['checklist', { do: 'set', at: ['g', 'items', 'i', 'checked'], to: true, was: false }],
    'rename an item': ['checklist', { do: 'set', at: ['g', 'items', 'i', 'name'], to: 'Tent', was: '' }],
    'rename a category': ['checklist', { do: 'set', at: ['g', 'category'], to: 'Camp', was: '' }],
    'add an item': [
      'checklist',
      { do: 'insert', at: ['g', 'items', 'i'], entry: { id: 'i', name: '', checked: true }, after: null },
    ],
    'remove an item': ['checklist', { do: 'remove', at: ['g', 'items', 'i'], was: { id: 'i' } }],
    'restore an item': ['checklist', { do: 'restore', at: ['g', 'items', 'i'], was: { id: 'i' } }],
    'move an item': ['checklist', { do: 'move', at: ['g', 'items', 'i'], after: null }],
    'a field called checked elsewhere': ['notes', { do: 'set', at: ['a', 'b', 'c', 'checked'], to: true, was: false }],
    'write a note': ['notes', { do: 'set', at: ['n', 'text'], to: 'Water', was: '' }],
    'change the destination': ['details', { do: 'set', at: ['destination_name'], to: 'Pog Lake', was: '' }],
    'add a ticket': ['tickets', { do: 'insert', at: ['t'], entry: { id: 't' }, after: null }],
    'add a stay': ['stays', { do: 'insert', at: ['s'], entry: { id: 's' }, after: null }],
    'name a meal': ['meals', { do: 'set', at: ['1', 'meals', 'dinner', 'name'], to: 'Chili', was: '' }],
    'name a day': ['itinerary', { do: 'set', at: ['1', 'title'], to: 'Arrival', was: '' }],
  }

  it.each(Object.entries(mutations))('%s', (what, [section, mutation]) => {
    const isTick = what === 'tick an item'
    expect(
      whoMay((access) => canOperate(other, { ...access, type: 'air_travel', taken: null }, section, mutation, nothing)),
    ).toEqual(isTick ? planners : editors)
  })

  it('change tickets, stays and documents, only on trips by air', () => {
    for (const what of ['add a ticket', 'add a stay'] as const) {
      const [section, mutation] = mutations[what] as [SectionName, Mutation]
      expect(
        whoMay((access) => canOperate(other, { ...access, type: 'car_trip', taken: null }, section, mutation, nothing)),
      ).toEqual([])
    }
    expect(whoMay((access) => canEditDocuments({ ...access, type: 'car_trip' }))).toEqual([])
    expect(whoMay((access) => canEditDocuments({ ...access, type: 'air_travel' }))).toEqual(editors)
  })

  it('add files: to trips with an owner only, and never the demo account', () => {
    const isOwned = (name: string) => name !== 'without an owner'
    const whoAdds = (user: typeof other | null) => ({
      documents: whoMay((access) => canAddDocument(user, { ...access, type: 'air_travel' })),
      pictures: whoMay((access) => canSetPicture(user, access)),
      receipts: whoMay((access) => canAddReceipt(user, access)),
    })
    const [byEditors, byPlanners] = [editors.filter(isOwned), planners.filter(isOwned)]
    expect(whoAdds(other)).toEqual({ documents: byEditors, pictures: byEditors, receipts: byPlanners })
    expect(whoMay(canRemovePicture)).toEqual(byEditors)
    const nobody = { documents: [], pictures: [], receipts: [] }
    expect(whoAdds({ ...other, email: DEMO_EMAIL })).toEqual(nobody)
    expect(whoAdds(null)).toEqual(nobody)
    expect(whoMay((access) => canAddDocument(other, { ...access, type: 'car_trip' }))).toEqual([])
  })

  const entry = { id: 'p' }
  const answers = (partyId: string): Record<string, Mutation> => ({
    'answer that a person is coming': { do: 'set', at: [partyId, 'persons', 'p', 'coming'], to: 'coming', was: 'open' },
    'name the party': { do: 'set', at: [partyId, 'name'], to: 'Us', was: '' },
    'add a person': { do: 'insert', at: [partyId, 'persons', 'p'], entry, after: null },
    'remove a person': { do: 'remove', at: [partyId, 'persons', 'p'], was: entry, after: null },
    'add the party': { do: 'insert', at: [partyId], entry: { id: partyId }, after: null },
  })
  const removals = (partyId: string): Record<string, Mutation> => ({
    'remove the party': { do: 'remove', at: [partyId], was: { id: partyId }, after: null },
    'restore the party': { do: 'restore', at: [partyId], was: { id: partyId }, after: null },
    'move the party': { do: 'move', at: [partyId], after: null },
  })
  const whoAnswers = (mutation: Mutation, taken: Trip['taken']) =>
    whoMay((access) => canOperate(other, { ...access, type: 'car_trip', taken }, 'people', mutation, nothing))

  it.each(Object.keys(answers('')))('people: %s, everybody for their own party, editors for any', (what) => {
    const whose = (partyId: string) => answers(partyId)[what] as Mutation
    expect(whoAnswers(whose(other.id), null)).toEqual(planners)
    expect(whoAnswers(whose(stranger), null)).toEqual(editors)
    const taken = { person_id: beta.id, party_id: stranger, is_confirmed: false, shares_party: false }
    expect(whoAnswers(whose(stranger), taken)).toEqual(planners)
    expect(whoAnswers(whose(other.id), taken)).toEqual(editors)
    expect(whoMay((access) => canAnswerFor(other, { ...access, taken }, stranger))).toEqual(planners)
    expect(whoMay((access) => canAnswerFor(other, { ...access, taken }, other.id))).toEqual(editors)
  })

  it.each(Object.keys(removals('')))('people: %s, only editors', (what) => {
    expect(whoAnswers(removals(other.id)[what] as Mutation, null)).toEqual(editors)
  })

  const records: Record<string, (partyId: string) => Mutation> = {
    'add a party': (partyId) => ({ do: 'insert', at: [partyId], entry: { id: partyId, persons: [] }, after: null }),
    'add a record': (partyId) => ({
      do: 'insert',
      at: [partyId, 'persons', 'p'],
      entry: newRecord('p'),
      after: null,
    }),
    'set a phone number': (partyId) => ({ do: 'set', at: [partyId, 'persons', 'p', 'phone'], was: '', to: '112' }),
  }
  const inEmergency = (partyId: string): Mutation => ({
    do: 'set',
    at: [partyId, 'persons', 'p', 'in_emergency'],
    was: false,
    to: true,
  })
  const whoWrites = (mutation: Mutation, taken: Trip['taken'] = null) =>
    whoMay((access) => canOperate(other, { ...access, type: 'car_trip', taken }, 'private', mutation, nothing))
  const withMemberships = planners.filter((name) => name !== 'without an owner')

  it.each(Object.keys(records))('private records: %s, organizers for any party, others for their own', (what) => {
    const mutation = records[what] as (partyId: string) => Mutation
    expect(whoWrites(mutation(other.id))).toEqual(withMemberships)
    expect(whoWrites(mutation(stranger))).toEqual(leaders)
    const taken = { person_id: beta.id, party_id: stranger, is_confirmed: true, shares_party: true }
    expect(whoWrites(mutation(stranger), taken)).toEqual(withMemberships)
    expect(whoWrites(mutation(stranger), { ...taken, is_confirmed: false })).toEqual(leaders)
  })

  it('private records: show one in an emergency, their own party, and organizers while nobody in it has joined', () => {
    expect(whoWrites(inEmergency(other.id))).toEqual(withMemberships)
    expect(whoWrites(inEmergency(stranger))).toEqual([])
    const record = { partyId: stranger, personId: 'p' }
    const whoSets = (...joined: [string, string | null][]) =>
      whoMay((access) => canSetEmergencyAccess(other, { ...access, taken: null }, record, new Map(joined)))
    expect(whoSets()).toEqual([])
    expect(whoSets([beta.id, beta.id])).toEqual(leaders)
    expect(whoSets([beta.id, stranger])).toEqual([])
    expect(whoSets([beta.id, beta.id], ['p', null])).toEqual([])
  })

  it('private records: nobody can remove one, or replace one by a filled one', () => {
    const filled = { ...newRecord('p'), phone: '112' }
    const open = { ...newRecord('p'), in_emergency: true }
    const at = [other.id, 'persons', 'p']
    const mutations: Mutation[] = [
      { do: 'insert', at, entry: filled, after: null },
      { do: 'insert', at, entry: open, after: null },
      { do: 'insert', at: [other.id], entry: { id: other.id, persons: [filled] }, after: null },
      { do: 'remove', at, was: newRecord('p'), after: null },
      { do: 'remove', at: [other.id], was: { id: other.id, persons: [] }, after: null },
      { do: 'restore', at, was: newRecord('p'), after: null },
      { do: 'move', at, after: null },
    ]
    for (const mutation of mutations) expect(whoWrites(mutation), JSON.stringify(mutation)).toEqual([])
  })

  it('private records: organizers see all, others their own party and what is shown in an emergency', () => {
    const shown = { ...newRecord('s'), phone: '1', in_emergency: true }
    const hidden = { ...newRecord('h'), phone: '2' }
    const all = [
      { id: other.id, persons: [hidden] },
      { id: stranger, persons: [hidden, shown] },
      { id: beta.id, persons: [hidden] },
    ]
    const place = { taken: null, members_edit: true }
    const emergency = [{ id: stranger, persons: [shown] }]
    for (const role of ['owner', 'organizer'] as const)
      expect(visiblePrivateRecords(other, { ...place, role }, all, new Map())).toEqual(all)
    expect(visiblePrivateRecords(other, { ...place, role: 'member' }, all, new Map())).toEqual([all[0], ...emergency])
    const taken = { person_id: 'x', party_id: beta.id, is_confirmed: false, shares_party: false }
    expect(visiblePrivateRecords(other, { ...place, role: 'member', taken }, all, new Map())).toEqual(emergency)
    expect(visiblePrivateRecords(other, { ...place, role: 'everybody' }, all, new Map())).toEqual([])
    expect(visiblePrivateRecords(other, { ...place, role: null }, all, new Map())).toEqual([])
    expect(visiblePrivateRecords(null, { ...place, role: 'owner' }, all, new Map())).toEqual([])
  })

  it('private records: see their own and, in a party that shares, those of others who share or have not joined', () => {
    const records = ['me', 'sharing', 'alone', 'elsewhere', 'child'].map((id) => ({ ...newRecord(id), phone: id }))
    const party = { id: stranger, persons: records }
    const joined = new Map([
      ['me', stranger],
      ['sharing', stranger],
      ['alone', null],
      ['elsewhere', beta.id],
    ])
    const place = { members_edit: true, role: 'member' } as const
    const taken = { person_id: 'me', party_id: stranger, is_confirmed: true, shares_party: true }
    const seen = (access: Trip['taken']) =>
      visiblePrivateRecords(other, { ...place, taken: access }, [party], joined).flatMap(({ persons }) =>
        persons.map(({ id }) => id),
      )
    expect(seen(taken)).toEqual(['me', 'sharing', 'child'])
    expect(seen({ ...taken, shares_party: false })).toEqual(['me'])
    expect(seen({ ...taken, is_confirmed: false })).toEqual([])
    expect(visiblePrivateRecords(other, { ...place, role: 'organizer', taken }, [party], joined)).toEqual([party])
    const set = (id: string): Mutation => ({ do: 'set', at: [stranger, 'persons', id, 'phone'], was: '', to: '112' })
    const mayWrite = records.filter(({ id }) =>
      canOperate(other, { ...place, taken, type: 'car_trip' }, 'private', set(id), { ...nothing, joined }),
    )
    expect(mayWrite.map(({ id }) => id)).toEqual(['me', 'sharing', 'child'])
  })

  const [mine, companion, theirs] = [other.id, beta.id, stranger]
  const people = [
    { id: mine, name: '', persons: [newPerson(mine, 'Omar'), newPerson(companion, 'Lina')] },
    { id: theirs, name: '', persons: [newPerson(theirs, 'Sven')] },
  ]
  const purchaseOf = (personId: string) => newPurchase('x', { key: '1:milk', name: 'Milk' }, personId)
  const stateOf = (buyer: string) => ({ ...newItemState('1:milk'), id: 'x', buyer })
  const riderOf = (id: string) => ({ id, car: '' })
  const volunteerOf = (personId: string) => ({ id: 'x', duty: 'd', person_id: personId })
  const answerOf = (id: string) => newPollAnswer({ poll: 'p', option: 'o' }, { id, coming: 'open' }, 'yes')
  const sleeperOf = (id: string) => ({ id, bed: '' })
  /** A section with one entry in a list, and what somebody does to it. */
  const whoContributes = (
    section: SectionName,
    list: string,
    entry: object | undefined,
    mutation: Mutation,
    removed?: object,
  ) =>
    whoMay((access) =>
      canOperate(other, { ...access, type: 'car_trip', taken: null }, section, mutation, {
        value: { [list]: entry ? [entry] : [] },
        people,
        isUnderOwnId: hasOwnId(forms[section], mutation),
        removed,
      }),
    )
  const insert = (list: string, entry: { id: string }): Mutation => ({ do: 'insert', at: [list, entry.id], entry })
  const set = (at: string[], to: unknown): Mutation => ({ do: 'set', at, to, was: '' })

  const contributionsOf: [section: SectionName, list: string, of: (person: string) => { id: string }, field: string][] =
    [
      ['shopping', 'purchases', purchaseOf, 'amount'],
      ['gear', 'claims', (person) => newClaim({ id: 'item', name: 'Table' }, person, 2), 'count'],
      ['rides', 'cars', (driver) => newCar('x', driver), 'place'],
      ['rides', 'riders', riderOf, 'car'],
      ['duties', 'volunteers', (person) => newVolunteer('d', person), 'duty'],
      ['beds', 'sleepers', sleeperOf, 'bed'],
      ['polls', 'answers', answerOf, 'answer'],
      ['todos', 'doers', (person) => newDoer('t', person), 'todo'],
    ]

  it.each(contributionsOf)(
    '%s: contribute to %s, everybody for their own party, editors for all',
    (section, list, of, field) => {
      for (const [person, who] of [
        [mine, planners],
        [companion, planners],
        [theirs, editors],
      ] as const) {
        const entry = of(person)
        expect(whoContributes(section, list, undefined, insert(list, entry)), 'insert').toEqual(who)
        expect(whoContributes(section, list, entry, insert(list, entry)), 'insert again').toEqual(who)
        expect(whoContributes(section, list, entry, set([list, entry.id, field], 'x')), 'set').toEqual(who)
        expect(whoContributes(section, list, entry, { do: 'remove', at: [list, entry.id], was: of(mine) })).toEqual(who)
        const restore = (was: object): Mutation => ({ do: 'restore', at: [list, entry.id], was })
        expect(whoContributes(section, list, undefined, restore(entry))).toEqual(who)
        // What was removed is whose it was, whatever somebody says.
        const own = { ...of(mine), id: entry.id }
        expect(whoContributes(section, list, undefined, restore(own), entry), 'restore').toEqual(who)
        const ofOthers = whoContributes(section, list, undefined, set([list, entry.id, field], 'x'), entry)
        expect(ofOthers, 'edit what was removed').toEqual(who)
        expect(whoContributes(section, list, entry, { do: 'move', at: [list, entry.id], after: null })).toEqual(editors)
      }
    },
  )

  it.each([
    ['gear', 'claims', (person: string) => newClaim({ id: 'item', name: 'Table' }, person, 2)],
    ['duties', 'volunteers', (person: string) => newVolunteer('d', person)],
    ['polls', 'answers', answerOf],
    ['todos', 'doers', (person: string) => newDoer('t', person)],
  ] as const)('%s: nobody occupies the id that somebody else’s entry in %s would have', (section, list, of) => {
    const entry = { ...of(mine), id: of(theirs).id }
    const at = [list, entry.id]
    expect(whoContributes(section, list, undefined, { do: 'insert', at, entry })).toEqual(editors)
    expect(whoContributes(section, list, undefined, { do: 'restore', at, was: entry })).toEqual(editors)
    // After a merge the entry has kept it.
    expect(whoContributes(section, list, entry, { do: 'insert', at, entry })).toEqual(planners)
  })

  it('shopping and rides: entries of others cannot be taken over, nor given to them', () => {
    const give = (to: string, now: string) =>
      whoContributes('shopping', 'purchases', purchaseOf(now), set(['purchases', 'x', 'person_id'], to))
    expect(give(companion, mine)).toEqual(planners)
    expect(give(theirs, mine)).toEqual(editors)
    expect(give('', mine)).toEqual(editors)
    expect(give(mine, theirs)).toEqual(editors)
    expect(whoContributes('shopping', 'purchases', purchaseOf(theirs), insert('purchases', purchaseOf(mine)))).toEqual(
      editors,
    )
    // A set restores a removed entry, no matter whose it was.
    for (const [field, to] of [
      ['amount', '3'],
      ['person_id', mine],
    ] as const)
      expect(whoContributes('shopping', 'purchases', undefined, set(['purchases', 'x', field], to))).toEqual(editors)
    expect(whoContributes('rides', 'riders', undefined, set(['riders', mine, 'car'], 'c'))).toEqual(planners)
    expect(whoContributes('rides', 'riders', undefined, set(['riders', theirs, 'car'], 'c'))).toEqual(editors)
  })

  it('duties: add, change and remove them only with the right to edit, and volunteer for nobody else', () => {
    const cook = newDuty('x', 'cook')
    expect(whoContributes('duties', 'duties', undefined, insert('duties', cook))).toEqual(editors)
    expect(whoContributes('duties', 'duties', cook, set(['duties', 'x', 'places'], 3))).toEqual(editors)
    expect(whoContributes('duties', 'duties', cook, { do: 'remove', at: ['duties', 'x'], was: cook })).toEqual(editors)
    const give = (to: string, now: string) =>
      whoContributes('duties', 'volunteers', volunteerOf(now), set(['volunteers', 'x', 'person_id'], to))
    expect(give(companion, mine)).toEqual(planners)
    for (const [to, now] of [
      [theirs, mine],
      [mine, theirs],
      ['', mine],
      [mine, ''],
    ] as const)
      expect(give(to, now)).toEqual(editors)
  })

  it('polls: editors ask, and only who may share the trip takes an option and goes back', () => {
    const poll = { ...newPoll('x', 'dates'), options: [] }
    expect(whoContributes('polls', 'polls', undefined, insert('polls', poll))).toEqual(editors)
    expect(whoContributes('polls', 'polls', poll, set(['polls', 'x', 'is_closed'], true))).toEqual(editors)
    expect(whoContributes('polls', 'polls', poll, { do: 'remove', at: ['polls', 'x'], was: poll })).toEqual(editors)
    const sharers = whoMay(canShareTrip)
    expect(sharers).not.toContain('member')
    expect(whoContributes('polls', 'polls', poll, set(['polls', 'x', 'taken'], 'o'))).toEqual(sharers)
    expect(
      whoContributes('polls', 'polls', undefined, insert('polls', { ...poll, taken: 'o' } as { id: string })),
    ).toEqual(sharers)
    expect(whoMay((access) => canGoBack(access, 'polls'))).toEqual(sharers)
    expect(whoMay((access) => canGoBack(access, 'duties'))).toEqual(editors)
  })

  it('to-dos: everybody ticks them, editors write them', () => {
    const todo = newTodo('x', 'Reserve the site')
    expect(whoContributes('todos', 'todos', todo, set(['todos', 'x', 'is_done'], true))).toEqual(planners)
    expect(whoContributes('todos', 'todos', todo, set(['todos', 'x', 'due'], '14 before'))).toEqual(editors)
    expect(whoContributes('todos', 'todos', undefined, insert('todos', todo))).toEqual(editors)
    expect(whoContributes('todos', 'todos', todo, { do: 'remove', at: ['todos', 'x'], was: todo })).toEqual(editors)
  })

  it('announcements: organizers write them in their own name, and nobody changes them', () => {
    const message = { id: 'x', text: 'The gate closes at nine', to: 'everyone', people: [], by: mine, at: 'noon' }
    const fromOther = { ...message, by: theirs }
    const who = (mutation: Mutation, state: { value?: unknown[]; removed?: unknown } = {}) =>
      whoMay((access) =>
        canOperate(other, { ...access, type: 'car_trip', taken: null }, 'announcements', mutation, {
          ...{ value: [], people, isUnderOwnId: true },
          ...state,
        }),
      )
    const organizers = whoMay(canManagePeople)
    const add = (entry: { by: string }): Mutation => ({ do: 'insert', at: ['x'], entry })
    expect(who(add(message))).toEqual(organizers)
    expect(who(add(fromOther))).toEqual([])
    // Not over another text, neither one that is there nor one that was removed.
    expect(who(add(message), { value: [fromOther] })).toEqual([])
    expect(who(add({ ...message, text: 'Bring cash' } as typeof message), { value: [message] })).toEqual([])
    expect(who(add(message), { removed: fromOther })).toEqual([])
    // Sent twice, or by two organizers who undo a removal: the second changes nothing.
    expect(who(add(fromOther), { value: [fromOther] })).toEqual(organizers)
    expect(who(add(fromOther), { removed: fromOther })).toEqual(organizers)
    const restore: Mutation = { do: 'restore', at: ['x'], was: fromOther, after: null }
    expect(who(restore)).toEqual([])
    expect(who(restore, { removed: message })).toEqual(organizers)
    expect(who(restore, { value: [message] })).toEqual(organizers)
    expect(who({ do: 'remove', at: ['x'], was: message }, { value: [fromOther] })).toEqual(organizers)
    expect(who({ do: 'move', at: ['x'], after: null }, { value: [message] })).toEqual(organizers)
    expect(who(set(['x', 'text'], 'Bring cash'), { value: [message] })).toEqual([])
    expect(who({ do: 'insert', at: ['x', 'people', 'y'], entry: { id: 'y' } }, { value: [message] })).toEqual([])
    const owned = { role: 'owner', type: 'car_trip', members_edit: true, taken: null } as const
    expect(canOperate(null, owned, 'announcements', add(message), { value: [], people, isUnderOwnId: true })).toBe(
      false,
    )
    const needing = (value: unknown) => whoMay((access) => needsRemoved(access, 'announcements', add(message), value))
    expect(needing([])).toEqual(organizers)
    expect(needing([message])).toEqual([])
  })

  it('beds: only editors add, change and remove them', () => {
    const bed = newBed('x')
    const onBed = (mutation: Mutation, entry?: object) => whoContributes('beds', 'beds', entry, mutation)
    expect(onBed(insert('beds', bed))).toEqual(editors)
    expect(onBed(set(['beds', 'x', 'places'], 3), bed)).toEqual(editors)
    expect(onBed({ do: 'remove', at: ['beds', 'x'], was: bed }, bed)).toEqual(editors)
  })

  it('shopping: tick and take over any item, edit only with the right to', () => {
    const onState = (mutation: Mutation, buyer: string) =>
      whoContributes('shopping', 'states', stateOf(buyer), mutation)
    const setState = (field: string, to: unknown) => set(['states', 'x', field], to)
    expect(whoContributes('shopping', 'states', undefined, insert('states', stateOf('')))).toEqual(planners)
    for (const buyer of ['', mine, theirs]) {
      expect(onState(setState('is_at_home', true), buyer)).toEqual(planners)
      expect(onState(setState('amount_at_home', '1 L'), buyer)).toEqual(planners)
      expect(onState(setState('note', 'Oat'), buyer)).toEqual(editors)
      expect(onState(setState('shop', 'Foodland'), buyer)).toEqual(editors)
      for (const to of [mine, companion, ''])
        expect(onState(setState('buyer', to), buyer)).toEqual(buyer === theirs ? editors : planners)
      expect(onState(setState('buyer', theirs), buyer)).toEqual(editors)
    }
    // What somebody promised who is not coming is open again.
    const away = people.map((party) => ({
      ...party,
      persons: party.persons.map((one) => ({ ...one, coming: 'not_coming' as const })),
    }))
    const whileAway = (list: string, entry: object, mutation: Mutation) =>
      whoMay((access) =>
        canOperate(other, { ...access, type: 'car_trip', taken: null }, 'shopping', mutation, {
          value: { [list]: [entry] },
          people: away,
          isUnderOwnId: true,
        }),
      )
    expect(whileAway('states', stateOf(theirs), setState('buyer', mine))).toEqual(planners)
    expect(whileAway('states', stateOf(theirs), setState('buyer', theirs))).toEqual(editors)
    expect(whileAway('states', stateOf(theirs), setState('note', 'Oat'))).toEqual(editors)
    expect(whileAway('purchases', purchaseOf(theirs), set(['purchases', 'x', 'person_id'], mine))).toEqual(editors)
    const itemOf = (buyer: string) => ({ ...newShoppingItem('x', 'Ice'), buyer })
    const onItem = (mutation: Mutation, buyer: string) => whoContributes('shopping', 'items', itemOf(buyer), mutation)
    for (const buyer of ['', mine, theirs]) {
      expect(onItem(set(['items', 'x', 'text'], 'Ice'), buyer)).toEqual(editors)
      for (const to of [mine, companion, ''])
        expect(onItem(set(['items', 'x', 'buyer'], to), buyer)).toEqual(buyer === theirs ? editors : planners)
      expect(onItem({ do: 'remove', at: ['items', 'x'], was: itemOf(buyer), after: null }, buyer)).toEqual(editors)
      expect(whoContributes('shopping', 'items', undefined, insert('items', itemOf(buyer)))).toEqual(editors)
    }
  })

  it('gear: pack, withdraw and give claims within their own party; how many are needed only with the right to edit', () => {
    const claimOf = (person: string) => ({ ...newClaim({ id: 'item', name: 'Table' }, person, 2), id: 'x' })
    const onClaim = (field: string, to: unknown, person: string) =>
      whoContributes('gear', 'claims', claimOf(person), set(['claims', 'x', field], to))
    for (const [person, who] of [
      [mine, planners],
      [companion, planners],
      [theirs, editors],
      ['', editors],
    ] as const) {
      expect(onClaim('is_packed', true, person)).toEqual(who)
      expect(onClaim('count', 0, person)).toEqual(who)
      expect(onClaim('person_id', companion, person)).toEqual(who)
    }
    expect(onClaim('person_id', theirs, mine)).toEqual(editors)
    expect(whoContributes('gear', 'claims', claimOf(theirs), insert('claims', claimOf(mine)))).toEqual(editors)
    for (const field of ['needed', 'is_each'])
      expect(
        whoMay((access) =>
          canOperate(
            other,
            { ...access, type: 'car_trip', taken: null },
            'checklist',
            set(['g', 'items', 'i', field], 2),
            nothing,
          ),
        ),
      ).toEqual(editors)
  })

  const others = [...leaders, 'without an owner']
  const withoutReaders = [...leaders, 'member', 'member, switch off', 'without an owner']
  const onCosts = (mutation: Mutation, value: object = {}, removed?: object) =>
    whoMay((access) =>
      canOperate(other, { ...access, type: 'car_trip', taken: null }, 'costs', mutation, {
        value: { currency: 'EUR', expenses: [], payments: [], former: [], payees: [], fees: [], ...value },
        people,
        isUnderOwnId: hasOwnId(forms.costs, mutation),
        removed,
      }),
    )
  const expenseOf = (addedBy: string) => ({
    ...newExpense('x', 'EUR', addedBy),
    payers: [newPayer(theirs, 2400)],
    shares: [newShare(theirs)],
  })
  const paymentOf = (addedBy: string, to: string, answer: Payment['answer'] = ''): Payment => ({
    ...newPayment('x', { from: mine, to, amount: 1200, currency: 'EUR' }, addedBy),
    answer,
    answered_amount: answer === '' ? 0 : 1200,
  })

  it('costs: add, change and remove what their party added, organizers everything', () => {
    for (const [person, who] of [
      [mine, withoutReaders],
      [companion, withoutReaders],
      [theirs, others],
      ['', others],
    ] as const) {
      const entry = expenseOf(person)
      const now = { expenses: [entry] }
      const at = ['expenses', 'x']
      const payer = newPayer(mine, 100)
      expect(onCosts({ do: 'insert', at, entry }), 'insert').toEqual(who)
      expect(onCosts({ do: 'insert', at, entry: expenseOf(mine) }, now), 'take over').toEqual(who)
      expect(onCosts({ do: 'remove', at, was: expenseOf(mine) }, now), 'remove').toEqual(who)
      expect(onCosts({ do: 'restore', at, was: entry }), 'restore what nobody removed').toEqual(who)
      for (const field of ['name', 'currency', 'split', 'note'])
        expect(onCosts(set([...at, field], 'x'), now), field).toEqual(who)
      expect(onCosts({ do: 'insert', at: [...at, 'payers', payer.id], entry: payer }, now)).toEqual(who)
      expect(onCosts({ do: 'remove', at: [...at, 'shares', newShare(theirs).id], was: {} }, now)).toEqual(who)
      expect(onCosts(set([...at, 'payers', newPayer(theirs, 0).id, 'amount'], 3), now)).toEqual(who)
      expect(onCosts({ do: 'move', at: [...at, 'shares', newShare(theirs).id], after: null }, now)).toEqual(who)
      expect(onCosts({ do: 'move', at, after: null }, now)).toEqual(others)
      expect(onCosts(set([...at, 'added_by'], theirs), now)).toEqual(others)
      expect(onCosts(set([...at, 'added_by'], ''), now)).toEqual(others)
      expect(onCosts(set([...at, 'added_by'], companion), now)).toEqual(who)
      // What was removed is whose it was, whatever somebody says.
      expect(onCosts({ do: 'restore', at, was: expenseOf(mine) }, {}, entry), 'restore').toEqual(who)
      expect(onCosts({ do: 'insert', at, entry: expenseOf(mine) }, {}, entry), 'add under its id').toEqual(who)
      expect(onCosts(set([...at, 'name'], 'x'), {}, entry), 'edit what was removed').toEqual(who)
    }
    expect(onCosts(set(['expenses', 'x', 'name'], 'x'))).toEqual(others)
    expect(onCosts(set(['expenses', 'x', 'added_by'], mine))).toEqual(others)
  })

  it('costs: names of those who leave the list, for people who may remove them', () => {
    const named = (id: string): Mutation => ({ do: 'insert', at: ['former', id], entry: { id, name: 'Ana' } })
    expect(onCosts(named(companion))).toEqual(withoutReaders)
    expect(onCosts(named(theirs))).toEqual([...leaders, 'member', 'without an owner'])
  })

  it('costs: only a person themselves says how to pay them, once it is confirmed who they are', () => {
    const own = (id: string) => ({ ...newPayee(id), note: 'Cash' })
    const [person, role] = [other, ['owner', 'organizer', 'member'] as const]
    const may = (mutation: Mutation, access: Partial<Trip> = {}, value: object = {}, removed?: object) => {
      const trip = { type: 'car_trip', role: 'member', members_edit: true, taken: null, ...access } as const
      return canOperate(person, trip as never, 'costs', mutation, {
        value: { currency: 'EUR', expenses: [], payments: [], former: [], payees: [], fees: [], ...value },
        people,
        isUnderOwnId: true,
        removed,
      })
    }
    const write = (id: string): Mutation[] => [
      { do: 'insert', at: ['payees', id], entry: own(id) },
      set(['payees', id, 'iban'], 'DE89370400440532013000'),
      set(['payees', id, 'changed_on'], ''),
    ]
    const remove = (id: string): Mutation => ({ do: 'remove', at: ['payees', id], was: own(id) })
    const never = (id: string): Mutation[] => [
      { do: 'restore', at: ['payees', id], was: own(id) },
      { do: 'move', at: ['payees', id], after: null },
    ]
    const all = (id: string) => [...write(id), ...never(id)]
    const allowed = (mutations: Mutation[], access: Partial<Trip> = {}) => {
      const values = [{}, { payees: [own(person.id), own(companion), own(theirs)] }]
      return new Set(values.flatMap((value) => mutations.map((mutation) => may(mutation, access, value, own(theirs)))))
    }
    for (const each of role) {
      expect(allowed(write(person.id), { role: each }), each).toEqual(new Set([true]))
      expect(allowed(never(person.id), { role: each }), each).toEqual(new Set([false]))
      for (const id of [companion, theirs]) expect(allowed(all(id), { role: each }), each).toEqual(new Set([false]))
      // It is theirs to clear, and for organizers to take away.
      for (const id of [person.id, companion, theirs])
        expect(allowed([remove(id)], { role: each }), each).toEqual(new Set([each !== 'member']))
    }
    // Also of members who may not edit the plan.
    expect(allowed(write(person.id), { members_edit: false })).toEqual(new Set([true]))
    // Without an owner, and for readers, there is nobody to pay.
    for (const each of ['everybody', null] as const)
      expect(allowed([...all(person.id), remove(person.id)], { role: each }), String(each)).toEqual(new Set([false]))
    // Of somebody who took a person of the list, that person's, and no longer what they had as themselves.
    const taken = { person_id: theirs, party_id: theirs, is_confirmed: true, shares_party: true, name: '' } as never
    expect(allowed(write(theirs), { taken })).toEqual(new Set([true]))
    expect(allowed(all(person.id), { taken })).toEqual(new Set([false]))
    const unconfirmed = { ...(taken as object), is_confirmed: false } as never
    for (const each of role)
      expect(allowed(all(theirs), { role: each, taken: unconfirmed }), each).toEqual(new Set([false]))
    expect(
      canOperate(
        null,
        { type: 'car_trip', role: 'owner', members_edit: true, taken: null } as never,
        'costs',
        write(person.id)[0] as Mutation,
        nothing,
      ),
    ).toBe(false)
  })

  it('costs: only organizers ask for fees, and members note what they have paid', () => {
    const fee = newFee('x', 'EUR', theirs)
    const at = ['fees', 'x']
    expect(onCosts({ do: 'insert', at, entry: fee })).toEqual(others)
    expect(onCosts(set([...at, 'adult'], 1), { fees: [fee] })).toEqual(others)
    expect(onCosts({ do: 'remove', at, was: fee }, { fees: [fee] })).toEqual(others)
    const paid = { ...paymentOf(mine, theirs), fee: 'x' }
    expect(onCosts({ do: 'insert', at: ['payments', 'x'], entry: paid }, { fees: [fee] })).toEqual(withoutReaders)
  })

  it('costs: a payment of a fee that others noted too is the same one, and nobody pays themselves', () => {
    const again = (entry: Payment, stored: Payment[], removed?: Payment) =>
      onCosts({ do: 'insert', at: ['payments', 'x'], entry }, { payments: stored }, removed)
    const entry = { ...paymentOf(mine, theirs), fee: 'x' }
    // As an organizer noted it, who may have named another adult of the party, or has had the money already.
    for (const change of [{}, { from: companion }, { answer: 'received', answered_amount: 1200 }] as const) {
      const stored: Payment = { ...entry, ...change, added_by: theirs }
      expect(again(entry, [stored])).toEqual(withoutReaders)
      expect(again({ ...entry, answer: 'received', answered_amount: 1200 }, [stored])).toEqual(others)
      for (const other of [{ amount: 1 }, { fee: '' }, { to: mine }, { currency: 'JPY' }, { from: theirs }])
        expect(again({ ...entry, ...other }, [stored]), JSON.stringify(other)).toEqual(others)
      // Removed again, it is theirs to note.
      expect(again(entry, [], stored)).toEqual(withoutReaders)
      expect(again({ ...entry, added_by: theirs }, [], stored)).toEqual(others)
    }
    expect(again({ ...entry, fee: '' }, [{ ...entry, fee: '', added_by: theirs }])).toEqual(others)
    expect(again({ ...entry, to: mine }, [])).toEqual(others)
  })

  it('costs: members set the currency while there is none', () => {
    const to = (code: string, was = '') => ({ ...set(['currency'], code), was })
    expect(onCosts(to('EUR'), { currency: '' })).toEqual(withoutReaders)
    expect(onCosts(to('EUR'), { currency: 'EUR' })).toEqual(withoutReaders)
    expect(onCosts(to('USD', 'EUR'), { currency: 'EUR' })).toEqual(others)
    // Changes nothing: see `firstChoice`.
    expect(onCosts(to('USD'), { currency: 'EUR' })).toEqual(withoutReaders)
    expect(onCosts(to(''), { currency: 'EUR' })).toEqual(others)
    expect(onCosts(to(''), { currency: '' })).toEqual(others)
  })

  it('costs: only the party that a payment went to answers it, and it stays the payment that they answered', () => {
    const at = ['payments', 'x']
    const onPayment = (payment: Payment, field: string, to: unknown) =>
      onCosts(set([...at, field], to), { payments: [payment] })
    for (const field of ['answer', 'answered_amount']) {
      expect(onPayment(paymentOf(mine, theirs), field, 'received')).toEqual(others)
      expect(onPayment(paymentOf(theirs, mine), field, 'received')).toEqual(withoutReaders)
      expect(onPayment(paymentOf(theirs, companion), field, 'received')).toEqual(withoutReaders)
    }
    const insertPayment = (entry: Payment): Mutation => ({ do: 'insert', at, entry })
    for (const [entry, who] of [
      [paymentOf(mine, theirs), withoutReaders],
      [paymentOf(mine, theirs, 'received'), others],
      [{ ...paymentOf(mine, theirs), answered_amount: 1200 }, others],
      [paymentOf(mine, companion, 'received'), withoutReaders],
      [paymentOf(theirs, mine), others],
    ] as const) {
      expect(onCosts(insertPayment(entry))).toEqual(who)
      expect(onCosts({ do: 'restore', at, was: entry })).toEqual(who)
    }
    const answered = paymentOf(mine, theirs, 'received')
    const now = { payments: [answered] }
    // Another amount makes it unconfirmed: see answerTo.
    expect(onPayment(answered, 'amount', 2400)).toEqual(withoutReaders)
    expect(onPayment(answered, 'note', 'In cash')).toEqual(withoutReaders)
    // A late answer must not be to another payment, so not even an unanswered one, or one that they got, becomes one.
    for (const payment of [answered, paymentOf(mine, theirs), paymentOf(mine, companion, 'received')])
      for (const [field, to] of [
        ['to', mine],
        ['from', companion],
        ['currency', 'JPY'],
      ] as const)
        expect(onPayment(payment, field, to), field).toEqual(others)
    expect(onPayment(answered, 'rate', '2')).toEqual(others)
    expect(onPayment(paymentOf(mine, theirs), 'rate', '2')).toEqual(withoutReaders)
    expect(onCosts({ do: 'remove', at, was: answered }, now)).toEqual(withoutReaders)
    // Undoing that brings the answer back.
    expect(onCosts({ do: 'restore', at, was: answered }, {}, answered)).toEqual(withoutReaders)
    expect(onCosts({ do: 'restore', at, was: answered }, {}, paymentOf(theirs, theirs, 'received'))).toEqual(others)
  })

  it('costs: a payment that is added again, or after its removal, is the same one', () => {
    const at = ['payments', 'x']
    const again = (payment: Payment, change: Partial<Payment>) => {
      const mutation: Mutation = { do: 'insert', at, entry: { ...payment, ...change } }
      const may = onCosts(mutation, { payments: [payment] })
      expect(onCosts(mutation, {}, payment)).toEqual(may)
      return may
    }
    const [open, answered] = [paymentOf(mine, theirs), paymentOf(mine, theirs, 'received')]
    for (const payment of [open, answered, paymentOf(mine, companion, 'received')]) {
      expect(again(payment, { amount: 1, note: 'In cash' })).toEqual(withoutReaders)
      for (const change of [{ to: mine }, { from: companion }, { currency: 'JPY' }])
        expect(again(payment, change)).toEqual(others)
    }
    expect(again(open, { rate: '2' })).toEqual(withoutReaders)
    expect(again(open, { answer: 'received', answered_amount: 1200 })).toEqual(others)
    expect(again(answered, { rate: '2' })).toEqual(others)
    expect(again(answered, { answered_amount: 1 })).toEqual(others)
    expect(again(paymentOf(mine, companion), { answer: 'received', answered_amount: 1200 })).toEqual(withoutReaders)
  })

  it('costs: for those of their party who never joined or share with it, once it is confirmed who they are', () => {
    const [me, child, sharing, separate, elsewhere, gone, back] = [
      'me',
      'child',
      'sharing',
      'separate',
      'elsewhere',
      'gone',
      'back',
    ]
    const party = {
      id: 'p',
      name: '',
      persons: [me, child, sharing, separate, elsewhere, gone, back, FORMER_PERSON].map((id) => newPerson(id, id)),
    }
    const current = new Map([
      [me, 'p'],
      [sharing, 'p'],
      [separate, null],
      [elsewhere, 'another party'],
      [back, 'p'],
    ])
    const formerly = new Set([gone, back])
    const whose = (
      taken: Partial<NonNullable<Trip['taken']>>,
      mutationFor: (id: string) => [Mutation, object],
      former: ReadonlySet<string> = formerly,
    ) =>
      party.persons
        .map(({ id }) => id)
        .filter((id) => {
          const [mutation, value] = mutationFor(id)
          const place = { person_id: me, party_id: 'p', is_confirmed: true, shares_party: true, ...taken }
          const access = { type: 'car_trip', role: 'member', members_edit: true, taken: place } as const
          const state = { value, people: [party], isUnderOwnId: true, everJoined: { current, former } }
          return canOperate(other, access, 'costs', mutation, state)
        })
    const remove = (id: string): [Mutation, object] => [
      { do: 'remove', at: ['expenses', 'x'], was: {} },
      { expenses: [expenseOf(id)] },
    ]
    const answer = (id: string): [Mutation, object] => [
      set(['payments', 'x', 'answer'], 'received'),
      { payments: [paymentOf(theirs, id)] },
    ]
    const addAnswered = (id: string): [Mutation, object] => [
      { do: 'insert', at: ['payments', 'x'], entry: paymentOf(me, id, 'received') },
      { payments: [] },
    ]
    for (const what of [remove, answer, addAnswered]) {
      expect(whose({}, what)).toEqual([me, child, sharing, back])
      expect(whose({ shares_party: false }, what)).toEqual([me])
    }
    expect(whose({ is_confirmed: false }, remove)).toEqual([me])
    // Somebody had this id before them.
    expect(whose({ is_confirmed: false }, remove, new Set([me]))).toEqual([])
    expect(whose({}, remove, new Set([me]))).toEqual([me, child, sharing, gone, back])
    expect(whose({ is_confirmed: false }, answer)).toEqual([])
    expect(whose({ is_confirmed: false }, addAnswered)).toEqual([])
  })

  it('costs: for nobody else while it is not known who has joined', () => {
    const people = [{ id: 'p', name: '', persons: ['me', 'child'].map((id) => newPerson(id, id)) }]
    const taken = { person_id: 'me', party_id: 'p', is_confirmed: true, shares_party: true }
    const access = { type: 'car_trip', role: 'member', members_edit: true, taken } as const
    const joined = { current: new Map([['me', 'p']]), former: new Set<string>() }
    expect([...listCostsParty(other, access, people, undefined)]).toEqual(['me'])
    expect([...listCostsParty(other, access, people, joined)]).toEqual(['me', 'child'])
  })

  it('costs: whose an entry was matters only if it is gone', () => {
    const access = { role: 'member', members_edit: true } as const
    const value = { expenses: [expenseOf(mine)], payments: [] }
    const needs = (at: string[], role: 'member' | 'organizer' = 'member') =>
      needsRemoved({ ...access, role }, 'costs', set(at, 'x'), value)
    expect(needs(['expenses', 'gone', 'name'])).toBe(true)
    expect(needs(['expenses', 'gone', 'name'], 'organizer')).toBe(false)
    expect(needs(['expenses', 'x', 'name'])).toBe(false)
    expect(needs(['currency'])).toBe(false)
    const may = { role: 'member', members_edit: false } as const
    expect(needsRemoved(may, 'rides', set(['cars', 'gone', 'seats'], 3), { cars: [], riders: [] })).toBe(true)
    expect(needsRemoved(access, 'rides', set(['cars', 'gone', 'seats'], 3), { cars: [], riders: [] })).toBe(false)
  })

  it.each(['__proto__', 'constructor', 'toString'])('a path that begins with %s names no entry', (name) => {
    for (const section of ['shopping', 'gear', 'rides', 'duties', 'beds', 'costs'] as const) {
      const mutation = set([name, mine, 'x'], 'x')
      expect(whoContributes(section, 'items', { id: mine }, mutation).filter((who) => !editors.includes(who))).toEqual(
        [],
      )
      expect(needsRemoved({ role: 'member', members_edit: false }, section, mutation, {})).toBe(true)
    }
  })

  it('shopping and rides: for the person that they claim to be, and with no people list for themselves', () => {
    const taken = { person_id: theirs, party_id: theirs, is_confirmed: false, shares_party: false }
    const ride = (place: Trip['taken'], person: string, list = people) =>
      whoMay((access) =>
        canOperate(other, { ...access, type: 'car_trip', taken: place }, 'rides', insert('riders', riderOf(person)), {
          value: { riders: [] },
          people: list,
          isUnderOwnId: true,
        }),
      )
    expect(ride(taken, theirs)).toEqual(planners)
    expect(ride(taken, mine)).toEqual(editors)
    expect(ride(null, mine, [])).toEqual(planners)
    expect(ride(null, companion, [])).toEqual(editors)
  })

  it('need the people list only in trips whose members may not edit, and where people contribute', () => {
    for (const section of sectionNames)
      expect(whoMay((access) => access.role !== null && needsPeople(access, section))).toEqual(
        section === 'costs'
          ? ['member', 'member, switch off']
          : ['shopping', 'rides', 'beds', 'duties', 'gear', 'polls', 'todos'].includes(section)
            ? ['member, switch off']
            : [],
      )
    expect(sectionNames.filter(canContributeTo).toSorted()).toEqual([
      'beds',
      'checklist',
      'costs',
      'duties',
      'gear',
      'people',
      'polls',
      'private',
      'rides',
      'shopping',
      'todos',
    ])
  })

  it.each([
    ['polls', 'polls'],
    ['polls', 'answers'],
    ['todos', 'todos'],
    ['todos', 'doers'],
    ['announcements', ''],
    ['costs', 'payments'],
    ['costs', 'payees'],
    ['costs', 'fees'],
    ['costs', 'expenses'],
    ['rides', 'riders'],
  ] as const)('an entry of any form is no error: %s %s', (section, list) => {
    for (const entry of [null, 1, 'text', [], {}])
      for (const stored of [undefined, { id: mine }]) {
        const at = list === '' ? [mine] : [list, mine]
        for (const mutation of [
          { do: 'insert', at, entry },
          { do: 'restore', at, was: entry },
          { do: 'remove', at, was: entry },
        ] as Mutation[])
          expect(() => whoContributes(section, list, stored, mutation)).not.toThrow()
      }
  })

  it('people: nothing, for somebody who is signed out', () => {
    const access = { role: 'member', type: 'car_trip', members_edit: false, taken: null } as const
    expect(canOperate(null, access, 'people', answers(other.id)['add a person'] as Mutation, nothing)).toBe(false)
    expect(canAnswerFor(null, access, other.id)).toBe(false)
  })
})

describe('creating a trip', () => {
  it('PERM-5 needs an account', () => {
    expect(canCreateTrip(beta)).toBe(true)
    expect(canCreateTrip(other)).toBe(true)
  })

  it('is refused to guests, and to people who are signed out', () => {
    expect(canCreateTrip(null)).toBe(false)
    expect(canCreateTrip(guest)).toBe(false)
  })
})

describe('a guest', () => {
  it('has no email address', () => expect([guest, other, beta, null].map(isGuest)).toEqual([true, false, false, false]))
  it('cannot request AI texts', () =>
    expect([guest, other, beta, null].map(canAskAi)).toEqual([false, true, true, false]))
  it('can search for places, and have the geocoder asked', () => {
    expect([guest, other, beta, null].map(canSearchPlaces)).toEqual([true, true, true, false])
    expect([guest, other, beta, null].map(canGeocode)).toEqual([true, true, true, false])
  })
  it('can have passkeys, which the demo account cannot', () => {
    const demo = { ...other, email: DEMO_EMAIL }
    expect([guest, other, beta, demo, null].map(canHavePasskeys)).toEqual([true, true, true, false, false])
  })
  it('can have an address for calendar apps, which the demo account cannot', () => {
    const demo = { ...other, email: DEMO_EMAIL }
    expect([guest, other, beta, demo, null].map(canSubscribe)).toEqual([true, true, true, false, false])
  })
})

describe('the owner', () => {
  it('PERM-7 can open their trips', () => expect(canOpenTrip(seen(beta, 'a trip of the beta user'))).toBe(true))
  it('PERM-8 can edit their trips', () => expect(canEditPlan(seen(beta, 'a trip of the beta user'))).toBe(true))
  it('remains the owner, whatever their membership', () =>
    expect(roleIn(beta, { owner_id: beta.id }, 'member')).toBe('owner'))
})

describe('reading a trip', () => {
  const token = '00000000-0000-4000-8000-00000000abcd'
  const closed = { role: null, is_public: false, share_token: token }

  it('is allowed to people who can open it', () => {
    for (const access of Object.values(accessCases)) {
      expect(canReadTrip({ ...access, is_public: false, share_token: null }, undefined)).toBe(canOpenTrip(access))
    }
  })

  it('PERM-20, PERM-22, PERM-23 needs the token of a private trip; a missing token matches nothing', () => {
    expect(canReadTrip(closed, token)).toBe(true)
    expect(canReadTrip(closed, `${token}0`)).toBe(false)
    expect(canReadTrip(closed, '')).toBe(false)
    expect(canReadTrip(closed, undefined)).toBe(false)
    for (const nothing of [undefined, '', 'null'])
      expect(canReadTrip({ ...closed, share_token: null }, nothing)).toBe(false)
  })

  it('PERM-21 is allowed to everybody if it is public, with any token', () => {
    for (const any of [token, 'another', undefined]) expect(canReadTrip({ ...closed, is_public: true }, any)).toBe(true)
  })

  it('detects a link that works for nobody else, for people who can open the trip', () => {
    for (const access of Object.values(accessCases)) {
      const shared = { ...access, is_public: false, share_token: token }
      for (const dead of ['another', '', undefined]) expect(isDeadLink(shared, dead)).toBe(canOpenTrip(access))
      expect(isDeadLink(shared, token)).toBe(false)
      expect(isDeadLink({ ...shared, is_public: true }, 'another')).toBe(false)
    }
  })

  it('PERM-19 shows documents and confirmation numbers, unless they are hidden from readers', () => {
    for (const access of Object.values(accessCases)) {
      expect(canReadDocuments({ ...access, hides_documents: false })).toBe(true)
      expect(canReadDocuments({ ...access, hides_documents: true })).toBe(canOpenTrip(access))
    }
  })

  it('PERM-2, ROUTE-16 by a link needs a signed-in user, unless the operator opens links to everybody', () => {
    expect(canUseShareLinks(other, { withoutSignIn: false })).toBe(true)
    expect(canUseShareLinks(null, { withoutSignIn: false })).toBe(false)
    expect(canUseShareLinks(null, { withoutSignIn: true })).toBe(true)
  })

  it('is refused for a token that begins or ends like the right one', () => {
    for (const guess of [token.slice(0, -1), `${token}0`, token.toUpperCase(), token.repeat(2), `${token}\0`])
      expect(canReadTrip(closed, guess)).toBe(false)
  })
})

describe('the trip list', () => {
  const inList = (person: Person, what: What, membership: MembershipRole | null = null) =>
    canSeeTripInList(person, seen(person, what, membership))

  it('PERM-11 CONST-24 of a beta user contains the demo trip', () => {
    expect(inList(beta, 'the demo trip')).toBe(true)
    expect(canSeeTripInList(beta, { name: 'Demo Algonquin Adventure', role: 'everybody' })).toBe(true)
  })

  it('PERM-12 of a beta user contains their own trips, and those that they have joined', () => {
    expect(inList(beta, 'a trip of the beta user')).toBe(true)
    expect(inList(beta, 'a trip of the other user', 'member')).toBe(true)
  })

  it('PERM-13 of a beta user contains no other trips', () => {
    expect(inList(beta, 'a trip of the other user')).toBe(false)
    expect(inList(beta, 'a trip without an owner')).toBe(false)
    expect(canSeeTripInList(beta, { name: 'demo algonquin adventure', role: 'everybody' })).toBe(false)
    expect(inList(beta, 'a trip of a stranger with the demo trip’s name')).toBe(false)
  })

  it('PERM-14 of other users contains every trip that they can open', () => {
    for (const what of Object.keys(trips) as What[]) expect(inList(other, what)).toBe(canOpenTrip(seen(other, what)))
    expect(inList(other, 'a trip without an owner')).toBe(true)
  })
})
