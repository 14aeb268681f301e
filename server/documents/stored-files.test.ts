import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#server/db/engine.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { insertTrip } from '#server/testing/rows.ts'
import {
  abandonFile,
  beginFile,
  forgetFile,
  listAbandonedFiles,
  markStored,
  releaseFile,
  type StoredFile,
} from './stored-files.ts'

const now = new Date('2026-06-25T12:00:00.000Z')
const content = { size: 10, sha256: 'ab12' }
const later = new Date(now.getTime() + 1)

describe.each(engines)('the record of files on %s', (engine) => {
  let test: TestDatabase
  let db: Db
  beforeAll(async () => {
    test = await openTestDatabase(engine)
    db = test.database.kysely
  })
  afterAll(() => test.remove())

  const begin = async (at = now): Promise<StoredFile> => beginFile(db, (await insertTrip(db)).id, 'pdf', content, at)
  const stateOf = async ({ trip_id, file }: StoredFile) => {
    const row = db.selectFrom('stored_files').select('state').where('trip_id', '=', trip_id).where('file', '=', file)
    return (await row.executeTakeFirst())?.state
  }

  it('VALID-26 gives every file its own path by incrementing the timestamp', async () => {
    const { id } = await insertTrip(db)
    const files = await Promise.all(Array.from({ length: 5 }, () => beginFile(db, id, 'pdf', content, now)))
    const names = files.map(({ file }) => file).toSorted()
    expect(names).toEqual([0, 1, 2, 3, 4].map((more) => `${now.getTime() + more}.pdf`))
    expect((await begin()).file).toBe(names[0])
  })

  it('does not mark an abandoned file as stored, nor abandon a stored one', async () => {
    const abandoned = await begin()
    expect(await abandonFile(db, abandoned)).toBe(true)
    expect(await markStored(db, abandoned)).toBe(false)
    expect(await stateOf(abandoned)).toBe('removing')
    await forgetFile(db, abandoned)
    expect(await stateOf(abandoned)).toBe(undefined)
    expect(await markStored(db, abandoned)).toBe(false)

    const stored = await begin()
    expect(await markStored(db, stored)).toBe(true)
    expect(await abandonFile(db, stored)).toBe(false)
    await forgetFile(db, stored)
    expect(await stateOf(stored)).toBe('kept')
    await releaseFile(db, stored)
    expect(await stateOf(stored)).toBe('removing')
  })

  it('lists released files, old uploads and files of deleted trips as abandoned, and nothing else', async () => {
    await db.deleteFrom('stored_files').execute()
    const [young, released, old, kept, tripless] = [
      await begin(later),
      await begin(),
      await begin(),
      await begin(),
      await begin(),
    ]
    for (const file of [released, kept, tripless]) await markStored(db, file)
    await releaseFile(db, released)
    await db.deleteFrom('trips').where('id', '=', tripless.trip_id).execute()
    const abandoned = await listAbandonedFiles(db, later)
    const tripsOf = (files: StoredFile[]) => files.map(({ trip_id }) => trip_id).toSorted()
    expect(tripsOf(abandoned)).toEqual(tripsOf([released, old, tripless]))
    expect([await stateOf(young), await stateOf(kept)]).toEqual(['writing', 'kept'])
    expect(await markStored(db, old)).toBe(false)
  })
})
