import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, it, vi } from 'vitest'
import { receiptPath } from '#domain/api/receipts.ts'
import { commonSectionNames } from '#domain/plan/index.ts'
import { tripPicturePath } from '#domain/trip-picture.ts'
import { SQLITE_FILE } from '#server/db/sqlite.ts'
import { DOCUMENT_FOLDER } from '#server/documents/disk-store.ts'
import { makeBackup } from '#server/operating/backup.ts'
import { moveToPostgres } from '#server/operating/move.ts'
import { silentProgress } from '#server/operating/progress.ts'
import { parseSettings } from '#server/settings/settings.ts'
import { makeEmptyDatabase } from '#server/testing/engines.ts'
import { openTestApp, openTestAppOn, type TestApp } from '#server/testing/test-app.ts'
import {
  answerOf,
  type ExpectedState,
  placeUpgradeDatabase,
  type StoredResponse,
  UPGRADES,
  upgradeFiles,
} from '#server/testing/upgrades.ts'
import { RECEIPT } from './lists.ts'
import { Phone } from './phone.ts'
import { pass, type Story, tellBeginning, tellMeanwhile } from './story.ts'

const state = process.env['UPGRADE_STATE'] ?? ''
const target = join(UPGRADES, state)

beforeEach(() => {
  // The phone reports that it has no network.
  vi.spyOn(console, 'error').mockReturnValue()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${state}T08:00:00.000Z`) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it(`makes the fixtures of ${state}`, async () => {
  if (existsSync(target)) throw new Error(`${target} exists, and fixtures of an old state are not made again`)
  await mkdir(target, { recursive: true })
  const work = await mkdtemp(join(tmpdir(), 'wayfare-upgrade-'))
  try {
    await make(work)
  } catch (failure) {
    await rm(target, { recursive: true })
    throw failure
  } finally {
    await rm(work, { recursive: true })
  }
})

async function make(work: string): Promise<void> {
  const app = await openTestApp('sqlite')
  const story = await tellBeginning(app)
  const phone = new Phone(story)
  await phone.planOnline()
  await phone.editBefore()
  pass(60)
  await tellMeanwhile(story)
  pass(60)
  await phone.editAfter()
  const device = await phone.close()
  vi.unstubAllGlobals()
  await writeCompressed('device', JSON.stringify(device, null, 1))
  await writeDatabases(app, work)
  await app.remove()
  await writeCompressed('expected', JSON.stringify(await expectedOf(story), null, 1))
}

async function writeCompressed(file: keyof typeof upgradeFiles, content: Buffer | string): Promise<void> {
  await writeFile(
    join(target, upgradeFiles[file]),
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_LGWIN]: 22 } }),
  )
}

/** Writes the SQLite file, the documents, the backup, and the same data on PostgreSQL. */
async function writeDatabases({ db, settings, dataDir }: TestApp, work: string): Promise<void> {
  await sql`delete from sessions`.execute(db)
  await sql`vacuum into ${join(work, SQLITE_FILE)}`.execute(db)
  await cp(join(dataDir, DOCUMENT_FOLDER), join(work, DOCUMENT_FOLDER), { recursive: true })
  await rm(join(work, DOCUMENT_FOLDER, 'uploads'), { recursive: true, force: true })
  await writeCompressed('sqlite', await readFile(join(work, SQLITE_FILE)))
  await cp(join(work, DOCUMENT_FOLDER), join(target, upgradeFiles.documents), { recursive: true })
  const progress = silentProgress()
  const backup = join(work, 'backup.tar')
  await makeBackup({ settings, target: backup, progress, now: new Date() })
  await writeCompressed('backup', await readFile(backup))
  const { settings: postgres, remove } = await makeEmptyDatabase('postgres')
  const url = postgres.databaseUrl ?? ''
  await moveToPostgres(parseSettings({ DATA_DIR: work }), url, progress)
  const dump = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', '--no-comments', url], {
    encoding: 'utf8',
  })
  // Commands of psql, which newer versions write around a dump.
  await writeCompressed('postgres', dump.replace(/^\\.*\n/gm, ''))
  await remove()
}

/** What this version answers about the fixture. */
async function expectedOf({ people, trips, links, retries }: Story): Promise<ExpectedState> {
  const { settings, remove } = await makeEmptyDatabase('sqlite')
  await placeUpgradeDatabase('sqlite', state, settings)
  const app = await openTestAppOn(settings)
  const accounts = ['anna', 'ben', 'chiara', 'erik']
  const users = Object.fromEntries(
    Object.entries(people).map(([name, { id }]) => [
      name,
      { id, email: accounts.includes(name) ? `${name}@example.org` : null },
    ]),
  )
  const answers: StoredResponse[] = []
  const ask = async (as: string, path: string) => {
    const answer = await answerOf(app, { users }, { as, path })
    answers.push(answer)
    return answer.body
  }
  for (const as of Object.keys(people)) await ask(as, '/api/trips')
  for (const trip of [trips.road, trips.air]) {
    for (const as of Object.keys(people)) await ask(as, `/api/trips/${trip}/people`)
    for (const as of Object.keys(people)) await ask(as, `/api/trips/${trip}/private`)
    await ask('anna', `/api/trips/${trip}/history`)
    await askHistory((path) => ask('anna', path), trip)
  }
  const { trip } = (await ask('dev', `/api/trips/${trips.road}`)) as { trip: { picture: string } }
  await ask('dev', tripPicturePath(trips.road, trip.picture))
  await ask('chiara', receiptPath(trips.road, RECEIPT))
  await ask('anna', `/api/trips/${trips.everybody}`)
  await ask('erik', `/api/shared/${trips.road}?token=${links.share}`)
  const { documents } = (await ask('ben', `/api/trips/${trips.air}`)) as { documents: { file_url: string }[] }
  for (const { file_url } of documents) await ask('ben', file_url)
  await app.remove()
  await remove()
  return { at: new Date().toISOString(), users, password: 'pine-needles', trips, links, answers, retries }
}

async function askHistory(ask: (path: string) => Promise<unknown>, trip: string): Promise<void> {
  const { sections } = (await ask(`/api/trips/${trip}`)) as { sections: Record<string, { version: number }> }
  for (const section of commonSectionNames) {
    const { version = 0 } = sections[section] ?? {}
    if (version === 0) continue
    await ask(`/api/trips/${trip}/history/${section}/changes?from=0&to=${version}`)
    for (let at = 1; at <= version; at += Math.max(1, Math.floor(version / 6)))
      await ask(`/api/trips/${trip}/history/${section}/${at}`)
  }
}
