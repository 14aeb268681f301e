import { type KeyObject, randomUUID } from 'node:crypto'
import type { Expression, SqlBool } from 'kysely'
import { canJoin } from '#domain/access.ts'
import {
  INVITATION_DAYS,
  type Invitation,
  type InvitedTo,
  type Joining,
  MAX_OFFERED_NAMES,
  type NameOnList,
  type NewInvitation,
} from '#domain/api/people.ts'
import { AppError } from '#domain/errors.ts'
import { groupBy } from '#domain/group-by.ts'
import { isGuarded } from '#domain/guarded-children.ts'
import { nameOfProfile, nameOfUser, type User } from '#domain/person.ts'
import type { Costs } from '#domain/plan/costs.ts'
import type { Person } from '#domain/plan/people.ts'
import { normalizeName } from '#domain/same-name.ts'
import { partyWords } from '#domain/tell-apart.ts'
import * as m from '#messages'
import { userColumns } from '../accounts/profiles.ts'
import { deriveSecret, hashOf } from '../accounts/secret.ts'
import type { Db } from '../db/engine.ts'
import { isUniqueViolation } from '../db/violations.ts'
import { removeInvited } from '../notify/notices.ts'
import { loadParties } from '../plan/load-parties.ts'
import type { PlannedTrip, PlanStore } from '../plan/plan-store.ts'
import type { Quotas } from '../trips/quotas.ts'
import { cardDetails } from '../trips/trips.ts'
import { findClaimantIdentity, findNamesakes, listFree, type NewIdentity } from './claims.ts'
import { ensureListed, findOwnIdentity, type Stores } from './people.ts'

/*
 * How people join a trip.
 * Job: somebody with an invitation's link joins the trip as a member, with their account or as a guest.
 * Invariants: only a hash of the link is stored, and the server's key derives the link again (decision 32). An
 *   invitation lets in as many people as it is for, however many come at once. A retry of a join creates no second
 *   member or guest. Joining never changes an existing membership.
 * Failure: a link that does not work says why: it is unknown, revoked, expired or used up. If a join stops between the
 *   membership and the entry in the people list, the entry is added by a retry, or when the member opens the list.
 */

const DAY_MS = 24 * 60 * 60_000

interface Row {
  id: string
  created_at: string
  expires_at: string
  max_uses: number | null
  uses: number
  revoked_at: string | null
}

type Stored = Row & { token_hash: string }

type JoinStores = Stores & { quotas: Quotas }

interface Links {
  db: Db
  secretKey: KeyObject
}

const tokenOf = (key: KeyObject, id: string) => deriveSecret(key, `invitation:${id}`)

/** Maximum number of invitations per trip, including those that have ended. */
const MAX_INVITATIONS = 500

/** Creates an invitation and returns it with its token. @throws AppError invitations_full */
export async function createInvitation(
  { db, secretKey }: Links,
  tripId: string,
  { days = INVITATION_DAYS, max_uses = null }: NewInvitation,
  by: User,
  now: Date,
): Promise<{ invitation: Invitation; token: string }> {
  const invitations = db.selectFrom('invitations').where('trip_id', '=', tripId)
  const { count } = await invitations
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_INVITATIONS) throw new AppError('invitations_full')
  const id: string = randomUUID()
  const token = tokenOf(secretKey, id)
  const row = {
    id,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + days * DAY_MS).toISOString(),
    max_uses,
    uses: 0,
    revoked_at: null,
    token_hash: hashOf(token),
  }
  await db
    .insertInto('invitations')
    .values({ ...row, trip_id: tripId, created_by: by.id })
    .execute()
  return { invitation: toInvitation(row, nameOfUser(by), { key: secretKey, now }), token }
}

export async function listInvitations({ db, secretKey }: Links, tripId: string, now: Date): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .leftJoin('profiles', 'profiles.id', 'invitations.created_by')
    .select([
      'invitations.id',
      'invitations.created_at',
      'expires_at',
      'max_uses',
      'uses',
      'revoked_at',
      'token_hash',
      'username',
      'full_name',
    ])
    .where('trip_id', '=', tripId)
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id')
    .execute()
  return rows.map((row) => toInvitation(row, nameOfProfile(row), { key: secretKey, now }))
}

/**
 * Derives the token of an open invitation again.
 * @throws AppError invitation_not_found, invitation_revoked, invitation_expired, invitation_used_up; link_not_found if
 *   the link was made with another key, or before links were derived from one
 */
export async function requireInvitationToken(
  { db, secretKey }: Links,
  tripId: string,
  id: string,
  now: Date,
): Promise<string> {
  const row = await db
    .selectFrom('invitations')
    .select(['id', 'created_at', 'expires_at', 'max_uses', 'uses', 'revoked_at', 'token_hash'])
    .where('trip_id', '=', tripId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('invitation_not_found')
  requireOpen(row, now)
  const token = deriveToken(secretKey, row)
  if (token === undefined) throw new AppError('link_not_found', m.api_errors_invitation_link_hidden())
  return token
}

/** Derives a token again; undefined if it was made with another key, or before tokens were derived from one. */
export function deriveToken(key: KeyObject, { id, token_hash }: Pick<Stored, 'id' | 'token_hash'>): string | undefined {
  const token = tokenOf(key, id)
  return hashOf(token) === token_hash ? token : undefined
}

/** Nobody can join with it from now on. Members who have joined stay. */
export async function revokeInvitation(db: Db, tripId: string, id: string, now: Date): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ revoked_at: now.toISOString() })
    .where('trip_id', '=', tripId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * What a token invites to. People who have already joined see it in any state of the invitation.
 * @throws AppError invitation_not_found, invitation_revoked, invitation_expired, invitation_used_up
 */
export async function previewInvitation(
  { db, plan }: Stores,
  { token, device }: { token: string; device?: string | undefined },
  person: User | null,
  now: Date,
): Promise<InvitedTo> {
  const row = await findInvitation(db, token)
  const isMember = person !== null && (row.owner_id === person.id || (await hasMembership(db, row.trip_id, person.id)))
  // A guest whose answer was lost has joined without knowing it.
  const isKnown =
    isMember || (person === null && device !== undefined && (await findGuest(db, row.id, hashOf(device))) !== undefined)
  if (!isKnown) requireOpen(row, now)
  return {
    trip: {
      name: row.name,
      type: row.type,
      ...cardDetails(row),
    },
    invited_by: nameOfProfile(row),
    trip_id: isMember ? row.trip_id : null,
    names: isKnown ? [] : await listFreeNames({ db, plan }, row),
  }
}

/** The open invitation of a token. @throws AppError as `previewInvitation` */
export async function requireOpenInvitation(
  db: Db,
  token: string,
  now: Date,
): Promise<Pick<InvitationRow, 'id' | 'trip_id' | 'name' | 'expires_at'>> {
  const row = await findInvitation(db, token)
  requireOpen(row, now)
  return row
}

/**
 * The names on the list that are still free, without people who have declined. If a party has an adult with a name who
 * may come, its children are listed with its adults, and not at all once these have joined. Somebody who types a
 * child's name can still join as that child. Only names are sent.
 */
async function listFreeNames({ db, plan }: Stores, row: InvitationRow): Promise<InvitedTo['names']> {
  const memberships = await db
    .selectFrom('memberships')
    .select('person_id')
    .where('trip_id', '=', row.trip_id)
    .execute()
  const taken = new Set([...memberships.map(({ person_id }) => person_id), row.owner_id])
  const parties = await loadParties(plan, tripOf(row))
  const listed = parties.flatMap((whole) => {
    const party = { ...whole, persons: listFree(whole, taken) }
    const isOfAdult = (person: Person) => isGuarded(person, party)
    const children = party.persons.filter(isOfAdult).map(({ name }) => name)
    return party.persons
      .filter((person) => !isOfAdult(person))
      .map(({ id, name, kind }) => ({ id, name, party, children: kind === 'adult' ? children : [] }))
  })
  const namesakes = groupBy(listed, ({ name }) => normalizeName(name))
  return listed.slice(0, MAX_OFFERED_NAMES).map((one) => {
    const isTold = one.children.length > 0 || namesakes.get(normalizeName(one.name))?.length === 1
    return { ...one, party: isTold ? one.party.name : partyWords(one.party, one.id) }
  })
}

const tripOf = ({ trip_id: id, type }: InvitationRow) => ({ id, type })

/** The identity of a new member: the person they say they are, or a new one. @throws AppError name_taken */
async function findIdentity(
  { db, plan }: Stores,
  row: InvitationRow,
  { userId, joining, now }: { userId: string; joining: ChosenPerson; now: Date },
): Promise<NewIdentity> {
  const { person_id: personId, is_claim = false } = joining
  const parties = await loadParties(plan, tripOf(row))
  if (personId === undefined) {
    const identity = await findOwnIdentity(db, row.trip_id, userId, parties)
    return { ...identity, confirmed_at: now.toISOString(), shares_party: true }
  }
  // The owner is on the list without a membership.
  if (personId === row.owner_id) throw new AppError('name_taken')
  const party = parties.find(({ persons }) => persons.some(({ id }) => id === personId))
  if (!party) throw new AppError('name_taken')
  const claimed = { personId, isClaim: is_claim, hasMoney: await hasAdded(plan, tripOf(row), personId) }
  const claimantIdentity = await findClaimantIdentity(db, row.trip_id, claimed)
  return claimantIdentity ?? { person_id: personId, party_id: party.id, confirmed_at: null, shares_party: false }
}

/** Whether the costs have entries of a person, which others may have added before they join. */
async function hasAdded(plan: PlanStore, trip: PlannedTrip, personId: string): Promise<boolean> {
  const { costs } = await plan.listVersions(trip.id)
  const { expenses, payments } = (await plan.load(trip, 'costs', costs)).value as Costs
  return [...expenses, ...payments].some(({ added_by }) => added_by === personId)
}

/** The person on the list that somebody says they are. */
type ChosenPerson = Pick<Joining, 'person_id' | 'is_claim'>
type JoinChoice = ChosenPerson & Pick<Joining, 'is_someone_else'>

/**
 * The people on the list that a new member might be. The member is asked about them before joining.
 * @throws AppError as `previewInvitation`
 */
async function findQuestion(
  { db, plan }: Stores,
  row: InvitationRow,
  {
    user,
    joining,
    now,
  }: { user: Pick<User, 'full_name' | 'username'> & { id?: string }; joining: JoinChoice; now: Date },
): Promise<NameOnList | undefined> {
  if (joining.is_someone_else !== false || joining.person_id !== undefined) return undefined
  requireOpen(row, now)
  const member = { userId: user.id, name: nameOfUser(user) }
  const found = await findNamesakes(db, row.trip_id, await loadParties(plan, tripOf(row)), member)
  return found.length > 0 ? { name_on_list: found } : undefined
}

interface JoinResult {
  tripId: string
  /** Whether others have to learn about a new member. */
  isNew: boolean
}

/**
 * Adds somebody with an account to a trip, or asks first who they are. Existing members keep their role.
 * @throws AppError as `previewInvitation`, name_taken, demo_account_refused
 */
export async function joinWithAccount(
  stores: JoinStores,
  { token, ...joining }: JoinChoice & Pick<Joining, 'token'>,
  person: User,
  now: Date,
): Promise<JoinResult | NameOnList> {
  if (!canJoin(person)) throw new AppError('demo_account_refused', m.api_errors_demo_cannot_join())
  const row = await findInvitation(stores.db, token)
  const isMember = row.owner_id === person.id || (await hasMembership(stores.db, row.trip_id, person.id))
  const question = isMember ? undefined : await findQuestion(stores, row, { user: person, joining, now })
  if (question) return question
  const isNew = !isMember && (await addAccountMembership(stores, row, { person, joining, now }))
  const wasMissing = await ensureListed(stores, tripOf(row), person)
  return { tripId: row.trip_id, isNew: isNew || wasMissing }
}

/** Returns false if they already had one: another request of theirs may have been faster. */
async function addAccountMembership(
  stores: JoinStores,
  row: InvitationRow,
  { person, joining, now }: { person: User; joining: ChosenPerson; now: Date },
): Promise<boolean> {
  const { db } = stores
  const tripId = row.trip_id
  await requireRoomForPerson(stores, row)
  const identity = await findIdentity(stores, row, { userId: person.id, joining, now })
  try {
    await db
      .transaction()
      .execute((trx) => addMembership(trx, row, { userId: person.id, deviceHash: null, now, identity }))
    return true
  } catch (failure) {
    if (!isUniqueViolation(failure)) throw failure
    // Of two simultaneous requests, both may check before either has joined.
    if (await hasMembership(db, tripId, person.id)) return false
    throw new AppError('name_taken')
  }
}

/**
 * Adds somebody without an account to a trip as a guest, or asks first who they are. A secret of the device identifies
 * it: the same secret is the same guest.
 * @throws AppError as `previewInvitation`, and name_taken
 */
export async function joinAsGuest(
  stores: JoinStores,
  { token, ...joining }: GuestJoining & Pick<Joining, 'token'>,
  now: Date,
): Promise<(JoinResult & { user: User }) | NameOnList> {
  const row = await findInvitation(stores.db, token)
  const known = await findGuest(stores.db, row.id, hashOf(joining.device))
  const question = known
    ? undefined
    : await findQuestion(stores, row, { user: { full_name: joining.name, username: joining.name }, joining, now })
  if (question) return question
  const { user, isNew } = known ? { user: known, isNew: false } : await addGuestMembership(stores, row, joining, now)
  const wasMissing = await ensureListed(stores, tripOf(row), user)
  return { tripId: row.trip_id, user, isNew: isNew || wasMissing }
}

type GuestJoining = JoinChoice & Pick<Joining, 'device'> & { name: string }

async function addGuestMembership(
  stores: JoinStores,
  row: InvitationRow,
  { device, name, ...joining }: GuestJoining,
  now: Date,
): Promise<{ user: User; isNew: boolean }> {
  const { db } = stores
  await requireRoomForPerson(stores, row)
  const deviceHash = hashOf(device)
  const user: User = { id: randomUUID(), username: name, full_name: name, email: null, is_beta_user: false }
  const identity = await findIdentity(stores, row, { userId: user.id, joining, now })
  try {
    await db.transaction().execute(async (trx) => {
      const created_at = now.toISOString()
      await trx.insertInto('users').values({ id: user.id, email: null, referred_by: null, created_at }).execute()
      const { id, username, full_name, is_beta_user } = user
      await trx.insertInto('profiles').values({ id, username, full_name, is_beta_user, created_at }).execute()
      await addMembership(trx, row, { userId: user.id, deviceHash, now, identity })
    })
    return { user, isNew: true }
  } catch (failure) {
    if (!isUniqueViolation(failure)) throw failure
    const existing = await findGuest(db, row.id, deviceHash)
    if (existing) return { user: existing, isNew: false }
    throw new AppError('name_taken')
  }
}

type InvitationRow = Awaited<ReturnType<typeof findInvitation>>

/** The id of a token's invitation, in any state. @throws AppError invitation_not_found */
export async function requireInvitation(db: Db, token: string): Promise<string> {
  return (await findInvitation(db, token)).id
}

/** @throws AppError invitation_not_found */
async function findInvitation(db: Db, token: string) {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('trips', 'trips.id', 'invitations.trip_id')
    .leftJoin('profiles', 'profiles.id', 'invitations.created_by')
    .select([
      'invitations.id',
      'invitations.trip_id',
      'invitations.created_at',
      'invitations.expires_at',
      'invitations.max_uses',
      'invitations.uses',
      'invitations.revoked_at',
      'trips.name',
      'trips.type',
      'trips.owner_id',
      'trips.destination_name',
      'trips.departure_date',
      'trips.return_date',
      'profiles.username',
      'profiles.full_name',
    ])
    .where('invitations.token_hash', '=', hashOf(token))
    .where('trips.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('invitation_not_found')
  return row
}

async function hasMembership(db: Db, tripId: string, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('trip_id', '=', tripId)
    .where('user_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The guest who joined by an invitation on a device. A guest who has created an account since then signs in instead.
 */
async function findGuest(db: Db, invitationId: string, deviceHash: string): Promise<User | undefined> {
  return db
    .selectFrom('memberships')
    .innerJoin('profiles', 'profiles.id', 'memberships.user_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(userColumns)
    .where('memberships.invitation_id', '=', invitationId)
    .where('memberships.device_hash', '=', deviceHash)
    .where('users.email', 'is', null)
    .executeTakeFirst()
}

/** Many times the largest group, and few enough that nobody can fill a disk by joining again and again. */
const MAX_PEOPLE = 500
/** What a new member takes (about): the user, the membership, and the entry in the people list. */
const PERSON_BYTES = 6500

/** @throws AppError people_full */
async function requireRoomForPerson({ db, quotas }: JoinStores, { trip_id, owner_id }: InvitationRow): Promise<void> {
  const members = db.selectFrom('memberships').where('trip_id', '=', trip_id)
  const { count } = await members
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  const hasRoom = Number(count) < MAX_PEOPLE && (await quotas.hasRoomForPlan({ id: trip_id, owner_id }, PERSON_BYTES))
  if (!hasRoom) throw new AppError('people_full')
}

/**
 * Counts the use and adds the membership. Counting and checking is one statement, so that nobody shares the last use.
 */
async function addMembership(
  trx: Db,
  row: InvitationRow,
  {
    userId,
    deviceHash,
    now,
    identity,
  }: { userId: string; deviceHash: string | null; now: Date; identity: NewIdentity },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', row.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where((eb): Expression<SqlBool> => eb.or([eb('max_uses', 'is', null), eb('uses', '<', eb.ref('max_uses'))]))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) {
    requireOpen(row, now)
    throw new AppError('invitation_used_up')
  }
  await trx
    .insertInto('memberships')
    .values({
      trip_id: row.trip_id,
      user_id: userId,
      role: 'member',
      created_at: now.toISOString(),
      invitation_id: row.id,
      device_hash: deviceHash,
      ...identity,
    })
    .execute()
  await removeInvited(trx, userId, [row.trip_id])
}

/** @throws AppError invitation_revoked, invitation_expired, invitation_used_up */
function requireOpen(row: Row, now: Date): void {
  const state = stateOf(row, now)
  if (state !== 'open') throw new AppError(`invitation_${state}`)
}

function stateOf({ revoked_at, expires_at, max_uses, uses }: Row, now: Date): Invitation['state'] {
  if (revoked_at !== null) return 'revoked'
  if (Date.parse(expires_at) <= now.getTime()) return 'expired'
  return max_uses !== null && uses >= max_uses ? 'used_up' : 'open'
}

/** @param createdBy the name of its author; null if their account was removed */
function toInvitation(row: Stored, createdBy: string | null, { key, now }: { key: KeyObject; now: Date }): Invitation {
  const { id, created_at, expires_at, max_uses, uses } = row
  const state = stateOf(row, now)
  const has_link = state === 'open' && deriveToken(key, row) !== undefined
  return { id, created_by: createdBy, created_at, expires_at, max_uses, uses, state, has_link }
}
