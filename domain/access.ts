import { isDemoAccount } from './demo-account.ts'
import { DEMO_TRIP_NAME } from './demo-trip.ts'
import { listNotComing } from './not-coming.ts'
import { childOf, equal, findAt } from './operations/json.ts'
import type { Mutation } from './operations/operation.ts'
import { isGuest, type User } from './person.ts'
import type { Announcement } from './plan/announcements.ts'
import type { Costs, Payment } from './plan/costs.ts'
import type { SectionName } from './plan/index.ts'
import type { Party } from './plan/people.ts'
import { FORMER_PERSON } from './plan/person-ref.ts'
import type { PrivateParty } from './plan/private.ts'
import { isRecordMutation } from './plan/private-mutations.ts'
import type { Identity, MembershipRole, Role, Trip } from './trip.ts'

/**
 * Who may do what. Every route and every button asks here, so the two cannot disagree.
 * `person` is null for somebody who is not signed in.
 */
type Person = Pick<User, 'id' | 'email' | 'is_beta_user'> | null
type OwnedTrip = Pick<Trip, 'owner_id'>
/** A user's role in a trip, and whether the trip lets members edit. */
type TripAccess = Pick<Trip, 'role' | 'members_edit'>
type IdentifiedAccess = TripAccess & Pick<Trip, 'taken'>
type PlanAccess = IdentifiedAccess & Pick<Trip, 'type'>
type SharedTrip = Pick<Trip, 'role' | 'is_public'> & { share_token: string | null }
type HidingTrip = Pick<Trip, 'role'> & { hides_documents: boolean }

/** Whether somebody has an account of their own, which they can change and whose sessions they can see. */
export function hasOwnAccount(person: Pick<User, 'email'> | null): boolean {
  return person !== null && !isGuest(person) && !isDemoAccount(person)
}

/** Whether a trip can be transferred to somebody. A trip owned by the demo account would be everybody's. */
export const canReceiveTrip = hasOwnAccount

/**
 * The role of a user in a trip, or null. Every user with an account has the trips that have no owner.
 * @param membership the role of their membership, if they have one
 */
export function roleIn(person: Person, trip: OwnedTrip, membership: MembershipRole | null): Role | null {
  if (person === null) return null
  if (trip.owner_id === null) return isGuest(person) ? null : 'everybody'
  return trip.owner_id === person.id ? 'owner' : membership
}

/**
 * Whether somebody can join trips. The demo account cannot: its password is public, and trips contain private details.
 */
export function canJoin(person: Pick<User, 'email'>): boolean {
  return !isDemoAccount(person)
}

export function canCreateTrip(person: Person): boolean {
  return person !== null && !isGuest(person)
}

/** For people who plan the trip. Readers have the shared view. */
export function canOpenTrip({ role }: Pick<TripAccess, 'role'>): boolean {
  return role !== null
}

/** Everybody who plans a trip can edit the whole plan; members only unless that is switched off. */
export function canEditPlan({ role, members_edit }: TripAccess): boolean {
  return role === 'member' ? members_edit : role !== null
}

/** Whether somebody can change everything in a section. */
export function canEditSection(trip: TripAccess, section: SectionName): boolean {
  if (section === 'announcements') return canAnnounce(trip)
  return section === 'costs' ? canEditAllCosts(trip) : canEditPlan(trip)
}

/** Whether somebody can go back to earlier versions of a section. Those of the polls may have other options taken. */
export function canGoBack(trip: TripAccess, section: SectionName): boolean {
  return canEditSection(trip, section) && (section !== 'polls' || canTakeOption(trip))
}

/**
 * Whether to offer somebody the undo of a change: they may edit the section, or made the change themselves.
 * `canOperate` decides whether they may make the edits that undo it.
 * @param authorId the user who made the change
 */
export function canUndo(person: Person, trip: TripAccess, section: SectionName, authorId: string | undefined): boolean {
  if (canEditSection(trip, section)) return true
  return person !== null && person.id === authorId && canOpenTrip(trip) && canContributeTo(section)
}

export function canEditDocuments(trip: TripAccess & Pick<Trip, 'type'>): boolean {
  return canEditPlan(trip) && hasTickets(trip)
}

/**
 * Whether somebody can add files to a trip. A trip without an owner is in the list of every account, so all of them
 * would see what one has uploaded. The demo account's password is public, so anybody could have files stored with it.
 */
function canAddFiles(person: Pick<User, 'email'> | null, trip: Pick<TripAccess, 'role'>): boolean {
  return person !== null && !isDemoAccount(person) && canSeePeople(trip)
}

/** Whether somebody sees to the space that a trip's files take: sees all of them, and deletes any. */
export function canManageFiles({ role }: Pick<TripAccess, 'role'>): boolean {
  return role === 'owner' || role === 'organizer'
}

export function canAddDocument(person: Person, trip: TripAccess & Pick<Trip, 'type'>): boolean {
  return canEditDocuments(trip) && canAddFiles(person, trip)
}

/** Whether somebody can choose the trip's picture. Where nobody can, it always shows its drawing. */
export function canSetPicture(person: Person, trip: TripAccess): boolean {
  return canEditPlan(trip) && canAddFiles(person, trip)
}

/** Also with the demo account, which may have a picture from before. */
export function canRemovePicture(trip: TripAccess): boolean {
  return canEditPlan(trip) && canSeePeople(trip)
}

/** Receipts are for everybody who plans the trip, whatever its type. Expenses list them: see `canSetCosts`. */
export const canAddReceipt = canAddFiles
export const canSeeReceipt = canOpenTrip

/** Adding a track adds its file, and its entry to the plan. */
export function canAddTrack(person: Person, trip: TripAccess): boolean {
  return canEditPlan(trip) && canAddFiles(person, trip)
}

/** What a right may depend on, beside the operation. */
export interface PlanState {
  /** The current value of the operation's section. */
  value: unknown
  /** The people list. Not read if `needsPeople` returns false. */
  people: readonly Party[]
  /** Whether the mutation adds no entry under an id that is derived from somebody else: see `hasOwnId`. */
  isUnderOwnId: boolean
  /** If `needsRemoved`: the mutation's entry as it was when it was removed. */
  removed?: unknown
  /** Needed for private records: see `canSeePrivate`. */
  joined?: SharedParties
  /** Needed for costs: see `listCostsParty`. */
  everJoined?: EverJoined
}

/**
 * Whether somebody may apply this mutation. Members who cannot edit the plan still tick items, answer for their party
 * and contribute for it.
 */
export function canOperate(
  person: Person,
  trip: PlanAccess,
  section: SectionName,
  mutation: Mutation,
  state: PlanState,
): boolean {
  if (section === 'private') return canSetPrivate(person, trip, mutation, state.joined)
  if (isOneOf(['tickets', 'stays'], section) && !hasTickets(trip)) return false
  if (section === 'announcements') return canSetAnnouncement(person, trip, mutation, state)
  if (section === 'polls' && isTaking(mutation) && !canTakeOption(trip)) return false
  if (section === 'costs' && mutation.at[0] === 'payees')
    return mutation.do === 'remove'
      ? mutation.at.length === 2 && canManagePeople(trip)
      : isOneOf(['insert', 'set'], mutation.do) && canSetPayee(person, trip, mutation.at[1])
  if (canEditSection(trip, section)) return true
  if (person === null || !canOpenTrip(trip)) return false
  if (isTick(section, mutation)) return true
  const identity = identityOf(person, trip)
  if (section === 'people') return isInParty(identity.party_id, mutation)
  if (section !== 'costs') return isOwnContribution(section, mutation, state, listParty(identity, state.people))
  const party = listCostsParty(person, trip, state.people, state.everJoined ?? nobodyJoined)
  if (mutation.at[0] === 'former') return canSetFormer(identity, trip, mutation, state, party)
  return canSetCosts(mutation, state, party, canAnswerPayments(trip) ? party : nobody)
}

/** Whether somebody can send announcements. A trip without an owner has no group to send them to. */
export const canAnnounce = canManagePeople

/**
 * An announcement is never edited, and nobody sends one in another person's name. Any organizer may remove it and undo
 * that. It then comes back unchanged.
 */
function canSetAnnouncement(
  person: Person,
  access: IdentifiedAccess,
  mutation: Mutation,
  { value, removed }: PlanState,
): boolean {
  if (person === null || !canAnnounce(access) || mutation.at.length !== 1) return false
  const current = findAt(value, mutation.at)
  switch (mutation.do) {
    case 'insert': {
      // What arrives may have any form.
      const { by } = (mutation.entry ?? {}) as Partial<Announcement>
      if (current !== undefined) return equal(current, mutation.entry)
      return equal(removed, mutation.entry) || (removed === undefined && by === identityOf(person, access).person_id)
    }
    case 'restore':
      return current !== undefined || removed !== undefined
    // Their order means nothing; an undo may need it.
    default:
      return mutation.do !== 'set'
  }
}

/**
 * Whether somebody can take an option of a poll: proposed dates become the trip's, and what people said about them
 * becomes their attendance.
 */
export const canTakeOption = canShareTrip

/** Whether a mutation takes an option of a poll. */
function isTaking(mutation: Mutation): boolean {
  const [list, , field] = mutation.at
  if (list !== 'polls') return false
  if (field !== undefined) return field === 'taken'
  return mutation.do === 'insert' && ((mutation.entry as { taken?: unknown } | null)?.taken ?? '') !== ''
}

/** Whether the right to change a section depends on the people list. */
export function needsPeople(trip: TripAccess, section: SectionName): boolean {
  return contributions[section] !== undefined && !canEditSection(trip, section)
}

/**
 * Whether the right to apply a mutation depends on whose its entry was, which is gone.
 * @param value the current value of the section
 */
export function needsRemoved(trip: TripAccess, section: SectionName, { at }: Mutation, value: unknown): boolean {
  const [list = '', id] = at
  // Their section is the list.
  if (section === 'announcements') return canAnnounce(trip) && findAt(value, at) === undefined
  return needsPeople(trip, section) && id !== undefined && !entryIn(value, list, id)
}

/** Whether somebody who may not edit the plan can change something in a section. */
export function canContributeTo(section: SectionName): boolean {
  return section === 'people' || section === 'private' || section in ticks || section in contributions
}

/** Whether somebody can answer for a party: who is coming, when, and what they eat. */
export function canAnswerFor(person: Person, access: IdentifiedAccess, partyId: string): boolean {
  return canEditPlan(access) || (person !== null && canOpenTrip(access) && isOwnParty(person, access, partyId))
}

interface RecordRef {
  partyId: string
  personId: string
}

/**
 * The people on the list who have joined the trip, each with the party that they share private records with, or null.
 * The list says who travels together, but many people can edit it, so it grants no access to records.
 */
export type SharedParties = ReadonlyMap<string, string | null>

/** The people with a private record that is not empty, each with the party that contains it. */
export type RecordedPeople = ReadonlyMap<string, string>

/**
 * Whether somebody may rename, remove or add the people that a mutation affects. A record belongs to an entry's id:
 * renaming an entry, or restoring it under another name, would give its record to somebody else. So only users who can
 * see a person's record may do this.
 */
export function canChangePeople(
  person: Person,
  access: IdentifiedAccess,
  mutation: Mutation,
  recorded: RecordedPeople,
  joined: SharedParties,
): boolean {
  return listChangedPeople(mutation, recorded).every((personId) => {
    const partyId = recorded.get(personId)
    return partyId === undefined || canSeePrivate(person, access, { partyId, personId }, joined)
  })
}

function listChangedPeople(mutation: Mutation, recorded: RecordedPeople): string[] {
  const [partyId = '', , personId, field] = mutation.at
  if (mutation.do === 'move') return []
  if (personId !== undefined)
    return field === undefined || (field === 'name' && mutation.at.length === 4) ? [personId] : []
  if (mutation.do === 'set') return []
  // A whole party. The people in it may differ from those that the removal lists.
  const entry = (mutation.do === 'insert' ? mutation.entry : mutation.was) as Partial<Party> | null
  const listed = Array.isArray(entry?.persons) ? entry.persons.map(({ id }) => id) : []
  const recordedInParty = [...recorded].flatMap(([id, recordParty]) => (recordParty === partyId ? [id] : []))
  return mutation.do === 'insert' ? listed : [...listed, ...recordedInParty]
}

/**
 * Whether somebody can see and write a person's private record. Organizers: everybody's. Others, once an organizer has
 * confirmed who they are: their own. If they share records with their party: also those of people in it who share too,
 * or who have not joined, such as children. A trip without an owner has no private records.
 * @param joined known only on the server; without it, nobody in the party counts as joined
 */
export function canSeePrivate(
  person: Person,
  access: IdentifiedAccess,
  record: RecordRef,
  joined?: SharedParties,
): boolean {
  const { partyId, personId } = record
  if (person === null || !canBeginParty(person, access, partyId)) return false
  if (canManagePeople(access) || identityOf(person, access).person_id === personId) return true
  return sharesParty(access) && (!joined?.has(personId) || joined.get(personId) === partyId)
}

/**
 * Whether somebody can decide if others see a person's record in an emergency: their own party or, as long as nobody
 * who could decide has joined, an organizer.
 */
export function canSetEmergencyAccess(
  person: Person,
  access: IdentifiedAccess,
  record: RecordRef,
  joined?: SharedParties,
): boolean {
  if (person === null || !canSeePrivate(person, access, record, joined)) return false
  return isOwnParty(person, access, record.partyId) || (canManagePeople(access) && hasNobodyJoined(record, joined))
}

/** Whether neither the person nor anybody who shares their party's records has joined. False while that is unknown. */
function hasNobodyJoined({ partyId, personId }: RecordRef, joined: SharedParties | undefined): boolean {
  // The owner is always in it: an empty map has not been loaded yet.
  if (!joined?.size || joined.has(personId)) return false
  return ![...joined.values()].includes(partyId)
}

/** The private records that somebody can see: see `canSeePrivate`; and those that others show in an emergency. */
export function visiblePrivateRecords(
  person: Person,
  access: IdentifiedAccess,
  records: readonly PrivateParty[],
  joined: SharedParties,
): PrivateParty[] {
  if (person === null || !canSeePeople(access)) return []
  return records.flatMap((party) => {
    const persons = party.persons.filter(
      ({ id, in_emergency }) =>
        in_emergency || canSeePrivate(person, access, { partyId: party.id, personId: id }, joined),
    )
    if (persons.length === 0 && !canBeginParty(person, access, party.id)) return []
    return [{ ...party, persons }]
  })
}

function canSetPrivate(
  person: Person,
  access: IdentifiedAccess,
  mutation: Mutation,
  joined: SharedParties | undefined,
): boolean {
  const [partyId = '', , personId, field] = mutation.at
  if (!isRecordMutation(mutation)) return false
  if (personId === undefined) return canBeginParty(person, access, partyId)
  const isAllowed = field === 'in_emergency' ? canSetEmergencyAccess : canSeePrivate
  return isAllowed(person, access, { partyId, personId }, joined)
}

/** Whether somebody may insert an empty party, to which records are then added. */
function canBeginParty(person: Person, access: IdentifiedAccess, partyId: string): boolean {
  if (person === null || !canSeePeople(access)) return false
  return canManagePeople(access) || (isOwnParty(person, access, partyId) && isConfirmed(access))
}

/** Users who are on the list as themselves need no confirmation, and the party is their own. */
const isConfirmed = ({ taken }: IdentifiedAccess) => taken?.is_confirmed ?? true
const sharesParty = ({ taken }: IdentifiedAccess) => taken?.shares_party ?? true

function isOwnParty(person: { id: string }, access: IdentifiedAccess, partyId: string): boolean {
  return identityOf(person, access).party_id === partyId
}

/** Which person in the plan a user is: the one they claim to be, otherwise themselves, in a party of their own. */
export function identityOf({ id }: { id: string }, { taken }: Pick<Trip, 'taken'>): Identity {
  return taken ?? { person_id: id, party_id: id }
}

/** What everybody who plans a trip may tick or note, by section: paths, in which '*' is any entry. */
const ticks: { [Name in SectionName]?: readonly string[] } = {
  checklist: ['*/items/*/checked'],
  shopping: ['states/*/is_at_home', 'states/*/amount_at_home'],
  todos: ['todos/*/is_done'],
}

function isTick(section: SectionName, { do: what, at }: Mutation): boolean {
  const isAt = (path: string) => {
    const keys = path.split('/')
    return keys.length === at.length && keys.every((key, depth) => key === '*' || key === at[depth])
  }
  return what === 'set' && (ticks[section] ?? []).some(isAt)
}

/** Whose the entries of a list are. */
interface Contribution {
  /** The field with the person's id; 'id' if the entry has it. */
  person: string
  /** An entry of nobody, or of somebody who is not coming, can be taken over. Only the person can be set. */
  isOpen?: true
  /** Only people who may edit the plan add and remove entries. */
  isFixed?: true
}

/** The lists in which everybody who plans a trip contributes for their own party, by section. */
const contributions: { [Name in SectionName]?: Readonly<Record<string, Contribution>> } = {
  shopping: {
    items: { person: 'buyer', isOpen: true, isFixed: true },
    states: { person: 'buyer', isOpen: true },
    purchases: { person: 'person_id' },
  },
  gear: { claims: { person: 'person_id' } },
  rides: { cars: { person: 'driver' }, riders: { person: 'id' } },
  duties: { volunteers: { person: 'person_id' } },
  beds: { sleepers: { person: 'id' } },
  polls: { answers: { person: 'person_id' } },
  todos: { doers: { person: 'person_id' } },
  costs: { expenses: { person: 'added_by' }, payments: { person: 'added_by' }, former: { person: 'id' } },
}

/** Everybody who has ever joined a trip under an id of the list. */
export interface EverJoined {
  /** Those who are in the trip, each with the party that they share with, or null. Also those who are not confirmed. */
  current: SharedParties
  /** The ids of those who have left, were removed, or became another person of the list. */
  former: ReadonlySet<string>
}

/**
 * The people whose expenses and payments a member may change: themselves, and those of their party who share with it
 * or have never joined, such as children. Many people can edit the list, so it gives nobody a right to the money of
 * others. Until it is confirmed who somebody is, that is only what was added under an id that nobody had before.
 * @param joined undefined while it is not known: then only themselves
 */
export function listCostsParty(
  person: { id: string },
  access: IdentifiedAccess,
  people: readonly Party[],
  joined: EverJoined | undefined,
): ReadonlySet<string> {
  const identity = identityOf(person, access)
  if (!isConfirmed(access)) return joined?.former.has(identity.person_id) ? nobody : new Set([identity.person_id])
  if (!joined || !sharesParty(access)) return new Set([identity.person_id])
  const { current, former } = joined
  const isShared = (id: string) =>
    current.has(id) ? current.get(id) === identity.party_id : id !== FORMER_PERSON && !former.has(id)
  return new Set([...listParty(identity, people)].filter((id) => id === identity.person_id || isShared(id)))
}

/**
 * Whether somebody can say how to pay a person: only the person concerned, once it is confirmed who they are. Not their
 * party, and not an organizer, as anyone who changes it can redirect everybody's money. Organizers may remove it. The
 * person clears it instead, so that nothing is left to restore.
 */
export function canSetPayee(person: Person, access: IdentifiedAccess, personId: string | undefined): boolean {
  if (person === null || !canSeePeople(access) || !isConfirmed(access)) return false
  return identityOf(person, access).person_id === personId
}

/** Whether a member can say that a payment to their party has arrived: not until it is confirmed who they are. */
export const canAnswerPayments = isConfirmed

const nobody: ReadonlySet<string> = new Set()
const nobodyJoined: EverJoined = { current: new Map(), former: nobody }

/**
 * Whether a member may set the name of somebody who leaves the list. Its editors may, since they remove and rename
 * people anyway; others may add the names of their party. A stored name belongs to those whose money it is.
 */
function canSetFormer(
  identity: Identity,
  access: IdentifiedAccess,
  mutation: Mutation,
  state: PlanState,
  party: ReadonlySet<string>,
): boolean {
  const [list = '', id = ''] = mutation.at
  const isStored = (entryIn(state.value, list, id) ?? state.removed) !== undefined
  return (
    canEditPlan(access) ||
    isOwnContribution('costs', mutation, state, isStored ? party : listParty(identity, state.people))
  )
}

/** Whether a member may change the costs: what their party added, and the currency if there is none yet. */
function canSetCosts(
  mutation: Mutation,
  state: PlanState,
  party: ReadonlySet<string>,
  receivers: ReadonlySet<string>,
): boolean {
  const [list] = mutation.at
  if (list === 'payments') return canSetPayment(mutation, state, party, receivers)
  if (list !== 'currency') return isOwnContribution('costs', mutation, state, party)
  const { currency } = state.value as Costs
  if (mutation.do !== 'set' || mutation.to === '') return false
  // From '', it changes nothing once there is a currency: see `firstChoice`.
  return currency === '' || currency === mutation.to || mutation.was === ''
}

/** What makes a payment another one. */
const fixedFields = ['from', 'to', 'currency'] as const
const answerFields = ['answer', 'answered_amount'] as const

/**
 * Whether a member may change a payment. Only the party that it went to answers whether it has arrived, not even who
 * added it. Nobody makes it another payment: an answer that arrives late would be to something else.
 * @param receivers the people for whom the member may answer
 */
function canSetPayment(
  mutation: Mutation,
  state: PlanState,
  party: ReadonlySet<string>,
  receivers: ReadonlySet<string>,
): boolean {
  const [list = '', id = '', field = ''] = mutation.at
  const stored = entryIn(state.value, list, id) as Payment | undefined
  if (mutation.do === 'insert' && isForSameFee(stored ?? state.removed, mutation.entry)) {
    // Others have noted it at the same time, under the same id.
    if (stored && isSameByParty(stored, mutation.entry as Payment, party)) return true
    // It was removed again. Noted once more, it is theirs.
    if (!stored) return canSetPayment(mutation, { ...state, removed: undefined }, party, receivers)
  }
  const payment = (stored ?? state.removed) as Payment | undefined
  const isReceiver = payment !== undefined && receivers.has(payment.to)
  if (isOneOf(answerFields, field)) return isReceiver
  if (!isOwnContribution('costs', mutation, state, party)) return false
  if (mutation.do === 'insert' || (mutation.do === 'restore' && !payment)) {
    const entry = (mutation.do === 'insert' ? mutation.entry : mutation.was) as Payment
    if (payment) return isSamePayment(payment, entry, isReceiver)
    return entry.from !== entry.to && (receivers.has(entry.to) || (entry.answer === '' && entry.answered_amount === 0))
  }
  if (mutation.do !== 'set') return true
  return field === 'rate' ? payment?.answer === '' : !isOneOf(fixedFields, field)
}

const isOneOf = (fields: readonly string[], field: string) => fields.includes(field)

/** A payment of a fee has an id that follows from what it pays: see `feePaymentId`. */
function isForSameFee(stored: unknown, entry: unknown): boolean {
  const [known, added] = [stored, entry] as [Payment | undefined, Payment | null]
  const fields = ['fee', 'to', 'currency'] as const
  if (!known || !added?.fee) return false
  return fields.every((field) => known[field] === added[field])
}

/** Whether it says about a payment of one's own party what is stored, apart from who of the party paid, and when. */
function isSameByParty(stored: Payment, entry: Payment, party: ReadonlySet<string>): boolean {
  const isUnanswered = entry.answer === '' && entry.answered_amount === 0
  const isSame = (['amount', 'rate'] as const).every((field) => stored[field] === entry[field])
  return isUnanswered && isSame && [stored.from, entry.from, entry.added_by].every((id) => party.has(id))
}

/** Whether a payment that is added once more, under its id, changes nothing that its author may not set. */
function isSamePayment(payment: Payment, entry: Payment, isReceiver: boolean): boolean {
  const isSame = (field: keyof Payment) => payment[field] === entry[field]
  if (!fixedFields.every(isSame) || !(isSame('rate') || payment.answer === '')) return false
  // Without an answer it only asks for one again, as a changed amount does.
  const isUnanswered = entry.answer === '' && entry.answered_amount === 0
  return isReceiver || isUnanswered || answerFields.every(isSame)
}

/**
 * Whether a mutation concerns an entry of somebody's own party, before it and after it. A removed entry is whose it was
 * when it was removed, whatever the sender says. An entry's own lists are changed with it.
 */
function isOwnContribution(
  section: SectionName,
  mutation: Mutation,
  { value, people, isUnderOwnId, removed }: PlanState,
  party: ReadonlySet<string>,
): boolean {
  const [list = '', id = '', field] = mutation.at
  const contribution = childOf(contributions[section], list) as Contribution | undefined
  if (!contribution || id === '') return false
  const { person, isOpen, isFixed } = contribution
  if (isFixed && field === undefined) return false
  const isOwn = (personId: unknown) =>
    typeof personId === 'string' && (party.has(personId) || (isOpen === true && personId === ''))
  const personOf = (entry: unknown) => (entry as Record<string, unknown> | null | undefined)?.[person]
  const isOfParty = (entry: unknown) => isOwn(personOf(entry))
  const isNotComing = (entry: unknown) => listNotComing(people).has(personOf(entry) as string)
  const current = entryIn(value, list, id) ?? removed
  // Nobody else could add theirs. After a merge an entry may have kept another id.
  if (!current && !isUnderOwnId) return false
  if (current && !isOfParty(current) && !(isOpen && isNotComing(current))) return false
  if (field !== undefined) {
    if (!current && !isOfParty({ id })) return false
    return field === person && mutation.do === 'set' ? isOwn(mutation.to) : !isOpen
  }
  if (mutation.do === 'remove' || mutation.do === 'move') return mutation.do === 'remove'
  return isOfParty(mutation.do === 'insert' ? mutation.entry : mutation.was)
}

/** Paths come from requests: 'constructor' and '__proto__' are no lists. */
const entryIn = (value: unknown, list: string, id: string): unknown => findAt(value, [list, id])

/** The ids of the people in somebody's party, and their own. They may not be on the list yet. */
function listParty({ person_id, party_id }: Identity, people: readonly Party[]): ReadonlySet<string> {
  const party = people.find(({ id }) => id === party_id)
  return new Set([person_id, ...(party?.persons ?? []).map(({ id }) => id)])
}

/** People can add their own party and change what is in it, but not remove it: it contains their answers. */
function isInParty(partyId: string, mutation: Mutation): boolean {
  return mutation.at[0] === partyId && (mutation.at.length > 1 || mutation.do === 'insert')
}

/** Only trips by air have tickets, stays and documents. */
export function hasTickets({ type }: Pick<Trip, 'type'>): boolean {
  return type === 'air_travel'
}

/** Whether somebody decides who can read the trip. Without an owner, everybody who can open it does. */
export function canShareTrip({ role }: Pick<TripAccess, 'role'>): boolean {
  return role === 'owner' || role === 'organizer' || role === 'everybody'
}

/** Whether somebody can change the expenses and payments of others. Members cannot, even if they edit the plan. */
export const canEditAllCosts = canShareTrip

/**
 * Whether somebody can invite and remove people, and change roles. A trip without an owner has no people of its own.
 */
export function canManagePeople({ role }: Pick<TripAccess, 'role'>): boolean {
  return role === 'owner' || role === 'organizer'
}

/**
 * Whether somebody can merge two people of the list. Organizers see all private records, so merging shows them nothing
 * new. What it would show others is checked when it happens (server/people/merge-people.ts).
 */
export const canMergePeople = canManagePeople

/** Trips without an owner cannot be renamed: the demo trip is identified by its name. */
export const canRenameTrip = canManagePeople

/** Whether somebody can transfer, delete and restore a trip. */
export function ownsTrip({ role }: Pick<TripAccess, 'role'>): boolean {
  return role === 'owner'
}

/** Whether somebody can copy a trip; with its people only if `canSeePeople`. */
export function canCopyTrip(person: Person, access: Pick<TripAccess, 'role'>): boolean {
  return canCreateTrip(person) && canOpenTrip(access)
}

export function canSeePeople({ role }: Pick<TripAccess, 'role'>): boolean {
  return role !== null && role !== 'everybody'
}

/** Organizers can remove anybody's membership, members only their own. */
export function canRemoveMember(person: Person, access: Pick<TripAccess, 'role'>, personId: string): boolean {
  return canManagePeople(access) || (access.role === 'member' && person?.id === personId)
}

/** Guests have no password. They sign in again with a personal link, until they create an account. */
export function canHavePersonalLink(person: Person): boolean {
  return isGuest(person)
}

/** Whether somebody can sign in with passkeys. The demo account cannot: one person's passkey would open it for good. */
export function canHavePasskeys(person: Pick<User, 'email'> | null): boolean {
  return person !== null && !isDemoAccount(person)
}

/**
 * Whether a session can change how its user signs in. A session that began with an organizer's link cannot: the person
 * who used the link could take over all of the guest's trips for good, including those of other organizers.
 */
export function canChangeSignIn({ isHelped }: { isHelped: boolean }): boolean {
  return !isHelped
}

/** Whether somebody can create an account from what they have, or merge it into their account. */
export function canBecomeAccount(person: Person): boolean {
  return isGuest(person)
}

/**
 * Whether somebody may make a personal link for another user. The link opens everything that user has, so the user has
 * to be a guest, and the maker has to manage every trip that the guest is in.
 * @param roles the maker's role in each of the guest's trips
 */
export function canMakeLinkForGuest(guest: Pick<User, 'email'>, roles: readonly (Role | null)[]): boolean {
  return isGuest(guest) && roles.length > 0 && roles.every((role) => canManagePeople({ role }))
}

/** Mail is sent in the operator's name, so guests may not send any, even if they manage a trip's people. */
export function canMailInvitations(person: Person): boolean {
  return person !== null && !isGuest(person)
}

/** AI texts cost the operator money, so guests may not request any. */
export function canAskAi(person: Person): boolean {
  return person !== null && !isGuest(person)
}

/** The bundled places cost nothing, but they are for people who plan trips. Guests do too. */
export function canSearchPlaces(person: Person): boolean {
  return person !== null
}

/** Whether somebody can have the geocoder asked. Guests can: an organizer's friends add places too. */
export const canGeocode = canSearchPlaces

/** Forecasts are cached for everybody, so guests see them too. Readers get them with the trip that they may read. */
export const canSeeWeather = canOpenTrip

/**
 * Whether somebody is told what is new in a trip. The demo account would tell everybody. A trip without an owner is in
 * the list of every account, so its changes would be told to people who have nothing to do with it.
 */
export function canBeTold(person: Pick<User, 'email'> | null, trip: Pick<TripAccess, 'role'>): boolean {
  return person !== null && !isDemoAccount(person) && canSeePeople(trip)
}

/** Whether somebody decides if the people of a trip are reminded to answer. */
export const canRemind = canManagePeople

/**
 * Whether somebody can have an address at which calendar apps read what they can open. The demo account's would be
 * everybody's.
 */
export function canSubscribe(person: Pick<User, 'email'> | null): boolean {
  return person !== null && !isDemoAccount(person)
}

/** Share links need a signed-in user, unless the operator opens them to everybody. */
export function canUseShareLinks(person: Person, { withoutSignIn }: { withoutSignIn: boolean }): boolean {
  return person !== null || withoutSignIn
}

/**
 * People who can open a trip can read it. So can people who may use share links, if it is public or they have its
 * token. A missing token matches nothing.
 */
export function canReadTrip(trip: SharedTrip, token: string | undefined): boolean {
  if (canOpenTrip(trip) || trip.is_public) return true
  return token !== undefined && trip.share_token !== null && isEqual(trip.share_token, token)
}

/**
 * Whether somebody who can read a trip also sees its documents and confirmation numbers. People who can open the trip
 * always do. People who only read it do, unless somebody who may share the trip has hidden them.
 */
export function canReadDocuments(trip: HidingTrip): boolean {
  return canOpenTrip(trip) || !trip.hides_documents
}

/** Whether a link works only because its user plans the trip: it was replaced, or lacks the token of a private trip. */
export function isDeadLink(trip: SharedTrip, token: string | undefined): boolean {
  return canOpenTrip(trip) && !canReadTrip({ ...trip, role: null }, token)
}

/** Takes the same time wherever the two differ, so that nobody can guess a secret piece by piece. */
function isEqual(secret: string, guess: string): boolean {
  let difference = secret.length ^ guess.length
  for (let i = 0; i < secret.length; i++) difference |= secret.charCodeAt(i) ^ guess.charCodeAt(i)
  return difference === 0
}

/**
 * Beta users see the demo trip and the trips with a role of their own; other users see every trip that they can open.
 */
export function canSeeTripInList(person: Person, trip: Pick<Trip, 'name' | 'role'>): boolean {
  if (!canOpenTrip(trip)) return false
  return !person?.is_beta_user || trip.role !== 'everybody' || trip.name === DEMO_TRIP_NAME
}
