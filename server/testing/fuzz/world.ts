import { randomUUID } from 'node:crypto'
import { type SectionName, sectionNames } from '#domain/plan/index.ts'
import { newPerson } from '#domain/plan/people.ts'
import { newRecord } from '#domain/plan/private.ts'
import type { Trip } from '#domain/trip.ts'
import { makeDeviceCode } from '#server/accounts/device-codes.ts'
import { hashOf } from '#server/accounts/secret.ts'
import { makeFeed } from '#server/calendar/feeds.ts'
import { unsubscribeToken } from '#server/notify/unsubscribing.ts'
import { createInvitation } from '#server/people/invitations.ts'
import { makePersonalLink } from '#server/people/personal-links.ts'
import { makeSection } from '#server/plan/make-section.ts'
import type { Versions } from '#server/plan/plan-store.ts'
import { buildFile } from '../document-files.ts'
import { setPicture, upload, uploadReceipt } from '../documents.ts'
import { insertAccount, insertMembership, insertTrip } from '../rows.ts'
import type { TestApp } from '../test-app.ts'
import type { Known } from './stand-ins.ts'

/** Requesters by their role in our trip. The stranger may read it by its share link. */
export const identities = ['nobody', 'stranger', 'guest', 'member', 'organizer', 'owner'] as const
export type Identity = (typeof identities)[number]

/** Two unrelated trips, each with members, private records, a document and an invitation. */
export interface World {
  ours: Trip
  theirs: Trip
  /** What the placeholders stand for. */
  known: Known
  cookies: Record<Identity, string>
  /** The initial plan of our trip. */
  versions: Versions
  values: Record<SectionName, unknown>
  /** Part of everything in their trip. Must never appear in a response to any of `people`. */
  theirMark: string
  /** The ids of those who send requests. */
  people: string[]
}

export async function buildWorld(server: TestApp): Promise<World> {
  const { db } = server
  const [owner, organizer, member, stranger, theirOwner] = (await Promise.all(
    Array.from({ length: 5 }, () => insertAccount(db)),
  )) as [string, string, string, string, string]
  const guest = await insertAccount(db, { email: null })
  const ours = await insertTrip(db, { owner_id: owner, type: 'air_travel' })
  const theirMark = `theirs ${randomUUID()}`
  const theirs = await insertTrip(db, { owner_id: theirOwner, name: theirMark, type: 'air_travel' })
  await insertMembership(db, { trip_id: ours.id, user_id: organizer, role: 'organizer' })
  await insertMembership(db, { trip_id: ours.id, user_id: member, role: 'member' })
  await insertMembership(db, { trip_id: ours.id, user_id: guest, role: 'member' })
  const inOurs = await furnish(server, ours, owner, 'The Lakes')
  const inTheirs = await furnish(server, theirs, theirOwner, theirMark)
  const session = async (id: string, email?: null) =>
    (await server.openSession({ id, ...(email === null && { email }) })).token
  const cookie = (token: string) => `wayfare_session=${token}; wayfare_session_hint=1`
  const organizerToken = await session(organizer)
  const user = { id: organizer, username: 'robin', full_name: 'Robin Tester', email: null, is_beta_user: true }
  const code = await makeDeviceCode(db, { user, key: hashOf(organizerToken) }, server.clock())
  const { token } = await makeFeed(db, { userId: member, tripId: ours.id }, { zone: '' }, server.clock())
  const versions = await server.plan.listVersions(ours.id)
  const loaded = sectionNames.map(async (name) => [name, (await server.plan.load(ours, name, versions[name])).value])
  return {
    ours,
    theirs,
    theirMark,
    versions,
    values: Object.fromEntries(await Promise.all(loaded)),
    people: [owner, organizer, member, stranger, guest],
    cookies: {
      nobody: '',
      stranger: cookie(await session(stranger)),
      guest: cookie(await session(guest, null)),
      member: cookie(await session(member)),
      organizer: cookie(organizerToken),
      owner: cookie(await session(owner)),
    },
    known: {
      'our trip': ours.id,
      'their trip': theirs.id,
      owner,
      organizer,
      member,
      guest,
      stranger,
      'their owner': theirOwner,
      'our party': inOurs.party,
      'our person': inOurs.person,
      'our document': inOurs.document,
      'their document': inTheirs.document,
      'our receipt': inOurs.receipt,
      'their receipt': inTheirs.receipt,
      'our invitation': inOurs.invitation,
      'their invitation': inTheirs.invitation,
      'known-invitation': inOurs.token,
      'known-personal-link': await makePersonalLink(db, guest, { id: guest }, server.clock()),
      'known-device-code': code.code,
      'known-share-token': inOurs.shareToken,
      'known-feed': `${token}.ics`,
      'known-unsubscribing': unsubscribeToken(server.secretKey, { userId: member, tripId: ours.id }),
      'known-file': inOurs.file,
      'known-file-of-theirs': inTheirs.file,
      'known-picture': inOurs.picture,
    },
  }
}

type Ids = [string, string, string, string, string]

async function furnish({ db, secretKey, plan, openSession, clock }: TestApp, trip: Trip, owner: string, name: string) {
  const [party, person, document, receipt, shareToken] = Array.from({ length: 5 }, () => randomUUID()) as Ids
  await db.updateTable('trips').set({ share_token: shareToken }).where('id', '=', trip.id).execute()
  const persons = [{ ...newPerson(person, 'Ana'), food_note: 'No nuts.\nNo milk.' }]
  await makeSection(plan, trip, 'people', [{ id: party, name, persons }])
  await makeSection(plan, trip, 'private', [
    { id: party, persons: [{ ...newRecord(person), medical: `Asthma, ${name}` }] },
  ])
  await makeSection(plan, trip, 'notes', [{ id: randomUUID(), text: `Bring a tarp.\n\n${name}` }])
  const by = { id: owner, username: 'robin', full_name: 'Robin Tester', email: null, is_beta_user: true }
  const { invitation, token } = await createInvitation({ db, secretKey }, trip.id, {}, by, clock())
  const client = await openSession({ id: owner })
  const bytes = Buffer.concat([buildFile('pdf'), Buffer.from(name)])
  const answer = await upload(client, trip.id, `${name}.pdf`, bytes, { id: document })
  await uploadReceipt(client, trip.id, `${name}.pdf`, bytes, { id: receipt })
  const picture = await setPicture(client, trip.id)
  const url = (answer.body as { document: { file_url: string } }).document.file_url
  return {
    party,
    person,
    document,
    receipt,
    shareToken,
    invitation: invitation.id,
    token,
    file: url.slice(url.lastIndexOf('/') + 1),
    picture: (picture.body as { picture: string }).picture,
  }
}
