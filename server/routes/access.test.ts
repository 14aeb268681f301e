import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seenAnnouncementsPath } from '#domain/api/announcements.ts'
import { documentPath, documentResponse, uploadPath } from '#domain/api/documents.ts'
import { noticeChoicesPath, remindersPath } from '#domain/api/notices.ts'
import { receiptPath, receiptUploadPath } from '#domain/api/receipts.ts'
import {
  lineDeletionPath,
  lineFilePath,
  lineUploadPath,
  trackDeletionPath,
  trackFilePath,
  trackUploadPath,
} from '#domain/api/track-files.ts'
import { receiptDeletionPath, tripFilesPath } from '#domain/api/trip-files.ts'
import { tripPictureResponse, tripPictureUploadPath } from '#domain/api/trip-picture.ts'
import { defaultQuietHours } from '#domain/notices/choices.ts'
import { newTrack } from '#domain/plan/tracks.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import type { Trip } from '#domain/trip.ts'
import { tripPicturePath } from '#domain/trip-picture.ts'
import { deriveSecret, hashOf } from '#server/accounts/secret.ts'
import { buildFile } from '#server/testing/document-files.ts'
import { gpx, lines, setPicture, upload, uploadTrackFile } from '#server/testing/documents.ts'
import { engines } from '#server/testing/engines.ts'
import { listRoutes } from '#server/testing/routes.ts'
import { insertAccount, insertMemberships, insertTrip } from '#server/testing/rows.ts'
import { buildRegistration, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

/* Who may do what: each identity, kind of trip and kind of token. A new route without a row here fails. */

type Identity = 'nobody' | 'stranger' | 'owner' | 'organizer' | 'member' | 'guest'
type Kind = 'private' | 'public' | 'unowned' | 'formerly public'
const tokens = ['none', 'right', 'wrong', 'replaced', 'of another trip', 'empty'] as const
type Token = (typeof tokens)[number]

/** Expected statuses per kind of trip; as an array, per token in the order of `tokens`. */
type Expected = Record<Identity, Record<Kind, number | readonly number[]>>

const always = (status: number) => ({ private: status, public: status, unowned: status, 'formerly public': status })
/** For editing. A token grants nothing. */
const editors = (ok: number): Expected => ({
  nobody: always(401),
  stranger: { ...always(404), unowned: ok },
  owner: always(ok),
  organizer: always(ok),
  member: always(ok),
  // Only people with an account have access to a trip without an owner.
  guest: { ...always(ok), unowned: 404 },
})
/** For sharing, which only those responsible for the trip may do. */
const sharing = (ok: number): Expected => ({
  ...editors(ok),
  member: { ...always(404), unowned: ok },
  guest: always(404),
})
/** For the trip's people. A trip without an owner has none. */
const planners = (ok: number): Expected => ({
  nobody: always(401),
  stranger: always(404),
  owner: { ...always(ok), unowned: 404 },
  organizer: { ...always(ok), unowned: 404 },
  member: { ...always(ok), unowned: 404 },
  guest: { ...always(ok), unowned: 404 },
})
const managers = (ok: number): Expected => ({ ...planners(ok), member: always(404), guest: always(404) })
const owners = (ok: number): Expected => ({ ...managers(ok), organizer: always(404) })
const byToken = [404, 200, 404, 404, 404, 404] as const
const readers: Expected = {
  nobody: always(401),
  stranger: { private: byToken, public: 200, unowned: 200, 'formerly public': byToken },
  owner: always(200),
  organizer: always(200),
  member: always(200),
  guest: { ...always(200), unowned: byToken },
}
/** For reading if the operator opens share links to people without an account. */
const readersWithoutSignIn: Expected = {
  ...readers,
  nobody: { private: byToken, public: 200, unowned: byToken, 'formerly public': byToken },
}

/** For files: like reading, but people who may not read always get 404. */
const filesOf = (expected: Expected): Expected => ({
  ...expected,
  nobody: expected.nobody.private === 401 ? always(404) : expected.nobody,
})

interface TripRoute {
  path: (trip: Trip, fileUrl: string) => string
  raw?: Buffer<ArrayBuffer>
  body?: () => unknown
  expected: Expected
  withoutSignIn?: Expected
  /** Whether a request that is allowed changes who may do what, so that the next one needs a new trip. */
  changesAccess?: boolean
}

/** The routes of one trip. */
const tripRoutes: Record<string, TripRoute> = {
  'GET /api/trips/:tripId': { path: ({ id }) => `/api/trips/${id}`, expected: editors(200) },
  'GET /api/trips/:tripId/events': { path: ({ id }) => `/api/trips/${id}/events`, expected: editors(200) },
  'GET /api/trips/:tripId/history': { path: ({ id }) => `/api/trips/${id}/history`, expected: editors(200) },
  'GET /api/trips/:tripId/changes': {
    path: ({ id }) => `/api/trips/${id}/changes?since=notes:0`,
    expected: editors(200),
  },
  'PUT /api/trips/:tripId/seen': {
    path: ({ id }) => `/api/trips/${id}/seen`,
    body: () => ({ seen: { notes: 0 } }),
    expected: editors(204),
  },
  'GET /api/trips/:tripId/announcements/seen': {
    path: ({ id }) => seenAnnouncementsPath(id),
    expected: planners(200),
  },
  'POST /api/trips/:tripId/announcements/seen': {
    path: ({ id }) => seenAnnouncementsPath(id),
    body: () => ({ ids: [randomUUID()] }),
    expected: planners(200),
  },
  'GET /api/trips/:tripId/notice-choices': {
    path: ({ id }) => noticeChoicesPath(id),
    expected: planners(200),
  },
  'PUT /api/trips/:tripId/notice-choices': {
    path: ({ id }) => noticeChoicesPath(id),
    body: () => ({ choices: { changes: { push: false, mail: true } }, is_off: false }),
    expected: planners(204),
  },
  'PUT /api/trips/:tripId/reminders': {
    path: ({ id }) => remindersPath(id),
    body: () => ({ is_on: true }),
    expected: managers(204),
  },
  'GET /api/trips/:tripId/history/:section/changes': {
    path: ({ id }) => `/api/trips/${id}/history/notes/changes?from=0&to=0`,
    expected: editors(200),
  },
  'GET /api/trips/:tripId/history/:section/:version': {
    path: ({ id }) => `/api/trips/${id}/history/notes/0`,
    expected: editors(200),
  },
  'POST /api/trips/:tripId/operations': {
    path: ({ id }) => `/api/trips/${id}/operations`,
    body: () => ({
      operations: [
        { id: randomUUID(), section: 'details', do: 'set', at: ['destination_name'], to: 'Pog Lake', was: '' },
      ],
      seen: {},
    }),
    expected: editors(200),
  },
  'GET /api/trips/:tripId/calendar': { path: ({ id }) => `/api/trips/${id}/calendar`, expected: editors(200) },
  'POST /api/trips/:tripId/calendar': {
    path: ({ id }) => `/api/trips/${id}/calendar`,
    body: () => ({ zone: 'Europe/Berlin' }),
    expected: editors(200),
  },
  'PATCH /api/trips/:tripId/calendar': {
    path: ({ id }) => `/api/trips/${id}/calendar`,
    body: () => ({ departure: 'evening', duties: 'hour' }),
    expected: editors(204),
  },
  'DELETE /api/trips/:tripId/calendar': { path: ({ id }) => `/api/trips/${id}/calendar`, expected: editors(204) },
  'PATCH /api/trips/:tripId': {
    path: ({ id }) => `/api/trips/${id}`,
    body: () => ({ name: 'To the sea' }),
    expected: managers(204),
  },
  'POST /api/trips/:tripId/copies': {
    path: ({ id }) => `/api/trips/${id}/copies`,
    body: () => ({ id: randomUUID(), name: 'Next year', with_people: true, with_ticks: true }),
    expected: { ...editors(201), guest: always(404) },
  },
  'PUT /api/trips/:tripId/archived': {
    path: ({ id }) => `/api/trips/${id}/archived`,
    body: () => ({ is_archived: true }),
    expected: editors(204),
  },
  'PUT /api/trips/:tripId/deleted': {
    path: ({ id }) => `/api/trips/${id}/deleted`,
    body: () => ({ is_deleted: true }),
    expected: owners(204),
    changesAccess: true,
  },
  'PUT /api/trips/:tripId/owner': {
    path: ({ id }) => `/api/trips/${id}/owner`,
    body: () => ({ user_id: memberId }),
    expected: owners(204),
    changesAccess: true,
  },
  // 409: the trip is not deleted.
  'DELETE /api/trips/:tripId': { path: ({ id }) => `/api/trips/${id}`, expected: owners(409) },
  'PUT /api/trips/:tripId/sharing': {
    path: ({ id }) => `/api/trips/${id}/sharing`,
    body: () => ({}),
    expected: sharing(200),
    changesAccess: true,
  },
  'GET /api/trips/:tripId/private': { path: ({ id }) => `/api/trips/${id}/private`, expected: editors(200) },
  'GET /api/trips/:tripId/people': { path: ({ id }) => `/api/trips/${id}/people`, expected: planners(200) },
  'PUT /api/trips/:tripId/people': {
    path: ({ id }) => `/api/trips/${id}/people`,
    body: () => ({ members_edit: true }),
    expected: managers(204),
  },
  'PUT /api/trips/:tripId/people/:personId': {
    path: ({ id }) => `/api/trips/${id}/people/${memberId}`,
    body: () => ({ role: 'member' }),
    expected: managers(204),
  },
  'PUT /api/trips/:tripId/people/:personId/party': {
    path: ({ id }) => `/api/trips/${id}/people/${memberId}/party`,
    body: () => ({ person_id: memberId, party_id: memberId, shares_party: true }),
    expected: managers(204),
  },
  'PUT /api/trips/:tripId/people/:personId/name': {
    path: ({ id }) => `/api/trips/${id}/people/${memberId}/name`,
    body: () => ({ is_right: true, person_id: memberId }),
    expected: managers(204),
  },
  // 409: both have joined. For merging, see merge-people.test.ts.
  'POST /api/trips/:tripId/people/merges': {
    path: ({ id }) => `/api/trips/${id}/people/merges`,
    body: () => ({ stays: memberId, merged: guestId }),
    expected: managers(409),
  },
  // For removing somebody else. For leaving, see people-routes.test.ts.
  'DELETE /api/trips/:tripId/people/:personId': {
    path: ({ id }) => `/api/trips/${id}/people/${randomUUID()}`,
    expected: managers(204),
  },
  'POST /api/trips/:tripId/people/:personId/personal-link': {
    path: ({ id }) => `/api/trips/${id}/people/${guestId}/personal-link`,
    expected: managers(200),
  },
  'POST /api/trips/:tripId/invitations': {
    path: ({ id }) => `/api/trips/${id}/invitations`,
    body: () => ({}),
    expected: managers(201),
  },
  // The invitation has the trip's id: see `addInvitation`.
  'GET /api/trips/:tripId/invitations/:invitationId/link': {
    path: ({ id }) => `/api/trips/${id}/invitations/${id}/link`,
    expected: managers(200),
  },
  'DELETE /api/trips/:tripId/invitations/:invitationId': {
    path: ({ id }) => `/api/trips/${id}/invitations/${randomUUID()}`,
    expected: managers(204),
  },
  // 409: mail is not configured.
  'POST /api/trips/:tripId/invitations/:invitationId/mails': {
    path: ({ id }) => `/api/trips/${id}/invitations/${randomUUID()}/mails`,
    body: () => ({ token: 'some token', email: 'ana@example.org' }),
    expected: managers(409),
  },
  // Nobody adds files to a trip without an owner.
  'PUT /api/trips/:tripId/documents/:documentId': {
    path: ({ id }) => uploadPath(id, randomUUID(), 'a.pdf'),
    raw: buildFile('pdf'),
    expected: planners(200),
  },
  'DELETE /api/trips/:tripId/documents/:documentId': {
    path: ({ id }) => documentPath(id, randomUUID()),
    expected: editors(204),
  },
  'GET /files/travel-documents/:tripId/:file': {
    path: (_, fileUrl) => fileUrl,
    expected: filesOf(readers),
    withoutSignIn: filesOf(readersWithoutSignIn),
  },
  'PUT /api/trips/:tripId/receipts/:receiptId': {
    path: ({ id }) => receiptUploadPath(id, randomUUID(), 'a.pdf'),
    raw: buildFile('pdf'),
    expected: planners(200),
  },
  'DELETE /api/trips/:tripId/receipts/:receiptId': {
    path: ({ id }) => receiptDeletionPath(id, randomUUID()),
    expected: managers(204),
  },
  'GET /api/trips/:tripId/files': { path: ({ id }) => tripFilesPath(id), expected: managers(200) },
  // Only for people who plan the trip: neither a link nor being public opens a receipt.
  'GET /files/receipts/:tripId/:receiptId': {
    path: (_, fileUrl) => fileUrl,
    expected: { ...editors(200), nobody: always(404) },
  },
  'PUT /api/trips/:tripId/tracks/:fileId': {
    path: ({ id }) => trackUploadPath(id, randomUUID(), 'trail.gpx'),
    raw: gpx,
    expected: planners(200),
  },
  'DELETE /api/trips/:tripId/tracks/:fileId': {
    path: ({ id }) => trackDeletionPath(id, randomUUID()),
    expected: managers(204),
  },
  // As with receipts: it tells when somebody was where.
  'GET /files/tracks/:tripId/:fileId': {
    path: (_, fileUrl) => fileUrl,
    expected: { ...editors(200), nobody: always(404) },
  },
  'PUT /api/trips/:tripId/lines/:fileId': {
    path: ({ id }) => lineUploadPath(id, randomUUID(), 'trail.gpx'),
    raw: lines,
    expected: planners(200),
  },
  'DELETE /api/trips/:tripId/lines/:fileId': {
    path: ({ id }) => lineDeletionPath(id, randomUUID()),
    expected: managers(204),
  },
  'GET /files/lines/:tripId/:fileId': {
    path: (_, fileUrl) => fileUrl,
    expected: filesOf(readers),
    withoutSignIn: filesOf(readersWithoutSignIn),
  },
  'PUT /api/trips/:tripId/picture': {
    path: ({ id }) => tripPictureUploadPath(id),
    raw: buildFile('jpeg'),
    expected: planners(200),
  },
  'DELETE /api/trips/:tripId/picture': { path: ({ id }) => tripPictureUploadPath(id), expected: planners(204) },
  'GET /files/trip-pictures/:tripId/:file': {
    path: (_, fileUrl) => fileUrl,
    expected: filesOf(readers),
    withoutSignIn: filesOf(readersWithoutSignIn),
  },
  // Last of the writing routes: it replaces the right token.
  'GET /api/shared/:tripId': {
    path: ({ id }) => `/api/shared/${id}`,
    expected: readers,
    withoutSignIn: readersWithoutSignIn,
  },
  'GET /api/trips/:tripId/weather': { path: ({ id }) => `/api/trips/${id}/weather`, expected: editors(200) },
  'GET /api/shared/:tripId/weather': {
    path: ({ id }) => `/api/shared/${id}/weather`,
    expected: readers,
    withoutSignIn: readersWithoutSignIn,
  },
  'POST /api/trips/:tripId/sharing/token': {
    path: ({ id }) => `/api/trips/${id}/sharing/token`,
    expected: sharing(200),
    changesAccess: true,
  },
}

/** All other routes: the statuses for nobody and for a signed-in user. */
const otherRoutes: Record<
  string,
  { body?: (email: string, password: string) => unknown; query?: string; expected: [number, number] }
> = {
  'GET /healthz': { expected: [200, 200] },
  'GET /readyz': { expected: [200, 200] },
  'GET /api/beta': { expected: [200, 200] },
  'GET /auth/v1/user': { expected: [401, 200] },
  'POST /auth/v1/signup': { body: () => buildRegistration(), expected: [200, 200] },
  'POST /auth/v1/token': {
    query: '?grant_type=password',
    body: (email, password) => ({ email, password }),
    expected: [200, 200],
  },
  'POST /auth/v1/logout': { expected: [204, 204] },
  // 403: for guests only, see account-recovery-routes.test.ts.
  'PUT /auth/v1/user': { body: (email) => ({ email, password: 'pine-needles' }), expected: [401, 403] },
  'PATCH /auth/v1/user': { body: () => ({ full_name: 'Robin', username: 'robin' }), expected: [401, 200] },
  'POST /auth/v1/password': {
    body: (_email, password) => ({ current: password, password: 'a longer one' }),
    expected: [401, 204],
  },
  // 409: mail is not configured.
  'POST /auth/v1/recover': { body: (email) => ({ email }), expected: [409, 409] },
  // 404: the link does not exist.
  'POST /auth/v1/reset': { body: () => ({ secret: randomUUID(), password: 'a longer one' }), expected: [404, 404] },
  'GET /auth/v1/removal': { expected: [401, 200] },
  'POST /auth/v1/removal': { body: (_email, password) => ({ password, heirs: [], goes: [] }), expected: [401, 204] },
  'GET /auth/v1/export': { expected: [401, 200] },
  'GET /auth/v1/export/ready': { expected: [401, 204] },
  'GET /auth/v1/sessions': { expected: [401, 200] },
  'DELETE /auth/v1/sessions': { expected: [401, 204] },
  'DELETE /auth/v1/sessions/:key': { expected: [401, 204] },
  'GET /auth/v1/personal-link': { expected: [401, 403] },
  'POST /auth/v1/personal-link': { expected: [401, 403] },
  'DELETE /auth/v1/personal-link': { expected: [401, 403] },
  // 404: the link does not exist.
  'POST /auth/v1/personal-link/look': { body: () => ({ secret: randomUUID() }), expected: [404, 404] },
  'POST /auth/v1/device-code': { expected: [401, 200] },
  'GET /auth/v1/passkeys': { expected: [401, 200] },
  'POST /auth/v1/passkeys/creation': { body: (_email, password) => ({ password }), expected: [401, 200] },
  // 410: there is no such challenge.
  'POST /auth/v1/passkeys': { body: () => unmadePasskey, expected: [401, 410] },
  // 400: the placeholder is no id.
  'PATCH /auth/v1/passkeys/:passkeyId': { body: () => ({ name: 'Phone' }), expected: [401, 400] },
  'DELETE /auth/v1/passkeys/:passkeyId': { expected: [401, 400] },
  'POST /auth/v1/passkeys/request': { expected: [200, 200] },
  // 404: the invitation does not exist.
  'POST /api/join/look': { body: () => ({ token: randomUUID() }), expected: [404, 404] },
  'POST /api/join': { body: () => ({ token: randomUUID(), device: randomUUID(), name: 'Ana' }), expected: [404, 404] },
  'GET /ai/v1': { expected: [401, 200] },
  // 503: no AI provider is configured.
  'POST /ai/v1/chat/completions': {
    body: () => ({ model: 'm', messages: [{ role: 'user', content: 'x' }], max_tokens: 1, temperature: 0 }),
    expected: [401, 503],
  },
  'GET /api/places': { query: '?q=London', expected: [401, 200] },
  'GET /api/places/zone': { query: '?at=45.8,-78.4', expected: [401, 200] },
  'GET /api/places/config': { expected: [401, 200] },
  // 502: the geocoder of the tests cannot be reached.
  'GET /api/places/map': { expected: [401, 404] },
  'GET /api/places/geocode': { query: '?q=London', expected: [401, 502] },
  'GET /api/trips': { expected: [401, 200] },
  'GET /api/notices': { expected: [401, 200] },
  'POST /api/notices/read': { body: () => ({ ids: [randomUUID()] }), expected: [401, 204] },
  'GET /api/notice-settings': { expected: [401, 200] },
  'PUT /api/notice-settings': { body: () => ({ quiet: defaultQuietHours }), expected: [401, 204] },
  'GET /api/push': { expected: [401, 200] },
  // 409: pushes need a contact, which the tests do not have.
  'PUT /api/push': {
    body: () => ({
      endpoint: 'https://push.example.org/1',
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      public_key: 'B'.repeat(87),
    }),
    expected: [401, 409],
  },
  'POST /api/push/removal': { body: () => ({ endpoint: 'https://push.example.org/1' }), expected: [401, 204] },
  // 404: there is no such token.
  'POST /api/unsubscribe': { body: () => ({ token: 'guessed' }), expected: [404, 404] },
  'POST /unsubscribe/:token': { expected: [404, 404] },
  'GET /unsubscribe/:token': { expected: [303, 303] },
  'GET /api/calendar': { expected: [401, 200] },
  'POST /api/calendar': { body: () => ({ zone: '' }), expected: [401, 200] },
  'PATCH /api/calendar': { body: () => ({ departure: 'evening', duties: 'hour' }), expected: [401, 204] },
  'DELETE /api/calendar': { expected: [401, 204] },
  // 404: there is no such feed.
  'GET /calendar/:feed': { expected: [404, 404] },
  'POST /api/trips': {
    body: () => ({ id: randomUUID(), name: 'To the lake', type: 'car_trip' }),
    expected: [401, 201],
  },
}

const unmadePasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
}

const memberId = randomUUID()
const guestId = randomUUID()

describe.each(engines)('access on %s', (engine) => {
  let closed: TestApp
  let open: TestApp
  let ownerId: string
  const memberships: Record<string, { id: string; role: 'organizer' | 'member' }> = {}
  beforeAll(async () => {
    const env = { TRIPS_PER_ACCOUNT: '100000' }
    closed = await openTestApp(engine, { env })
    open = closed.openAnother({ env: { ...env, SHARE_WITHOUT_SIGN_IN: 'true' } })
    ownerId = await insertAccount(closed.db)
    memberships['organizer'] = { id: await insertAccount(closed.db), role: 'organizer' }
    memberships['member'] = { id: await insertAccount(closed.db, { id: memberId }), role: 'member' }
    memberships['guest'] = { id: await insertAccount(closed.db, { id: guestId, email: null }), role: 'member' }
  })
  afterAll(() => closed.remove())

  const identities = async (server: TestApp): Promise<Record<Identity, TestClient>> => ({
    nobody: server.openClient(),
    stranger: await server.openSession({ id: await insertAccount(server.db) }),
    owner: await server.openSession({ id: ownerId }),
    organizer: await server.openSession({ id: memberships['organizer']?.id ?? '' }),
    member: await server.openSession({ id: memberId }),
    guest: await server.openSession({ id: memberships['guest']?.id ?? '', email: null }),
  })

  /** A trip of a kind, with its tokens. `other` is the token of another trip. */
  async function newTrip(kind: Kind, other: string): Promise<{ trip: Trip; token: Record<Token, string | undefined> }> {
    const [right, replaced] = [randomUUID(), randomUUID()]
    const was = { share_token: replaced, is_public: kind === 'public' || kind === 'formerly public' }
    const trip = await insertTrip(closed.db, {
      owner_id: kind === 'unowned' ? null : ownerId,
      type: 'air_travel',
      ...was,
    })
    if (kind !== 'unowned')
      await insertMemberships(
        closed.db,
        Object.values(memberships).map(({ id, role }) => ({ trip_id: trip.id, user_id: id, role })),
      )
    if (kind !== 'unowned') await listPeople(trip)
    const is = { share_token: right, is_public: kind === 'public' }
    await closed.db.updateTable('trips').set(is).where('id', '=', trip.id).execute()
    return {
      trip,
      token: { none: undefined, right, wrong: randomUUID(), replaced, 'of another trip': other, empty: '' },
    }
  }

  /** Puts the members on the people list. */
  async function listPeople({ id }: Trip): Promise<void> {
    const parties = [memberId, guestId].map((one) => buildParty(buildPerson('Robin', { id: one })))
    await (await closed.openSession({ id: ownerId })).makeSection(id, 'people', parties)
  }

  it('covers every route', () => {
    expect(listRoutes(closed.app)).toEqual([...Object.keys(tripRoutes), ...Object.keys(otherRoutes)].toSorted())
  })

  it.each(Object.entries(otherRoutes))(
    'PERM-1, PERM-2, PERM-5 %s allows exactly whom it should',
    async (route, { body, query, expected }) => {
      const { user, password, client } = await closed.signUp()
      const [method = '', path = ''] = route.split(' ')
      const statuses: number[] = []
      for (const each of [closed.openClient(), client]) {
        const sent = body?.(user.email, password)
        statuses.push((await each.send(method, path + (query ?? ''), sent === undefined ? {} : { body: sent })).status)
      }
      expect(statuses).toEqual(expected)
    },
  )

  /** Adds a document to a trip. Returns its file's address. */
  async function addDocument(trip: Trip): Promise<string> {
    const client = await closed.openSession({ id: ownerId })
    return documentResponse.parse((await upload(client, trip.id, 'a.pdf', buildFile('pdf'))).body).document.file_url
  }

  async function addReceipt({ id }: Trip): Promise<string> {
    const receipt = randomUUID()
    const client = await closed.openSession({ id: ownerId })
    const { status } = await client.send('PUT', receiptUploadPath(id, receipt, 'a.pdf'), { raw: buildFile('pdf') })
    expect(status).toBe(200)
    return receiptPath(id, receipt)
  }

  async function addTrackFile({ id }: Trip, isLine: boolean): Promise<string> {
    const file = randomUUID()
    const client = await closed.openSession({ id: ownerId })
    expect((await uploadTrackFile(client, id, isLine ? 'line' : 'track', undefined, { id: file })).status).toBe(200)
    // Readers get the lines of tracks that the trip has.
    if (isLine) await client.makeSection(id, 'tracks', [newTrack(randomUUID(), file)])
    return isLine ? lineFilePath(id, file) : trackFilePath(id, file)
  }

  async function addPicture({ id }: Trip): Promise<string> {
    const client = await closed.openSession({ id: ownerId })
    const { picture } = tripPictureResponse.parse((await setPicture(client, id)).body)
    return tripPicturePath(id, picture)
  }

  async function addFileFor(route: string, trip: Trip): Promise<string> {
    if (!route.startsWith('GET /files/')) return ''
    const setOwner = (owner: string | null) =>
      closed.db.updateTable('trips').set({ owner_id: owner }).where('id', '=', trip.id).execute()
    // A trip without an owner gets no files, but may have some.
    await setOwner(ownerId)
    const isOf = (folder: string) => route.includes(`/${folder}/`)
    const add = isOf('receipts') ? addReceipt : isOf('trip-pictures') ? addPicture : addDocument
    const address = isOf('tracks') || isOf('lines') ? await addTrackFile(trip, isOf('lines')) : await add(trip)
    await setOwner(trip.owner_id)
    return address
  }

  async function addInvitation({ id }: Trip): Promise<void> {
    const token_hash = hashOf(deriveSecret(closed.secretKey, `invitation:${id}`))
    const at = { created_at: closed.clock().toISOString(), expires_at: '2099-01-01T00:00:00.000Z' }
    const row = { id, trip_id: id, token_hash, created_by: ownerId, max_uses: null, uses: 0, revoked_at: null, ...at }
    await closed.db.insertInto('invitations').values(row).execute()
  }

  it.each(Object.entries(tripRoutes))(
    'PERM-7, PERM-8, PERM-10, PERM-15..23, SHARE-23 %s allows exactly whom it should',
    async (route, { path, body, raw, expected, withoutSignIn = expected, changesAccess = false }) => {
      const [method = ''] = route.split(' ')
      const other = randomUUID()
      await insertTrip(closed.db, { owner_id: ownerId, share_token: other })
      const newTripWithFile = async (kind: Kind) => {
        const made = await newTrip(kind, other)
        if (route.endsWith('/:invitationId/link')) await addInvitation(made.trip)
        return { ...made, fileUrl: await addFileFor(route, made.trip) }
      }
      // Making a trip takes far longer than a request.
      const reusableTrips = new Map<Kind, Awaited<ReturnType<typeof newTripWithFile>>>()
      const tripOf = async (kind: Kind) => {
        const made = reusableTrips.get(kind) ?? (await newTripWithFile(kind))
        reusableTrips.set(kind, made)
        return made
      }
      for (const [server, table] of [
        [closed, expected],
        [open, withoutSignIn],
      ] as const) {
        for (const [identity, client] of Object.entries(await identities(server)) as [Identity, TestClient][]) {
          for (const [kind, statuses] of Object.entries(table[identity]) as [Kind, number | readonly number[]][]) {
            const actual: number[] = []
            for (const which of tokens) {
              const { trip, token, fileUrl } = await tripOf(kind)
              const address = path(trip, fileUrl)
              const query =
                token[which] === undefined ? '' : `${address.includes('?') ? '&' : '?'}token=${token[which]}`
              const parts = { ...(raw && { raw }), ...(body && { body: body() }) }
              const { status } = await client.send(method, address + query, parts)
              if (changesAccess && status < 400) reusableTrips.delete(kind)
              actual.push(status)
            }
            const wanted = typeof statuses === 'number' ? tokens.map(() => statuses) : statuses
            expect(actual, `${identity}, ${kind}${server === open ? ', open to all' : ''}`).toEqual(wanted)
          }
        }
      }
    },
  )
})
