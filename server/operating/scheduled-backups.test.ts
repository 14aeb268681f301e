import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ServerLock } from '#server/db/server-lock.ts'
import { engines } from '#server/testing/engines.ts'
import { insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { checkArchive } from './archive-reader.ts'
import { silentProgress } from './progress.ts'
import { ScheduledBackups } from './scheduled-backups.ts'

const HOUR = 60 * 60_000

describe.each(engines)('scheduled backups on %s', (engine) => {
  let app: TestApp
  let folder: string
  let now: number
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) })
  beforeEach(async () => {
    app = await openTestApp(engine)
    folder = await mkdtemp(join(tmpdir(), 'wayfare-backups-'))
    now = Date.parse('2026-11-22T21:30:00.500Z')
    lines.length = 0
  })
  afterEach(async () => {
    await app.remove()
    await rm(folder, { recursive: true })
  })

  const open = ({ to = folder, leads = async () => true, keep = 2 } = {}) =>
    new ScheduledBackups(
      { settings: app.settings, leads, log, clock: () => new Date(now) },
      { everyMs: 24 * HOUR, folder: to, keep },
    )
  const names = async () => (await readdir(folder)).toSorted()

  it('are made when due, also after a restart, and only the newest are kept', async () => {
    await writeFile(join(folder, 'notes.txt'), 'Somebody else’s.')
    await open().look()
    expect(await names()).toEqual(['notes.txt', 'wayfare-2026-11-22T21-30-00Z.tar'])
    expect(lines).toEqual([
      expect.objectContaining({ msg: 'backup created', rows: 0, documents: 0, size: expect.any(Number) }),
    ])
    now += 23 * HOUR
    const restarted = open()
    await restarted.look()
    expect(lines).toHaveLength(1)
    await insertTrip(app.db)
    for (let day = 0; day < 3; day++) {
      now += 24 * HOUR
      await restarted.look()
    }
    expect(await names()).toEqual(['notes.txt', 'wayfare-2026-11-25T20-30-00Z.tar', 'wayfare-2026-11-26T20-30-00Z.tar'])
    const { tables } = await checkArchive(join(folder, 'wayfare-2026-11-26T20-30-00Z.tar'), silentProgress())
    expect(tables).toMatchObject({ trips: { rows: 1 } })
  })

  it('that fail are logged, leave the others in place, and are retried later', async () => {
    const backups = open({ keep: 1 })
    await backups.look()
    const before = await names()
    now += 24 * HOUR
    await app.db.schema.alterTable('kysely_migration').renameTo('away').execute()
    await backups.look()
    await backups.look()
    expect(lines.map(({ msg }) => msg)).toEqual(['backup created', 'backup failed'])
    expect(lines[1]).toMatchObject({ level: 50, err: { message: expect.stringMatching(/no Wayfare tables/) } })
    expect(await names()).toEqual(before)
    await app.db.schema.alterTable('away').renameTo('kysely_migration').execute()
    now += HOUR
    await backups.look()
    expect(await names()).toEqual(['wayfare-2026-11-23T22-30-00Z.tar'])
  })

  it('go on after the clock was ahead, and what was made then replaces none', async () => {
    const then = ['wayfare-2027-12-01T00-00-00Z.tar', 'wayfare-2027-12-02T00-00-00Z.tar']
    for (const name of then) await writeFile(join(folder, name), '')
    const backups = open({ keep: 1 })
    await backups.look()
    expect(await names()).toEqual(['wayfare-2026-11-22T21-30-00Z.tar', ...then])
    now += 24 * HOUR
    await backups.look()
    expect(await names()).toEqual(['wayfare-2026-11-23T21-30-00Z.tar', ...then])
  })

  it('leave no partial file when the server stops, and remove those of a killed one', async () => {
    const part = join(folder, 'wayfare-2026-11-01T21-30-00Z.tar.0123abcd.part')
    await writeFile(part, 'half')
    await utimes(part, 0, 0)
    await insertTrip(app.db)
    const stopping = open()
    const running = stopping.look()
    await stopping.close()
    await running
    expect(lines).toEqual([
      expect.objectContaining({ msg: 'backup failed', err: expect.objectContaining({ message: 'Cancelled.' }) }),
    ])
    expect(await readdir(folder)).toEqual(['wayfare-2026-11-01T21-30-00Z.tar.0123abcd.part'])
    await open().look()
    expect(await names()).toEqual(['wayfare-2026-11-22T21-30-00Z.tar'])
  })

  if (engine !== 'postgres') return
  it('are made by one of several processes, and by another when that one is gone', async () => {
    const url = app.settings.databaseUrl ?? ''
    const locks = await Promise.all([ServerLock.take(url, log), ServerLock.take(url, log)])
    const folders = [join(folder, 'one'), join(folder, 'other')]
    const processes = locks.map((lock, at) => open({ to: folders[at] ?? '', leads: () => lock.tryLead() }))
    const runAll = () => Promise.all(processes.map((process) => process.look()))
    const countBackups = async () =>
      Promise.all(folders.map(async (path) => (await readdir(path).catch(() => [])).length))
    await runAll()
    now += 24 * HOUR
    await runAll()
    const [one = 0] = await countBackups()
    const leader = one > 0 ? 0 : 1
    expect((await countBackups()).toSorted()).toEqual([0, 2])
    await locks[leader]?.close()
    now += 24 * HOUR
    await runAll()
    expect((await countBackups()).toSorted()).toEqual([1, 2])
    for (const lock of locks) await lock.close()
  })
})
