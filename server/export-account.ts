import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { canSeePeople, privateFor } from '#domain/access.ts'
import type { TravelDocument } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import { type AccountHolder, nameOfUser } from '#domain/person.ts'
import { commonNames } from '#domain/plan/index.ts'
import type { TripCard } from '#domain/trip.ts'
import type { Db } from './db/engine.ts'
import type { DocumentList } from './documents/document-list.ts'
import type { DocumentStore, ShownFile } from './documents/document-store.ts'
import { listPlanners, listSharedParties } from './people/people.ts'
import { readVersionTexts } from './plan/history.ts'
import type { PlanStore } from './plan/plan-store.ts'
import { loadPrivate } from './plan/private-records.ts'
import { listTrips } from './trips/trips.ts'

/*
 * Everything of somebody, as one file that they can keep.
 * Job: a ZIP with the account, and a folder for each trip that the person plans: the plan as they see it, what is private as far as it is for
 *   them, its history, and the documents.
 * Invariants: nothing is in it that the person could not see in the app; no other person's e-mail. One entry is made at a time, while the
 *   one before is being sent, and the documents of a trip are listed when its turn has come: the first byte waits for no trip, and the
 *   largest account takes no more memory than its largest section.
 *   After a sign-out, or once the person has lost access to a trip, nothing more of it is written.
 * Failure: what breaks off leaves a file that no program takes for whole. Of a document whose file is not in the store there is an empty one.
 */

interface Stores {
  db: Db
  plan: PlanStore
  documents: DocumentStore
  documentList: DocumentList
  clock: () => Date
}

/** How often access is checked again while a history is written. */
const CHECK_EVERY_MS = 1000

/** No section has more versions: the largest of a column of integers. */
const LAST_VERSION = 2 ** 31 - 1

/** The file, as it is made. What goes wrong on the way ends it with that error. */
export async function exportAccount(
  stores: Stores,
  person: AccountHolder,
  isSignedIn: () => Promise<boolean>,
): Promise<Readable> {
  const trips = (await listTrips(stores.db, person)).filter(({ role }) => role !== 'everybody')
  const folders = trips.map((trip, at) => ({ trip, folder: `trips/${at + 1} ${fileName(trip.name)}` }))
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  let current: Readable | undefined
  /** Resolves once all of the entry has been made; never where the file breaks off before. */
  const add = (name: string, make: () => AsyncIterable<string | Uint8Array>) =>
    new Promise<void>((resolve) => {
      zip.addReadStreamLazy(name, { mtime: stores.clock() }, (take) => {
        const source = Readable.from(make(), { objectMode: false })
        // The library listens to no failure of what it is given: unheard, it would end the process.
        source.on('error', (error) => out.destroy(error))
        source.on('end', resolve)
        current = source
        if (out.destroyed) source.destroy()
        take(null, source)
      })
    })
  // Whoever goes away in the middle leaves nothing open.
  out.on('close', () => current?.destroy())
  zip.on('error', (error) => out.destroy(error as Error))

  /** The trip as the person has it now: a file that is fetched slowly may outlive a sign-out, and their access to a trip. */
  async function findStill({ id }: TripCard): Promise<TripCard | undefined> {
    if (!(await isSignedIn())) throw new AppError('not_signed_in')
    return (await listTrips(stores.db, person)).find((trip) => trip.id === id)
  }
  async function requireStill(trip: TripCard): Promise<void> {
    if (!(await findStill(trip))) throw new AppError('trip_not_found')
  }

  async function addAll(): Promise<void> {
    await add('account.json', () => accountOf(stores, person, folders))
    for (const { trip, folder } of folders) {
      const current = await findStill(trip)
      if (!current) continue
      await add(`${folder}/trip.json`, () => tripOf(stores, current, person, () => findStill(trip)))
      await requireStill(trip)
      await add(`${folder}/history.json`, () => historyOf(stores.db, trip, () => requireStill(trip)))
      for (const { path, file } of await documentsOf(stores, trip)) {
        await requireStill(trip)
        await add(`${folder}/documents/${path}`, () => fileOf(stores.documents, file))
      }
    }
    zip.end()
  }
  addAll().catch((error) => out.destroy(error))
  return out
}

async function* accountOf({ db, clock }: Stores, person: AccountHolder, folders: { trip: TripCard; folder: string }[]) {
  const { created_at } = await db
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const { full_name, username, email } = person
  const trips = folders.map(({ trip, folder }) => ({ name: trip.name, role: trip.role, folder }))
  yield json({ full_name, username, email, created_at, exported_at: clock().toISOString(), trips })
}

/** The plan section by section, each as it stands. */
async function* tripOf(
  stores: Stores,
  trip: TripCard,
  person: AccountHolder,
  findStill: () => Promise<TripCard | undefined>,
) {
  const { db, plan } = stores
  const { name, type, role, created_at, deleted_at, is_archived } = trip
  yield `{"name":${json(name)},"type":${json(type)},"role":${json(role)},"created_at":${json(created_at)}`
  yield `,"deleted_at":${json(deleted_at)},"is_archived":${is_archived},"plan":{`
  const versions = await plan.listVersions(trip.id)
  let comma = ''
  for (const section of commonNames) {
    yield `${comma}"${section}":${(await plan.load(trip, section, versions[section])).text}`
    comma = ','
  }
  const { value } = await loadPrivate(stores, trip)
  // What the person is in the trip now: the sections before may have taken long to be sent.
  const now = await findStill()
  if (!now) throw new AppError('trip_not_found')
  yield `},"private":${json(privateFor(person, now, value, await listSharedParties(db, now)))}`
  const planners = canSeePeople(trip) ? await listPlanners(db, trip) : []
  yield `,"planned_by":${json(planners.map((planner) => ({ name: nameOfUser(planner), role: planner.role })))}}`
}

/** Who did what when, in every section, from the first version on. */
async function* historyOf(db: Db, { id }: TripCard, requireStill: () => Promise<void>) {
  yield '['
  let comma = ''
  let checkedAt = Date.now()
  const names = new Map<string, string | null>()
  for (const section of commonNames)
    for await (const { version, saved_at, saved_by, text } of readVersionTexts(db, id, section, {
      from: 0,
      to: LAST_VERSION,
    })) {
      if (saved_by !== null && !names.has(saved_by)) names.set(saved_by, await findName(db, saved_by))
      const by = saved_by === null ? null : names.get(saved_by)
      if (Date.now() - checkedAt > CHECK_EVERY_MS) {
        await requireStill()
        checkedAt = Date.now()
      }
      // Stored as JSON: a large history is not parsed only to be written again.
      yield `${comma}${json({ section, version, saved_at, by }).slice(0, -1)},"did":${text}}`
      comma = ',\n'
    }
  yield ']'
}

async function findName(db: Db, personId: string): Promise<string | null> {
  const profile = await db
    .selectFrom('profiles')
    .select(['full_name', 'username'])
    .where('id', '=', personId)
    .executeTakeFirst()
  return profile ? nameOfUser(profile) : null
}

/** A trip's documents, each with a name that no other one of it has: that under which the app saves it. */
async function documentsOf({ plan, documents, documentList }: Stores, { id }: TripCard) {
  const { documents: version } = await plan.listVersions(id)
  const list = JSON.parse((await documentList.load(id, version)).text) as TravelDocument[]
  const found = await Promise.all(list.map(({ file_url }) => documents.findFile(id, file_url.split('/').at(-1) ?? '')))
  return found.flatMap((file, at) => (file ? [{ file, path: `${at + 1} ${fileName(file.name)}` }] : []))
}

async function* fileOf(documents: DocumentStore, file: ShownFile) {
  const stream = await documents.open(file, { start: 0, end: file.size - 1 }).catch((failure) => {
    if (failure instanceof AppError && failure.code === 'document_not_found') return undefined
    throw failure
  })
  if (stream) yield* Readable.fromWeb(stream as never) as AsyncIterable<Uint8Array>
}

const json = (value: unknown): string => JSON.stringify(value)

/** A name that every system takes for a file's. */
function fileName(name: string): string {
  const plain = name.replace(/[\\/:*?"<>|]|\p{Cc}/gu, '-').replace(/^[. ]+|[. ]+$/g, '')
  return plain.slice(0, 80) || 'unnamed'
}
