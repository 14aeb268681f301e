import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { canSeePeople, visiblePrivateRecords } from '#domain/access.ts'
import type { TravelDocument } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import { type AccountHolder, nameOfUser } from '#domain/person.ts'
import type { Costs } from '#domain/plan/costs.ts'
import { commonSectionNames } from '#domain/plan/index.ts'
import type { Tracks } from '#domain/plan/tracks.ts'
import { listReceipts } from '#domain/receipts.ts'
import type { TripCard } from '#domain/trip.ts'
import { listPasskeys } from '../accounts/passkeys.ts'
import type { Db } from '../db/engine.ts'
import type { ListedFileKind } from '../db/tables.ts'
import type { DocumentList } from '../documents/document-list.ts'
import type { DocumentStore, ShownFile } from '../documents/document-store.ts'
import type { ListedFileStore } from '../documents/listed-file-store.ts'
import type { TripPictureStore } from '../documents/trip-picture-store.ts'
import { loadOwnChoices, loadSettings } from '../notify/choices.ts'
import { listOwnNotices } from '../notify/notices.ts'
import { readVersionTexts } from '../plan/history.ts'
import type { PlanStore } from '../plan/plan-store.ts'
import { loadPrivate } from '../plan/private-records.ts'
import { listTrips } from '../trips/trips.ts'
import { listOwnViews } from './announcement-views.ts'
import { listPlanners, listSharedParties } from './people.ts'

/*
 * A person's data as one ZIP file.
 * Job: the account, and a folder for each trip of the person: the plan and the private records as they see them, the
 *   history, the documents, the receipts of the expenses, the files of the tracks, and the picture.
 * Invariants: it contains nothing that the person could not see in the app, and no other person's e-mail. Entries are
 *   made one at a time, while the previous one is being sent, and a trip's files are listed when it is their turn.
 *   So the first byte waits for no trip, and memory is bounded by the largest section. Nothing more of a trip is
 *   written after a sign-out or once the person has lost access to it.
 * Failure: an interrupted export is a file that no program accepts as complete. A file that is not in the store is
 *   an empty entry.
 */

interface Stores {
  db: Db
  plan: PlanStore
  documents: DocumentStore
  documentList: DocumentList
  listedFiles: ListedFileStore
  pictures: TripPictureStore
  clock: () => Date
}

const CHECK_EVERY_MS = 1000

/** The maximum of an integer column, so no section has a later version. */
const LAST_VERSION = 2 ** 31 - 1

/** Streams the export. An error on the way destroys the stream with it. */
export async function exportAccount(
  stores: Stores,
  person: AccountHolder,
  isSignedIn: () => Promise<boolean>,
): Promise<Readable> {
  const trips = (await listTrips(stores.db, person)).filter(({ role }) => role !== 'everybody')
  const folders = trips.map((trip, at) => ({ trip, folder: `trips/${at + 1} ${safeFileName(trip.name)}` }))
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  let current: Readable | undefined
  /** Resolves once the whole entry has been read; never if the export is interrupted before. */
  const add = (name: string, makeSource: () => AsyncIterable<string | Uint8Array>) =>
    new Promise<void>((resolve) => {
      zip.addReadStreamLazy(name, { mtime: stores.clock() }, (take) => {
        const source = Readable.from(makeSource(), { objectMode: false })
        // The library does not listen for errors of its sources, and an unhandled one would end the process.
        source.on('error', (error) => out.destroy(error))
        source.on('end', resolve)
        current = source
        if (out.destroyed) source.destroy()
        take(null, source)
      })
    })
  // A client that disconnects must not leave a source open.
  out.on('close', () => current?.destroy())
  zip.on('error', (error) => out.destroy(error as Error))

  /** The trip as it is now: during a slow download the person may sign out or lose access to the trip. */
  async function findCurrentTrip({ id }: TripCard): Promise<TripCard | undefined> {
    if (!(await isSignedIn())) throw new AppError('not_signed_in')
    return (await listTrips(stores.db, person)).find((trip) => trip.id === id)
  }
  async function requireAccess(trip: TripCard): Promise<void> {
    if (!(await findCurrentTrip(trip))) throw new AppError('trip_not_found')
  }

  async function addAll(): Promise<void> {
    await add('account.json', () => streamAccount(stores, person, folders))
    for (const { trip, folder } of folders) {
      const current = await findCurrentTrip(trip)
      if (!current) continue
      await add(`${folder}/trip.json`, () => streamTrip(stores, current, person, () => findCurrentTrip(trip)))
      await requireAccess(trip)
      await add(`${folder}/history.json`, () => streamHistory(stores.db, trip, () => requireAccess(trip)))
      for (const list of [listDocumentFiles, listReceiptFiles, listTrackSources, listPicture])
        for (const { path, open } of await list(stores, trip)) {
          await requireAccess(trip)
          await add(`${folder}/${path}`, () => streamFile(open))
        }
    }
    zip.end()
  }
  addAll().catch((error) => out.destroy(error))
  return out
}

async function* streamAccount(
  { db, clock }: Stores,
  person: AccountHolder,
  folders: { trip: TripCard; folder: string }[],
) {
  const { created_at } = await db
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', person.id)
    // The account may have been deleted just now.
    .executeTakeFirstOrThrow(() => new AppError('not_signed_in'))
  const { full_name, username, email } = person
  const trips = folders.map(({ trip, folder }) => ({ name: trip.name, role: trip.role, folder }))
  const passkeys = (await listPasskeys(db, person.id)).map(({ id: _, ...passkey }) => passkey)
  const { quiet } = await loadSettings(db, person.id)
  const exported_at = clock().toISOString()
  yield json({ full_name, username, email, created_at, exported_at, passkeys, quiet_hours: quiet, trips })
}

async function* streamTrip(
  stores: Stores,
  trip: TripCard,
  person: AccountHolder,
  findCurrentTrip: () => Promise<TripCard | undefined>,
) {
  const { db, plan } = stores
  const { name, type, role, created_at, deleted_at, is_archived } = trip
  yield `{"name":${json(name)},"type":${json(type)},"role":${json(role)},"created_at":${json(created_at)}`
  yield `,"deleted_at":${json(deleted_at)},"is_archived":${is_archived},"plan":{`
  const versions = await plan.listVersions(trip.id)
  let comma = ''
  for (const section of commonSectionNames) {
    yield `${comma}"${section}":${(await plan.load(trip, section, versions[section])).text}`
    comma = ','
  }
  const { value } = await loadPrivate(stores, trip)
  // The person's role as it is now: sending the sections may have taken long.
  const now = await findCurrentTrip()
  if (!now) throw new AppError('trip_not_found')
  yield `},"private":${json(visiblePrivateRecords(person, now, value, await listSharedParties(db, now)))}`
  const planners = canSeePeople(trip) ? await listPlanners(db, trip) : []
  yield `,"planned_by":${json(planners.map((planner) => ({ name: nameOfUser(planner), role: planner.role })))}`
  const views = canSeePeople(trip) ? await listOwnViews(db, trip, person.id) : []
  yield `,"seen_announcements":${json(views.map(({ announcement_id, seen_at }) => ({ announcement_id, seen_at })))}`
  yield `,"notices":${json(await listOwnNotices(db, trip.id, person.id))}`
  yield `,"notice_choices":${json(await loadOwnChoices(db, { userId: person.id, tripId: trip.id }))}}`
}

/** Every section's history from its first version on: who changed what, and when. */
async function* streamHistory(db: Db, { id }: TripCard, requireAccess: () => Promise<void>) {
  yield '['
  let comma = ''
  let checkedAt = Date.now()
  const names = new Map<string, string | null>()
  for (const section of commonSectionNames)
    for await (const { version, saved_at, saved_by, text } of readVersionTexts(db, id, section, {
      from: 0,
      to: LAST_VERSION,
    })) {
      if (saved_by !== null && !names.has(saved_by)) names.set(saved_by, await findName(db, saved_by))
      const by = saved_by === null ? null : names.get(saved_by)
      if (Date.now() - checkedAt > CHECK_EVERY_MS) {
        await requireAccess()
        checkedAt = Date.now()
      }
      // The stored JSON is copied as text, so a large history needs no parsing.
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

/** A file to export. Its unique path begins with its number in its list. */
interface ExportedFile {
  path: string
  open: () => Promise<ReadableStream<Uint8Array>>
}

async function listDocumentFiles({ plan, documents, documentList }: Stores, { id }: TripCard): Promise<ExportedFile[]> {
  const { documents: version } = await plan.listVersions(id)
  const list = JSON.parse((await documentList.load(id, version)).text) as TravelDocument[]
  const files = await Promise.all(list.map(({ file_url }) => documents.findFile(id, file_url.split('/').at(-1) ?? '')))
  return toExported('documents', files, documents)
}

async function listReceiptFiles({ plan, listedFiles }: Stores, trip: TripCard): Promise<ExportedFile[]> {
  const { costs: version } = await plan.listVersions(trip.id)
  const { value } = await plan.load(trip, 'costs', version)
  const files = await Promise.all(
    listReceipts(value as Costs).map(({ id }) => listedFiles.findFile(trip.id, 'receipt', id)),
  )
  return toExported('receipts', files, opening(listedFiles, 'receipt'))
}

/** The files that the tracks were read from. */
async function listTrackSources({ plan, listedFiles }: Stores, trip: TripCard): Promise<ExportedFile[]> {
  const { tracks: version } = await plan.listVersions(trip.id)
  const { value } = await plan.load(trip, 'tracks', version)
  const ids = [...new Set((value as Tracks).map(({ source }) => source))].filter((source) => source !== '')
  const files = await Promise.all(ids.map((id) => listedFiles.findFile(trip.id, 'track', id)))
  return toExported('tracks', files, opening(listedFiles, 'track'))
}

function opening(listedFiles: ListedFileStore, kind: ListedFileKind): Pick<DocumentStore, 'open'> {
  return { open: (file, range) => listedFiles.open(kind, file, range) }
}

async function listPicture({ pictures }: Stores, { id, picture }: TripCard): Promise<ExportedFile[]> {
  return toExported('picture', [picture === null ? undefined : await pictures.findFile(id, picture)], pictures)
}

function toExported(
  folder: string,
  files: readonly (ShownFile | undefined)[],
  store: Pick<DocumentStore, 'open'>,
): ExportedFile[] {
  return files.flatMap((file, at) => {
    if (!file) return []
    const open = () => store.open(file, { start: 0, end: file.size - 1 })
    return [{ path: `${folder}/${at + 1} ${safeFileName(file.name)}`, open }]
  })
}

const notInStore = new Set<unknown>([
  'document_not_found',
  'receipt_not_found',
  'track_file_not_found',
  'picture_not_found',
])

async function* streamFile(open: ExportedFile['open']) {
  const stream = await open().catch((failure) => {
    if (failure instanceof AppError && notInStore.has(failure.code)) return undefined
    throw failure
  })
  if (stream) yield* Readable.fromWeb(stream as never) as AsyncIterable<Uint8Array>
}

const json = (value: unknown): string => JSON.stringify(value)

/** Replaces characters that some file systems do not allow. */
function safeFileName(name: string): string {
  const plain = name.replace(/[\\/:*?"<>|]|\p{Cc}/gu, '-').replace(/^[. ]+|[. ]+$/g, '')
  return plain.slice(0, 80) || 'unnamed'
}
