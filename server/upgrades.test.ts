import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OperationsResponse, operationsResponse, type PlanOperation } from '#domain/api/operations.ts'
import { sinceResponse } from '#domain/api/since.ts'
import { tripResponse } from '#domain/api/trips.ts'
import { formAt } from '#domain/operations/form.ts'
import type { Mutation, Path } from '#domain/operations/operation.ts'
import { forms } from '#domain/plan/forms.ts'
import type { Gear } from '#domain/plan/gear.ts'
import { type CommonSectionName, plan, type SectionName, type SectionValue } from '#domain/plan/index.ts'
import { ownChecklist, ownItinerary, ownMeals, ownNotes } from '#domain/templates/own-parts.ts'
import { findSamples } from '#domain/templates/sample.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Engine } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import { silentProgress } from '#server/operating/progress.ts'
import { VERSION_OFFSET } from '#server/operating/raise-versions.ts'
import { restoreBackup } from '#server/operating/restore.ts'
import { parseSettings } from '#server/settings/settings.ts'
import { engines, makeEmptyDatabase } from '#server/testing/engines.ts'
import { openTestAppOn, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import {
  answerOf,
  type ExpectedState,
  placeUpgradeDatabase,
  readExpected,
  readUpgradeFile,
  type StoredResponse,
  upgradeStates,
} from '#server/testing/upgrades.ts'

/*
 * What earlier versions stored, opened by this one: see server/testing/upgrades/README.md.
 * Fields that have been added since are ignored. All others must be as they were.
 */

type Source = 'database' | 'backup'

const from: readonly (readonly [Source, Engine])[] = engines.flatMap((engine) =>
  (['database', 'backup'] as const).map((source) => [source, engine] as const),
)

describe.each(upgradeStates)('the state of %s', (state) => {
  describe.each(from)('from a %s, on %s', (source, engine) => {
    const expected = expectedFrom(source, readExpected(state))
    const { road, air } = expected.trips as Record<'road' | 'air', string>
    const commonNames = sectionsOf(expected)
    let app: TestApp
    let remove: () => Promise<void>
    beforeAll(async () => {
      const target = await makeEmptyDatabase(engine)
      remove = target.remove
      await place(source, engine, state, target.settings)
      const database = await openDatabase(target.settings)
      await migrate(database)
      await database.close()
      app = await openTestAppOn(target.settings)
    })
    // Invitations, private records and deleted trips have an end.
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(expected.at) }))
    afterEach(() => void vi.useRealTimers())
    afterAll(async () => {
      await app.remove()
      await remove()
    })

    const clientOf = (name: string) => app.openSession(expected.users[name] as { id: string; email: string | null })
    const open = async (client: TestClient, tripId: string) =>
      tripResponse.parse((await client.get(`/api/trips/${tripId}`)).body)
    const loadSection = async (client: TestClient, tripId: string, name: SectionName): Promise<unknown> => {
      if (name === 'private')
        return ((await client.get(`/api/trips/${tripId}/private`)).body as { value: unknown }).value
      const section = (await open(client, tripId)).sections[name]
      if ('error' in section) throw new Error(section.error.message)
      return section.value
    }
    const operate = async (client: TestClient, tripId: string, operations: readonly PlanOperation[]) => {
      const answer = await client.post(`/api/trips/${tripId}/operations`, { operations, seen: {} })
      expect(answer.status, answer.text).toBe(200)
      return operationsResponse.parse(answer.body) as OperationsResponse
    }

    it('has the same plans, people, documents and history', async () => {
      expect(expected.answers.length).toBeGreaterThan(50)
      for (const answer of expected.answers) expectSame(await answerOf(app, expected, answer), answer)
    })

    it('counts the starting plan of trips that exist as their plan: nothing in them is a sample', async () => {
      for (const tripId of [road, air]) {
        const { trip, sections } = await open(await clientOf('anna'), tripId)
        const read = <Name extends CommonSectionName>(name: Name) =>
          (sections[name] as unknown as { value: SectionValue<Name> }).value
        if (!trip) throw new Error('The trip was not returned')
        const isSample = findSamples({ ...trip, adopted: read('details').adopted })
        expect(trip.template_revision).toBeLessThan(3)
        expect(ownNotes(read('notes'), isSample)).toBe(read('notes'))
        expect(ownMeals(read('meals'), isSample, read('duties'))).toBe(read('meals'))
        expect(ownItinerary(read('itinerary'), isSample)).toBe(read('itinerary'))
        expect(ownChecklist(read('checklist'), isSample, read('gear'))).toBe(read('checklist'))
      }
    })

    it('has every section in a form that this version accepts', async () => {
      const anna = await clientOf('anna')
      for (const tripId of [road, air])
        for (const name of commonNames)
          expect(plan[name].schema.safeParse(await loadSection(anna, tripId, name)).error, name).toBeUndefined()
    })

    it('recognizes operations that were sent before', async () => {
      expect(expected.retries.length).toBeGreaterThan(0)
      for (const { as, tripId, operations, refused, superseded } of expected.retries) {
        const before = await open(await clientOf('anna'), tripId)
        const answer = await operate(await clientOf(as), tripId, operations)
        expect(answer.refused.map(({ id }) => id)).toEqual(refused)
        expect(answer.superseded.map(({ id }) => id)).toEqual(superseded)
        expect((await open(await clientOf('anna'), tripId)).sections).toEqual(before.sections)
      }
    })

    it('lets people in as before', async () => {
      const { links, password, users } = expected
      const sign = (grant: string, body: object) => app.openClient().post(`/auth/v1/token?grant_type=${grant}`, body)
      // One of them: each hash of a password takes a second of two cores.
      const { id, email } = users['anna'] ?? {}
      expect((await sign('password', { email, password })).body).toMatchObject({ user: { id, email } })
      const guest = await sign('personal_link', { secret: links.personal })
      expect(guest.body).toMatchObject({ user: { id: users['dev']?.id } })
      const invited = await app.openClient().post('/api/join/look', { token: links.invitation })
      expect(invited).toMatchObject({ status: 200, body: { invited_by: 'Anna Lindqvist' } })
    })

    it('restores removed entries when a late edit or an undo arrives', async () => {
      const anna = await clientOf('anna')
      for (const name of commonNames) {
        const tripId = name === 'tickets' ? air : road
        const removed = await findRemoved(app, tripId, name)
        expect(removed, name).toBeDefined()
        if (!removed) continue
        const { refused } = await operate(anna, tripId, [
          { do: 'restore', ...removed, after: null, section: name, id: crypto.randomUUID() },
        ])
        expect(refused).toEqual([])
        expect(JSON.stringify(await loadSection(anna, tripId, name)), name).toContain(JSON.stringify(removed.at.at(-1)))
      }
    })

    it('takes an edit of every section, reports it to others, and keeps the rest', async () => {
      const anna = await clientOf('anna')
      const chiara = await clientOf('chiara')
      for (const name of [...commonNames, 'private'] as const) {
        const tripId = name === 'tickets' ? air : road
        const value = await loadSection(anna, tripId, name)
        const seen = name === 'private' ? 0 : versionOf(await open(chiara, tripId), name)
        const edit = findEdit(name, value)
        const { refused } = await operate(anna, tripId, [{ ...edit, section: name, id: crypto.randomUUID() }])
        expect(refused, name).toEqual([])
        const after = JSON.stringify(await loadSection(anna, tripId, name))
        expect(after, name).toContain(EDITED)
        for (const text of textsIn(value)) if (text !== edit.was) expect(after, name).toContain(JSON.stringify(text))
        if (name === 'private') continue
        const since = await chiara.get(`/api/trips/${tripId}/changes?since=${name}:${seen}`)
        const { entries } = sinceResponse.parse(since.body)
        expect(entries, name).toMatchObject([{ section: name, by: { id: expected.users['anna']?.id } }])
        expect(JSON.stringify(entries), name).toContain(EDITED)
      }
    })

    it('restores an old version of every section from the history', async () => {
      const anna = await clientOf('anna')
      for (const name of commonNames) {
        const tripId = name === 'tickets' ? air : road
        const path = `/api/trips/${tripId}/history/${name}/${source === 'backup' ? VERSION_OFFSET + 1 : 1}`
        const { value } = (await anna.get(path)).body as { value: unknown }
        const { status } = await anna.makeSection(tripId, name, value)
        expect(status).toBe(200)
        const stored = expected.answers.find((answer) => answer.path === path)?.body as { value: object }
        const [is, was] = [await loadSection(anna, tripId, name), stored.value].map((each) => inAnyOrder(name, each))
        expect(is, name).toMatchObject(was as object)
      }
    })
  })
})

/** Places a fixture's database, or restores its backup. */
async function place(
  source: Source,
  engine: Engine,
  state: string,
  settings: { databaseUrl?: string; dataDir: string },
): Promise<void> {
  if (source === 'database') return placeUpgradeDatabase(engine, state, settings)
  const folder = await mkdtemp(join(tmpdir(), 'wayfare-upgrade-'))
  try {
    const file = join(folder, 'backup.tar')
    await writeFile(file, readUpgradeFile(state, 'backup'))
    const { dataDir, databaseUrl } = settings
    await restoreBackup(file, parseSettings({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }), silentProgress())
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A restored backup has the same answers at higher versions. */
function expectedFrom(source: Source, expected: ExpectedState): ExpectedState {
  if (source === 'database') return expected
  const raise = (text: string) => String(Number(text) + VERSION_OFFSET)
  const answers = expected.answers.map(({ path, body, ...answer }) => ({
    ...answer,
    path: path.replace(/(?<=\/history\/\w+\/|[?&]from=|[?&]to=)\d+/g, raise),
    body: withRaisedVersions(body),
  }))
  return { ...expected, answers }
}

function withRaisedVersions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRaisedVersions)
  if (typeof value !== 'object' || value === null) return value
  const isRaised = (key: string, each: unknown) =>
    typeof each === 'number' && (key === 'from' || (key.endsWith('version') && each > 0))
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      isRaised(key, each) ? Number(each) + VERSION_OFFSET : withRaisedVersions(each),
    ]),
  )
}

function expectSame(answer: StoredResponse, expected: StoredResponse): void {
  const what = `${expected.as}: GET ${expected.path}`
  expect(answer.status, what).toBe(expected.status)
  if (expected.status >= 400) return
  // How a change is described may change, but not what was typed.
  if (expected.path.includes('/changes')) {
    const texts = new Set(textsIn(answer.body))
    expect(
      textsIn(expected.body).filter((text) => !texts.has(text)),
      what,
    ).toEqual([])
  } else expect(answer.body, what).toMatchObject(withoutUsernames(expected.body) as object)
}

/** Authors were named by their username, not by their name. */
function withoutUsernames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUsernames)
  if (typeof value !== 'object' || value === null) return value
  const isAuthor = 'id' in value && Object.keys(value).every((key) => key === 'id' || key === 'username')
  const others = Object.entries(value).filter(([key]) => key !== 'created_by' && !(isAuthor && key === 'username'))
  return Object.fromEntries(others.map(([key, each]) => [key, withoutUsernames(each)]))
}

/** The sections that there were at the time. */
function sectionsOf({ answers, trips }: ExpectedState): CommonSectionName[] {
  const opened = answers.find(({ path }) => path === `/api/trips/${trips['road']}`)?.body
  return Object.keys((opened as { sections: object }).sections) as CommonSectionName[]
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function versionOf({ sections }: { sections: Record<string, object> }, name: CommonSectionName): number {
  return (sections[name] as { version: number }).version
}

/** Removed claims of gear come back at the end of their queue. */
function inAnyOrder(name: CommonSectionName, value: unknown): unknown {
  if (name !== 'gear') return value
  return { claims: (value as Gear).claims.toSorted((one, other) => (one.id < other.id ? -1 : 1)) }
}

const EDITED = 'typed after the upgrade'

/** An edit of the first field of a section that takes free text. */
function findEdit(name: SectionName, value: unknown): Mutation & { do: 'set' } {
  const texts = pathsOfTexts(value).filter(([at]) => formAt(forms[name], at)?.schema.safeParse(EDITED).success)
  // A claim of gear has no other text than its name.
  const found = texts.find(([at]) => at.at(-1) !== 'name') ?? texts[0]
  if (!found) throw new Error(`${name} has no text`)
  return { do: 'set', at: found[0], was: found[1], to: EDITED }
}

function pathsOfTexts(value: unknown, at: Path = []): [Path, string][] {
  if (typeof value === 'string') return [[at, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    pathsOfTexts(each, [...at, Array.isArray(value) ? (each as { id: string }).id : key]),
  )
}

/** A removed entry whose list is still there. */
async function findRemoved(app: TestApp, tripId: string, section: CommonSectionName) {
  const rows = await app.db
    .selectFrom('plan_removed')
    .select(['place', 'entry'])
    .where('trip_id', '=', tripId)
    .where('section', '=', section)
    .orderBy('place')
    .execute()
  const [row] = rows
  return row && { at: row.place.split('/'), was: row.entry }
}
