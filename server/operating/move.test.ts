import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tripResponse } from '#domain/api/trips.ts'
import { commonSectionNames } from '#domain/plan/index.ts'
import { parseSettings, type Settings } from '#server/settings/settings.ts'
import { contentsOf } from '#server/testing/contents.ts'
import { listFiles } from '#server/testing/document-files.ts'
import { makeEmptyDatabase } from '#server/testing/engines.ts'
import { openFilledApp } from '#server/testing/filled-app.ts'
import { S3Server } from '#server/testing/s3-server.ts'
import { openTestAppOn } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { makeBackup } from './backup.ts'
import { moveToPostgres } from './move.ts'
import { silentProgress } from './progress.ts'
import { restoreBackup } from './restore.ts'

/** What a browser with this session sees of trips and their documents. */
async function viewAs(client: TestClient, tripIds: string[]) {
  const seen: Record<string, string> = { list: (await client.get('/api/trips')).text }
  for (const id of tripIds) {
    const trip = await client.get(`/api/trips/${id}`)
    seen[id] = trip.text
    const { documents, sections } = tripResponse.parse(trip.body)
    for (const { file_url } of Array.isArray(documents) ? documents : [])
      seen[file_url] = (await client.get(file_url)).bytes.toString('hex')
    for (const name of commonSectionNames) {
      const { [name]: section } = sections
      const to = 'version' in section ? section.version : 0
      const path = `/api/trips/${id}/history/${name}/changes?from=0&to=${to}`
      seen[path] = (await client.get(path)).text
    }
    seen[`${id}/private`] = (await client.get(`/api/trips/${id}/private`)).text
  }
  return seen
}

describe('moving from SQLite to PostgreSQL', () => {
  let filled: Awaited<ReturnType<typeof openFilledApp>>
  /** The data of `filled`, with the server stopped. */
  let source: Awaited<ReturnType<typeof makeEmptyDatabase>>
  let target: Awaited<ReturnType<typeof makeEmptyDatabase>>
  let s3: S3Server
  beforeAll(async () => {
    filled = await openFilledApp('sqlite', 'disk')
    source = await makeEmptyDatabase('sqlite')
    target = await makeEmptyDatabase('postgres')
    s3 = await S3Server.start()
    const file = join(source.settings.dataDir, 'backup.tar')
    await makeBackup({ settings: filled.app.settings, target: file, progress: silentProgress(), now: new Date() })
    await restoreBackup(file, parseSettings({ DATA_DIR: source.settings.dataDir }), silentProgress())
  })
  afterAll(async () => {
    await s3.stop()
    await target.remove()
    await source.remove()
    await filled.app.remove()
  })

  const url = () => target.settings.databaseUrl ?? ''

  /** What a server on these data shows to the owner of the trips and to a guest of one of them. */
  async function viewsOn(settings: Settings, env: Record<string, string> = {}) {
    const server = await openTestAppOn(settings, env)
    const ids = filled.trips.map(({ id }) => id)
    try {
      const seen: Record<string, string>[] = []
      for (const { token } of [filled.client, filled.guestClient]) {
        const client = server.openClient()
        client.cookies.set('wayfare_session', token)
        seen.push(await viewAs(client, token === filled.client.token ? ids : ids.slice(0, 1)))
      }
      return seen
    } finally {
      await server.remove()
    }
  }

  it('requires that the server is stopped', async () => {
    await expect(moveToPostgres(filled.app.settings, url(), silentProgress())).rejects.toThrow(/Stop the server/)
  })

  it('copies everything as people see it, and leaves the source unchanged', async () => {
    const settings = parseSettings({ DATA_DIR: source.settings.dataDir, ...s3.env })
    const onDisk = parseSettings({ DATA_DIR: source.settings.dataDir })
    const [before, contents, files] = [await viewsOn(onDisk), await contentsOf(onDisk), await filled.app.files()]
    expect(await moveToPostgres(settings, url(), silentProgress())).toMatchObject({
      documents: Object.keys(files).length,
      missing: [],
    })
    const moved = { ...settings, databaseUrl: url() }
    expect(await contentsOf(moved)).toEqual(contents)
    expect(await listFiles('', s3)).toEqual(files)
    const after = await viewsOn(moved, s3.env)
    for (const [at, seen] of before.entries()) {
      expect(Object.keys(after[at] ?? {})).toEqual(Object.keys(seen))
      expect(Object.keys(seen).filter((path) => after[at]?.[path] !== seen[path])).toEqual([])
    }
    expect(await contentsOf(onDisk)).toEqual(contents)
    expect(await listFiles(settings.dataDir)).toEqual(files)

    const later = await contentsOf(moved)
    await expect(moveToPostgres(settings, url(), silentProgress())).rejects.toThrow(
      /^This installation is not empty: it has \d+ accounts? or guests?/,
    )
    expect(await contentsOf(moved)).toEqual(later)
  })

  it('leaves the documents where they are without an S3 store', async () => {
    const other = await makeEmptyDatabase('postgres')
    const settings = parseSettings({ DATA_DIR: source.settings.dataDir })
    expect(await moveToPostgres(settings, other.settings.databaseUrl ?? '', silentProgress())).toMatchObject({
      documents: undefined,
    })
    expect(await contentsOf(other.settings)).toEqual(await contentsOf(settings))
    await other.remove()
  })
})
