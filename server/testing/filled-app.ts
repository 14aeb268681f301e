import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { LocalDate } from '#domain/local-date.ts'
import { type SectionName, sectionNames } from '#domain/plan/index.ts'
import { anyValueOf } from '#domain/testing/arbitraries.ts'
import { buildFamily } from '#domain/testing/example-people.ts'
import { buildPlan } from '#domain/testing/example-plan.ts'
import type { TripType } from '#domain/trip.ts'
import type { Db, Engine } from '#server/db/engine.ts'
import { makeSection } from '#server/plan/make-section.ts'
import { buildFile } from './document-files.ts'
import {
  type DocumentApp,
  type FileStoreName,
  openDocumentApp,
  setPicture,
  upload,
  uploadReceipt,
} from './documents.ts'
import { countRows, insertAccount, insertMembership } from './rows.ts'
import type { TestApp } from './test-app.ts'

/** Names that an engine or a file format may misinterpret. */
const names = ['[1,2]', '007', 'null', '1e5', '"; drop table', 'Été 🏕️']

/** Opens a server with rows in every table: users, trips with several changes of their plans, documents. */
export async function openFilledApp(engine: Engine, store: FileStoreName) {
  const app = await openDocumentApp(engine, store)
  try {
    return { app, ...(await fill(app)) }
  } catch (error) {
    await app.remove()
    throw error
  }
}

async function fill(app: DocumentApp) {
  const { client, user } = await app.signUp()
  const trips = await Promise.all(
    names.map(async (name, at) => {
      const trip = { id: randomUUID(), name, type: (at % 2 ? 'air_travel' : 'car_trip') as TripType }
      await client.post('/api/trips', trip)
      return trip
    }),
  )
  for (const trip of trips.slice(0, 2)) {
    await editPlan(app, trip, user.id)
    const receipt = await uploadReceipt(client, trip.id, 'receipt.png', buildFile('png', 3000))
    if (receipt.status !== 200) throw new Error(`Not uploaded: ${receipt.status}`)
    const picture = await setPicture(client, trip.id, buildFile('jpeg', 5000))
    if (picture.status !== 200) throw new Error(`Not set: ${picture.status}`)
    if (trip.type !== 'air_travel') continue
    for (const [at, kind] of (['pdf', 'png', 'jpeg'] as const).entries()) {
      const type = kind === 'pdf' ? 'application/pdf' : `image/${kind}`
      const { status } = await upload(client, trip.id, `${at}.${kind}`, buildFile(kind, 70_000 * at + 500), { type })
      if (status !== 201 && status !== 200) throw new Error(`Not uploaded: ${status}`)
    }
  }
  const [{ id: tripId } = { id: '' }] = trips
  await client.post(`/api/trips/${tripId}/invitations`, {})
  const guest = await insertAccount(app.db, { email: null })
  await insertMembership(app.db, { trip_id: tripId, user_id: guest, role: 'member' })
  const guestClient = await app.openSession({ id: guest, email: null })
  const at = new Date().toISOString()
  const link = { user_id: guest, secret_hash: 'a hash', made_by: user.id, made_at: at, used_at: null }
  await app.db.insertInto('personal_links').values(link).execute()
  // Rows of the tables that backups omit.
  await app.db.insertInto('attempts').values({ key: 'somebody', points: 3, expire: Date.now() }).execute()
  const code = { user_id: user.id, code_hash: 'a hash', expires_at: at, used_at: null, by_link: false }
  await app.db.insertInto('device_codes').values(code).execute()
  const reset = { user_id: user.id, secret_hash: 'a hash', expires_at: at, by_mail: true }
  await app.db.insertInto('password_resets').values(reset).execute()
  const mail = {
    id: randomUUID(),
    kind: 'reset' as const,
    recipient: 'somebody@example.org',
    created_at: at,
    tries: 0,
    next_try_at: at,
  }
  await app.db.insertInto('mails').values(mail).execute()
  const arriving = { trip_id: tripId, file: '1.pdf', size: 1, sha256: '', state: 'writing', begun_at: at } as const
  await app.db.insertInto('stored_files').values(arriving).execute()
  // A row that refers to an account with a larger or smaller id.
  const former = await insertAccount(app.db, { email: null })
  await app.db.updateTable('users').set({ moved_to: user.id }).where('id', '=', former).execute()
  const feed = { id: randomUUID(), user_id: guest, trip_id: tripId, scope: tripId, token_hash: 'a hash' }
  const published = JSON.stringify({ [tripId]: [['itinerary', '20310625T070000', 3, 0, 0, 'a hash']] })
  await app.db
    .insertInto('calendar_feeds')
    .values({ ...feed, created_at: at, departure_reminder: 'evening', duty_reminder: 'none', zone: '', published })
    .execute()
  const seen = { trip_id: tripId, user_id: guest, section: 'notes', version: 1 }
  await app.db.insertInto('plan_seen').values(seen).execute()
  const view = { trip_id: tripId, user_id: guest, announcement_id: randomUUID(), seen_at: at }
  await app.db.insertInto('announcement_views').values(view).execute()
  await fillNotices(app.db, { tripId, userId: guest, at })
  await app.db.insertInto('renamed_people').values({ trip_id: tripId, id_hash: 'a hash', now_id: guest }).execute()
  await app.db
    .insertInto('departed_people')
    .values({ trip_id: tripId, person_id: former, hides_record: true })
    .execute()
  await client.put(`/api/trips/${tripId}/archived`, { is_archived: true })
  await app.db.insertInto('gone_trips').values({ id: randomUUID() }).execute()
  return { client, user, guestClient, trips }
}

/** What a guest is told, the browser that gets pushes, and their passkey. */
async function fillNotices(
  db: Db,
  { tripId, userId, at }: { tripId: string; userId: string; at: string },
): Promise<void> {
  const ofTrip = { trip_id: tripId, user_id: userId }
  const about = JSON.stringify({ what: 'poll', name: 'Été? [1,2]' })
  await db
    .insertInto('notices')
    .values({
      ...{ ...ofTrip, id: randomUUID(), kind: 'asked', subject: 'polls/1', about },
      ...{ is_urgent: true, created_at: at, read_at: null, push_at: null, mail_at: at },
    })
    .execute()
  const watched = { versions: JSON.stringify({ polls: 1 }), known: JSON.stringify({ people: {} }), check_at: at }
  await db
    .insertInto('trip_watches')
    .values({ trip_id: tripId, revision: 2, ...watched })
    .onConflict((watch) => watch.column('trip_id').doUpdateSet(watched))
    .execute()
  const choices = JSON.stringify({ asked: { push: false, mail: true } })
  await db
    .insertInto('notice_choices')
    .values({ ...ofTrip, choices, is_off: true, pushed_at: at, mailed: JSON.stringify([at]) })
    .execute()
  await db
    .insertInto('notice_settings')
    .values({ user_id: userId, quiet_from: '22:00', quiet_until: '07:00', quiet_zone: '', mail_refused_at: at })
    .execute()
  const pair = { public_key: 'a key', private_key: 'a secret' }
  await db
    .insertInto('push_keys')
    .values({ name: 'a name', ...pair, created_at: at })
    .execute()
  const subscription = {
    ...{ id: randomUUID(), user_id: userId, session_key: 'a key', endpoint: 'https://push.example.org/1' },
    ...{ endpoint_hash: 'a hash', p256dh: 'a key', auth: 'a secret', public_key: 'a key', device: '007' },
    ...{ created_at: at, renewed_at: at, failures: 1, failed_since: at },
  }
  await db.insertInto('push_subscriptions').values(subscription).execute()
  const waiting = { is_urgent: false, created_at: at, tries: 0, next_try_at: at }
  await db
    .insertInto('pushes')
    .values({ ...ofTrip, id: randomUUID(), subscription_id: subscription.id, ...waiting })
    .execute()
  const passkey = {
    ...{ id: randomUUID(), user_id: userId, credential_id: 'an id', public_key: 'a key', sign_count: 2 ** 31 },
    ...{
      transports: JSON.stringify(['internal']),
      host: 'example.org',
      name: '1e5',
      link_session: 'a key',
      created_at: at,
      used_at: at,
    },
  }
  await db.insertInto('passkeys').values(passkey).execute()
  await db
    .insertInto('passkey_challenges')
    .values({ challenge: 'a challenge', user_id: null, expires_at: at })
    .execute()
}

/** Gives the sections random values until all tables of the plan have rows, including history and tombstones. */
async function editPlan(app: TestApp, trip: { id: string; type: TripType }, personId: string) {
  const person = { id: personId, username: 'robin', full_name: 'Robin Tester' }
  const isEmpty = async () => Object.values(await countRows(app.db, ...planTables)).includes(0)
  do
    for (const section of sectionNames) {
      for (const value of fc.sample(anyValueOf[section] as fc.Arbitrary<never>, 2))
        await makeSection(app.plan, trip, section, value, { person })
    }
  while (await isEmpty())
  for (const [section, value] of Object.entries(buildGroupSections(personId, trip.type)))
    await makeSection(app.plan, trip, section as SectionName, value, { person })
}

/** Sections whose entries refer to a person: what they buy, bring, drive, ride in, sleep in, do and pay. */
function buildGroupSections(personId: string, type: TripType) {
  const departure = '2031-06-25' as LocalDate
  const parties = buildFamily({ person_id: personId, party_id: personId }, departure)
  const plan = buildPlan({ type, destination: 'Pog Lake', departure, days: 2, parties, expenses: 8 })
  const { beds, costs, duties, gear, rides, shopping } = plan
  const [first, ...others] = costs.expenses
  if (!first) throw new Error('The example has no expenses')
  const withReceipt = { ...first, receipts: [{ id: randomUUID(), file_name: 'receipt.pdf' }] }
  const former = [{ id: randomUUID(), name: 'Fay' }]
  return { beds, costs: { ...costs, expenses: [withReceipt, ...others], former }, duties, gear, rides, shopping }
}

const planTables = [
  'trip_distances',
  'trip_notes',
  'meal_plans',
  'day_snacks',
  'itinerary_days',
  'itinerary_activities',
  'checklist_categories',
  'checklist_items',
  'tickets',
  'plan_entries',
  'plan_history',
  'plan_operations',
  'plan_removed',
  'field_changes',
] as const
