import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DocumentKind, findKind } from '#domain/documents.ts'
import { buildFile } from '#server/testing/document-files.ts'
import { DOCUMENT_FOLDER, openDiskStore } from './disk-store.ts'

describe('the disk store', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'wayfare-disk-'))
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  it("stores a file while the deletion of the last one removes the trip's folder", async () => {
    const file = buildFile('pdf', 100)
    const store = openDiskStore(dataDir)
    await store.check()
    const receive = async (number: number) => {
      const location = join(dataDir, `${number}.part`)
      await writeFile(location, file)
      return { location, kind: findKind(file) as DocumentKind, size: file.length }
    }
    const path = (number: number) => `trip/${number}.pdf`
    await store.put(path(0), await receive(0))
    for (let number = 1; number <= 300; number++) {
      const received = await receive(number)
      await Promise.all([store.remove(path(number - 1)), store.put(path(number), received)])
    }
    expect(await readdir(join(dataDir, DOCUMENT_FOLDER, 'trip'))).toEqual(['300.pdf'])
  })
})
