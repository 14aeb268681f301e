import { isDemoAccount } from './demo-account.ts'
import { DEMO_TRIP_NAME } from './demo-trip.ts'
import type { Mutation } from './operations/operation.ts'
import { isGuest, type User } from './person.ts'
import type { SectionName } from './plan/index.ts'
import type { Party } from './plan/people.ts'
import type { PrivateParty } from './plan/private.ts'
import { isOfRecord } from './plan/private-mutations.ts'
import type { MembershipRole, PlaceInPlan, Role, Trip } from './trip.ts'

/**
 * Who may do what. Every route asks here, and so does every button, so that the two cannot disagree.
 * `person` is null for somebody who is not signed in.
 */
type Person = Pick<User, 'id' | 'email' | 'is_beta_user'> | null
type Owned = Pick<Trip, 'owner_id'>
/** What somebody is in a trip, and what the trip lets its members do. */
type Standing = Pick<Trip, 'role' | 'members_edit'>
type Placed = Standing & Pick<Trip, 'taken'>
type Planned = Placed & Pick<Trip, 'type'>
type Shared = Pick<Trip, 'role' | 'is_public'> & { share_token: string | null }

/** Has an account that is nobody else's: changes it, and sees where it is signed in. */
export function hasOwnAccount(person: Pick<User, 'email'> | null): boolean {
  return person !== null && !isGuest(person) && !isDemoAccount(person)
}

/** To whom a trip can be handed over. What the demo account owned would be everybody's. */
export const canBeGivenTrip = hasOwnAccount

/**
 * What somebody is in a trip; null for whoever it is not for. A trip without an owner is everybody's who has an account.
 * @param membership what their membership says, if they have one
 */
export function roleIn(person: Person, trip: Owned, membership: MembershipRole | null): Role | null {
  if (person === null) return null
  if (trip.owner_id === null) return isGuest(person) ? null : 'everybody'
  return trip.owner_id === person.id ? 'owner' : membership
}

/** Everyone can join a trip that they are invited to, but not with the demo account: its password is public, and trips hold private details. */
export function canJoin(person: Pick<User, 'email'>): boolean {
  return !isDemoAccount(person)
}

/** Somebody with an account may plan trips of their own. */
export function canCreateTrip(person: Person): boolean {
  return person !== null && !isGuest(person)
}

/** The workspace is for those who plan the trip; readers have the shared view. */
export function canOpenTrip({ role }: Pick<Standing, 'role'>): boolean {
  return role !== null
}

/** Everybody who plans a trip edits all of its plan, members unless that is switched off for them. */
export function canEditPlan({ role, members_edit }: Standing): boolean {
  return role === 'member' ? members_edit : role !== null
}

/** Documents are added and deleted by whoever edits the plan, where the trip has any. */
export function canEditDocuments(trip: Standing & Pick<Trip, 'type'>): boolean {
  return canEditPlan(trip) && hasTickets(trip)
}

/**
 * Whether somebody may do just this to the plan. A member who may not edit it still ticks what is done, and answers for their party.
 * @param joined see `canSeePrivate`: for what is private
 */
export function canOperate(
  person: Person,
  trip: Planned,
  section: SectionName,
  mutation: Mutation,
  joined?: SharedParties,
): boolean {
  if (section === 'private') return canSetPrivate(person, trip, mutation, joined)
  if (section === 'tickets' && !hasTickets(trip)) return false
  if (canEditPlan(trip)) return true
  if (person === null || !canOpenTrip(trip)) return false
  return isTick(section, mutation) || (section === 'people' && isInParty(placeOf(person, trip).party_id, mutation))
}

/** Whether somebody says for a party who of it comes, when, and what they eat. */
export function canAnswerFor(person: Person, standing: Placed, partyId: string): boolean {
  return canEditPlan(standing) || (person !== null && canOpenTrip(standing) && isOwnParty(person, standing, partyId))
}

/** Whose private record it is: a person under a party. */
interface RecordOf {
  partyId: string
  personId: string
}

/**
 * The people of the list who have joined the trip, each with the party whose members see what is private of them; null where nobody of
 * their party does. The list says who travels together, and many may edit it: it opens nobody's private record.
 */
export type SharedParties = ReadonlyMap<string, string | null>

/** The people with something in their private record, each with the party that the record is under. */
export type RecordedPeople = ReadonlyMap<string, string>

/**
 * Whether somebody may rename, remove or add the people that an operation renames, removes or adds. A record belongs to an entry's id: who
 * could rename an entry, or bring it back under another name, would give its record to somebody else. So people with something in their
 * record are for those who see it.
 */
export function canChangeWho(
  person: Person,
  standing: Placed,
  mutation: Mutation,
  recorded: RecordedPeople,
  joined: SharedParties,
): boolean {
  return peopleChangedBy(mutation, recorded).every((personId) => {
    const partyId = recorded.get(personId)
    return partyId === undefined || canSeePrivate(person, standing, { partyId, personId }, joined)
  })
}

function peopleChangedBy(mutation: Mutation, recorded: RecordedPeople): string[] {
  const [partyId = '', , personId, field] = mutation.at
  if (mutation.do === 'move') return []
  if (personId !== undefined)
    return field === undefined || (field === 'name' && mutation.at.length === 4) ? [personId] : []
  if (mutation.do === 'set') return []
  // A whole party. What a removal says that was in it may not be what is in it.
  const entry = (mutation.do === 'insert' ? mutation.entry : mutation.was) as Partial<Party> | null
  const named = Array.isArray(entry?.persons) ? entry.persons.map(({ id }) => id) : []
  const underIt = [...recorded].flatMap(([id, recordedUnder]) => (recordedUnder === partyId ? [id] : []))
  return mutation.do === 'insert' ? named : [...named, ...underIt]
}

/**
 * Whether somebody sees and writes what is private of a person: organizers of everyone, others of themselves once an organizer has
 * confirmed who they are. Of the others in their party: of people who share it as they do, and of those who have not joined, such as
 * children. A trip without an owner has no private records.
 * @param joined known on the server; without it nobody of the party counts as joined
 */
export function canSeePrivate(person: Person, standing: Placed, whose: RecordOf, joined?: SharedParties): boolean {
  const { partyId, personId } = whose
  if (person === null || !canBeginParty(person, standing, partyId)) return false
  if (canManagePeople(standing) || placeOf(person, standing).person_id === personId) return true
  return sharesParty(standing) && (!joined?.has(personId) || joined.get(personId) === partyId)
}

/** Whether somebody decides what others see of a person in an emergency. */
export function canOpenInEmergency(person: Person, standing: Placed, whose: RecordOf, joined?: SharedParties): boolean {
  return (
    person !== null && canSeePrivate(person, standing, whose, joined) && isOwnParty(person, standing, whose.partyId)
  )
}

/** What of the private records is for somebody: see `canSeePrivate`; of others what they show in an emergency. */
export function privateFor(
  person: Person,
  standing: Placed,
  records: readonly PrivateParty[],
  joined: SharedParties,
): PrivateParty[] {
  if (person === null || !canSeePeople(standing)) return []
  return records.flatMap((party) => {
    const persons = party.persons.filter(
      ({ id, in_emergency }) =>
        in_emergency || canSeePrivate(person, standing, { partyId: party.id, personId: id }, joined),
    )
    if (persons.length === 0 && !canBeginParty(person, standing, party.id)) return []
    return [{ ...party, persons }]
  })
}

function canSetPrivate(
  person: Person,
  standing: Placed,
  mutation: Mutation,
  joined: SharedParties | undefined,
): boolean {
  const [partyId = '', , personId, field] = mutation.at
  if (!isOfRecord(mutation)) return false
  if (personId === undefined) return canBeginParty(person, standing, partyId)
  const may = field === 'in_emergency' ? canOpenInEmergency : canSeePrivate
  return may(person, standing, { partyId, personId }, joined)
}

/** Whether somebody may put an empty party in place, under which records are then begun. */
function canBeginParty(person: Person, standing: Placed, partyId: string): boolean {
  if (person === null || !canSeePeople(standing)) return false
  return canManagePeople(standing) || (isOwnParty(person, standing, partyId) && isConfirmed(standing))
}

/** A member who is on the list as themselves needs no confirmation, and the party is their own. */
const isConfirmed = ({ taken }: Placed) => taken?.is_confirmed ?? true
const sharesParty = ({ taken }: Placed) => taken?.shares_party ?? true

function isOwnParty(person: { id: string }, standing: Placed, partyId: string): boolean {
  return placeOf(person, standing).party_id === partyId
}

/** Whom of the people in a trip's plan somebody is: whom they have said to be, else themselves, in a party of their own. */
export function placeOf({ id }: { id: string }, { taken }: Pick<Trip, 'taken'>): PlaceInPlan {
  return taken ?? { person_id: id, party_id: id }
}

function isTick(section: SectionName, mutation: Mutation): boolean {
  return section === 'checklist' && mutation.do === 'set' && mutation.at.length === 4 && mutation.at[3] === 'checked'
}

/** A party is made by whoever belongs to it, and stays: what they have said is in it. */
function isInParty(partyId: string, mutation: Mutation): boolean {
  return mutation.at[0] === partyId && (mutation.at.length > 1 || mutation.do === 'insert')
}

/** Tickets and documents are of trips by air. */
function hasTickets({ type }: Pick<Trip, 'type'>): boolean {
  return type === 'air_travel'
}

/** Who answers for a trip decides who reads it. A trip of nobody is shared by whoever opens it. */
export function canShareTrip({ role }: Pick<Standing, 'role'>): boolean {
  return role === 'owner' || role === 'organizer' || role === 'everybody'
}

/** Invites people and sees invitation links, makes people organizers, and removes them. A trip of nobody has no people of its own. */
export function canManagePeople({ role }: Pick<Standing, 'role'>): boolean {
  return role === 'owner' || role === 'organizer'
}

/** Whoever answers for a trip says what it is called. The demo trip is known by its name. */
export const canRenameTrip = canManagePeople

/** Gives a trip to somebody else, deletes it, and brings it back. */
export function ownsTrip({ role }: Pick<Standing, 'role'>): boolean {
  return role === 'owner'
}

/** Makes a trip of one's own of a trip that one plans; with its people, where one sees them. */
export function canCopyTrip(person: Person, standing: Pick<Standing, 'role'>): boolean {
  return canCreateTrip(person) && canOpenTrip(standing)
}

/** People who plan a trip see who else does. */
export function canSeePeople({ role }: Pick<Standing, 'role'>): boolean {
  return role !== null && role !== 'everybody'
}

/** Whether somebody may take a person's membership away: their own, or as an organizer. */
export function canRemoveMember(person: Person, standing: Pick<Standing, 'role'>, personId: string): boolean {
  return canManagePeople(standing) || (standing.role === 'member' && person?.id === personId)
}

/** A guest has no password: they come back by a link of their own, until they make an account of what they are. */
export function canHavePersonalLink(person: Person): boolean {
  return isGuest(person)
}

/**
 * Whether a session can change how its person signs in. A session that began with an organizer's link cannot: it would give the person who
 * used the link all of the guest's trips for good, including those of other organizers.
 */
export function canChangeSignIn({ isHelped }: { isHelped: boolean }): boolean {
  return !isHelped
}

/** A guest becomes somebody with an account, or brings what they have into the one that they have already. */
export function canBecomeAccount(person: Person): boolean {
  return isGuest(person)
}

/**
 * Whether somebody may make a personal link for somebody else. It opens all that the other has: so only for a guest, and only
 * for whoever manages every trip that the guest is in.
 * @param roles what whoever makes the link is in each of the guest's trips
 */
export function canHelpBack(guest: Pick<User, 'email'>, roles: readonly (Role | null)[]): boolean {
  return isGuest(guest) && roles.length > 0 && roles.every((role) => canManagePeople({ role }))
}

/** Mails are sent in the name of whoever runs this: for those who manage a trip's people, and have an account. */
export function canMailInvitations(person: Person): boolean {
  return person !== null && !isGuest(person)
}

/** AI texts cost somebody money: they are for those who have an account. */
export function canAskAi(person: Person): boolean {
  return person !== null && !isGuest(person)
}

/** Share links are for those who are signed in, unless the operator opens them to everybody. */
export function canUseShareLinks(person: Person, { withoutSignIn }: { withoutSignIn: boolean }): boolean {
  return person !== null || withoutSignIn
}

/**
 * A trip is read by those who may open it and, where it is public or they have its link, by whoever may use share links.
 * A missing token matches nothing.
 */
export function canReadTrip(trip: Shared, token: string | undefined): boolean {
  if (canOpenTrip(trip) || trip.is_public) return true
  return token !== undefined && trip.share_token !== null && isSame(trip.share_token, token)
}

/** Whether a link shows the trip only to those who plan it: it was replaced, or the trip is private and the link has no token. */
export function isDeadLink(trip: Shared, token: string | undefined): boolean {
  return canOpenTrip(trip) && !canReadTrip({ ...trip, role: null }, token)
}

/** Compares in the same time wherever the two differ, so that nobody can guess a secret piece by piece. */
function isSame(secret: string, guess: string): boolean {
  let difference = secret.length ^ guess.length
  for (let i = 0; i < secret.length; i++) difference |= secret.charCodeAt(i) ^ guess.charCodeAt(i)
  return difference === 0
}

/** A beta user's list holds the demo trip and the trips that they plan; everybody else's holds every trip that they may open. */
export function canSeeTripInList(person: Person, trip: Pick<Trip, 'name' | 'role'>): boolean {
  if (!canOpenTrip(trip)) return false
  return !person?.is_beta_user || trip.role !== 'everybody' || trip.name === DEMO_TRIP_NAME
}
