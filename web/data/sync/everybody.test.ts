import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlanOperation } from '#domain/api/operations.ts'
import { countCosts } from '#domain/costs/balances.ts'
import { withCurrency } from '#domain/costs/change-currency.ts'
import { convert } from '#domain/costs/convert.ts'
import { rateIn, rateOf } from '#domain/costs/rate-text.ts'
import { withoutVolunteer, withVolunteer } from '#domain/duties/changes.ts'
import { listPeopleOnDuties } from '#domain/duties/people-on-duty.ts'
import { withClaim, withPacked } from '#domain/gear/claims.ts'
import { countPromised } from '#domain/gear/promised.ts'
import { apply } from '#domain/operations/apply.ts'
import type { NewEntry } from '#domain/operations/diff.ts'
import type { Path } from '#domain/operations/operation.ts'
import { type Beds, newBed, type Sleeper } from '#domain/plan/beds.ts'
import { type Costs, newExpense, newPayer, newPayment, newShare, type Payer } from '#domain/plan/costs.ts'
import { type Duties, type Duty, newDuty, type Volunteer } from '#domain/plan/duties.ts'
import { forms } from '#domain/plan/forms.ts'
import type { Gear } from '#domain/plan/gear.ts'
import { plan, type SectionName, sectionNames } from '#domain/plan/index.ts'
import type { Note } from '#domain/plan/notes.ts'
import { newCar, type Rider, type Rides } from '#domain/plan/rides.ts'
import type { Section } from '#domain/plan/section.ts'
import { type ItemState, newItemState, newPurchase, type Shopping } from '#domain/plan/shopping.ts'
import { planBeds, withSleeper } from '#domain/seats/beds.ts'
import { planRides } from '#domain/seats/cars.ts'
import { anyMutation, mutationOf, type Wish } from '#domain/testing/any-mutation.ts'
import { SimulatedDevice, type Tab } from '../testing/simulated-device.ts'
import { type Fate, POISON, SimulatedServer } from '../testing/simulated-server.ts'

/*
 * Two people, each with a device and several tabs, edit one plan, on screen and in working copies. Tabs open, enter the
 * back/forward cache, close and are killed. Disks stall and fail, and the network does what it likes.
 */

/** A failure prints its seed and path. Turn what it found into a test of its own. */
const RUNS = { numRuns: Number(process.env['OPERATIONS_RUNS'] ?? 200) }

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

const fates: Fate[] = ['answered', 'answered', 'answered', 'answer lost', 'lost', 'internal_error']

const step = fc.record({
  do: fc.constantFrom(
    ...([
      'mutate',
      'mutate',
      'mutate',
      'mutate',
      'write',
      'write',
      'write',
      'type',
      'type',
      'copy',
      'save the copy',
      'save the copy',
    ] as const),
    ...([
      'undo',
      'poison',
      'wait',
      'wait',
      'wait',
      'wait',
      'flush',
      'open',
      'kill',
      'close',
      'freeze',
      'return',
    ] as const),
    ...(['lose events', 'get events', 'stall disk', 'resume disk', 'fail disk', 'write on', 'write on'] as const),
  ),
  who: fc.nat(1),
  tab: fc.nat(2),
  section: fc.constantFrom(...sectionNames),
  wish: anyMutation,
  isAtOnce: fc.boolean(),
  at: fc.nat(20),
  ms: fc.constantFrom(0, 1, 2, 10, 400, 999, 1000, 1700, 5000),
})
const script = fc.record({
  steps: fc.array(step, { maxLength: 40, size: 'max' }),
  fates: fc.array(fc.constantFrom(...fates), { maxLength: 12 }),
  travelMs: fc.constantFrom(0, 30, 700),
  diskMs: fc.constantFrom(0, 1, 40),
  messageMs: fc.constantFrom(0, 3, 900),
  clockErrorMs: fc.constantFrom(0, -5_400_000, 7_200_000),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const newEntryOf = (name: SectionName): NewEntry => {
  const { newEntry }: Pick<Section<unknown>, 'newEntry'> = plan[name]
  return (day) => newEntry?.('car_trip', Number(day))
}

/** Applies a random mutation to a section. */
function applyWish(name: SectionName, wish: Wish): (value: unknown) => unknown {
  return (value) => {
    const mutation = mutationOf(forms[name], value, wish, newEntryOf(name))
    return mutation ? apply(value, mutation, { form: forms[name] }).value : value
  }
}

/** All texts in a value, with their places. */
function textsIn(value: unknown, at = ''): [string, string][] {
  if (typeof value === 'string') return [[at, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) =>
    textsIn(entry, `${at} ${Array.isArray(value) ? entry.id : key}`),
  )
}

/**
 * The texts that an undo has restored: each text is typed once, in a field or with a new entry, so what arrives again
 * comes from an undo.
 */
function listRestoredTexts(operations: readonly PlanOperation[]): Set<string> {
  const arrived = new Map<string, number>()
  for (const operation of operations) {
    const value = operation.do === 'set' ? operation.to : operation.do === 'insert' ? operation.entry : undefined
    for (const [, text] of textsIn(value)) arrived.set(text, (arrived.get(text) ?? 0) + 1)
  }
  return new Set([...arrived].flatMap(([text, times]) => (times > 1 ? [text] : [])))
}

const WORD = /w\d+w/g
const wordsIn = (value: unknown): string[] => JSON.stringify(value).match(WORD) ?? []

let server: SimulatedServer
let people: SimulatedDevice[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
})

afterEach(() => {
  for (const { tabs } of people) for (const tab of tabs) tab.kill()
  vi.useRealTimers()
})

describe('two people with several tabs, any disks and any network', () => {
  it('SAVE-14 end with equal plans, and each edit is applied once or shown as refused', async () => {
    await fc.assert(
      fc.asyncProperty(script, async ({ steps, fates, travelMs, diskMs, messageMs, clockErrorMs }) => {
        for (const device of people ?? []) for (const tab of device.tabs) tab.kill()
        server = new SimulatedServer()
        Object.assign(server, { fates: [...fates], travelMs })
        people = [0, 1].map(() => Object.assign(new SimulatedDevice(server), { diskMs, messageMs, valuesMs: diskMs }))
        Object.assign(people[1] as SimulatedDevice, { clockErrorMs })
        for (const device of people) device.open()
        const settled = () => pass(messageMs + 20 * (diskMs + 1))
        const copies = new Map<Tab, { section: SectionName; from: unknown }>()
        const undos = new Map<Tab, { undo: () => void; word: string }>()
        const frozenTabs = new Set<Tab>()
        /** The words that were written into notes, and those that somebody removed again. */
        const written = new Set<string>()
        const undone = new Set<string>()
        let texts = 0

        for (const each of steps) await take(each)

        async function take({ do: stepName, who, tab: index, section, wish, isAtOnce, at, ms }: Step): Promise<void> {
          const device = people[who] as SimulatedDevice
          const visibleTabs = device.living.filter((tab) => !frozenTabs.has(tab))
          // While the disk is stalled, tabs know nothing of each other: the person uses only one of them.
          const tab = visibleTabs[device.isDiskStalled ? 0 : index % visibleTabs.length] as Tab
          const edit = (name: SectionName, change: (value: unknown) => unknown, word = '') => {
            const undo = tab.plan
              .find(name)
              ?.edit(recordRemovals(change) as never, isAtOnce ? 'at-once' : 'after-pause')
            if (undo) undos.set(tab, { undo, word })
          }
          /** Records the words that a change removes. */
          const recordRemovals = (change: (value: unknown) => unknown) => (value: unknown) => {
            const changed = change(value)
            const still = new Set(wordsIn(changed))
            for (const word of wordsIn(value)) if (!still.has(word)) undone.add(word)
            return changed
          }
          switch (stepName) {
            case 'wait':
              return void (await pass(ms))
            case 'mutate':
              return edit(section, applyWish(section, wish))
            case 'write on':
            case 'write': {
              const word = `w${++texts}w`
              const between = stepName === 'write on' ? ' ' : '\n'
              const addWord = (notes: Note[]) => {
                const chosen = notes[at % notes.length]
                if (chosen) written.add(word)
                return notes.map((note) =>
                  note === chosen ? { ...note, text: `${note.text}${between}${word}` } : note,
                )
              }
              return edit('notes', (value) => addWord(value as Note[]), word)
            }
            case 'type':
              return edit('details', (value) => ({ ...(value as object), destination_name: `place ${++texts}` }))
            case 'poison':
              return edit('details', (value) => ({ ...(value as object), car_trip_entry_gate: `${POISON} ${++texts}` }))
            case 'copy':
              return void copies.set(tab, { section, from: tab.plan.find(section)?.getSnapshot().value })
            case 'save the copy': {
              const copy = copies.get(tab)
              if (!copy) return
              copies.delete(tab)
              return tab.plan
                .find(copy.section)
                ?.applyDraft(copy.from as never, recordRemovals(applyWish(copy.section, wish))(copy.from) as never)
            }
            case 'undo':
              undos.get(tab)?.undo()
              undone.add(undos.get(tab)?.word ?? '')
              return void undos.delete(tab)
            case 'flush':
              return void tab.plan.flush()
            case 'open':
              return void device.open()
            case 'kill':
              // Only what was typed at this very moment may be lost with its tab.
              device.resumeDisk()
              if (device.hasFailed || device.diskFailures > 0) await pass(30_100)
              device.hasFailed = false
              await settled()
              tab.kill()
              break
            case 'close':
              if (visibleTabs.length > 1) device.resumeDisk()
              await settled()
              edit('details', (value) => ({ ...(value as object), destination_name: `place ${++texts}` }))
              // The write is under way now.
              await pass(0)
              tab.close({ isWritten: at % 3 === 0, isBegun: at % 3 < 2 })
              break
            case 'freeze':
              device.resumeDisk()
              await settled()
              edit('details', (value) => ({ ...(value as object), destination_name: `place ${++texts}` }))
              await pass(0)
              frozenTabs.add(tab)
              tab.freeze({ isBegun: at % 2 === 0 })
              break
            case 'return':
              for (const each of device.living.filter((each) => frozenTabs.delete(each))) each.returnFromCache()
              return
            case 'lose events':
              device.receivesEvents = false
              return
            case 'get events':
              device.receivesEvents = true
              return
            case 'stall disk':
              return device.stallDisk()
            case 'resume disk':
              return device.resumeDisk()
            case 'fail disk':
              device.diskFailures = 1
              return
          }
          if (device.living.every((each) => frozenTabs.has(each))) device.open()
          await settled()
        }

        for (const device of people) {
          Object.assign(device, { receivesEvents: true, messageMs: 0, diskFailures: 0 })
          device.resumeDisk()
          for (const tab of device.living) if (frozenTabs.has(tab)) tab.returnFromCache()
        }
        await pass(21_000)
        const living = people.flatMap((device) => device.living)
        for (let i = 0; i < 20 && living.some(({ plan }) => plan.hasPendingEdits()); i++) await pass(30_000)
        // A stream starts with the versions, so that the tab fetches what it missed.
        for (const tab of living) await Promise.all([tab.fetch(), pass(5000)])
        await pass(5000)

        for (const { plan } of living) {
          expect(plan.hasPendingEdits()).toBe(false)
          expect(plan.getState()).toMatchObject({ save: 'idle', offlineCount: 0 })
          for (const name of sectionNames)
            expect(plan.find(name)?.getSnapshot().value, name).toEqual(server.sections[name].value)
        }
        for (const name of sectionNames) {
          const { value } = server.sections[name]
          expect(plan[name].schema.safeParse(value).error, name).toBeUndefined()
        }
        expectNothingRepeated()
        expectAllAccountedFor()
        expectNewerTypingWon()
        expect(listReturned(listRestoredTexts(listReceived()))).toEqual([])
        expectNoWordLost()

        /**
         * At no time is a word in two notes, or twice in a line, or a line twice in a note. Two lines that stay whole
         * share words.
         */
        function expectNothingRepeated(): void {
          const hasTwice = (texts: string[]) => new Set(texts).size < texts.length
          for (const notes of server.values.notes as Note[][]) {
            const lines = notes.map(({ text }) => text.split('\n').filter((line) => wordsIn(line).length > 0))
            expect(hasTwice(notes.flatMap(({ text }) => [...new Set(wordsIn(text))]))).toBe(false)
            expect(lines.some(hasTwice), JSON.stringify(notes)).toBe(false)
            expect(
              lines.flat().some((line) => hasTwice(wordsIn(line))),
              JSON.stringify(notes),
            ).toBe(false)
          }
        }

        /**
         * Every refused operation is shown on its author's device and nowhere else. A short text that gave way to newer
         * typing and a merged one are shown too, unless their author has typed there again since. All others are
         * applied or superseded. Nobody is told that the trip had a currency already (decision 51).
         */
        function expectAllAccountedFor(): void {
          const refusedByServer = [...server.outcomes].filter(
            ([, outcome]) => !['applied', 'merged', 'superseded'].includes(outcome),
          )
          const all = people.flatMap(({ living: [tab] }) => tab?.plan.getState().refused ?? [])
          const [superseded, merged] = ['superseded', 'merged'].map((kind) =>
            all.filter(({ refused: { code } }) => code === kind).map(({ operation: { id } }) => id),
          ) as [string[], string[]]
          for (const id of superseded) expect(server.outcomes.get(id)).toBe('superseded')
          for (const id of merged) expect(server.outcomes.get(id)).toBe('merged')
          const isToldLater = (outcome: string | undefined, id: string) =>
            (outcome === 'superseded' && !superseded.includes(id)) || (outcome === 'merged' && !merged.includes(id))
          for (const { id, ...operation } of listReceived())
            if (operation.do === 'set' && !isCurrency(operation) && isToldLater(server.outcomes.get(id), id))
              expect(listReceived().some((later) => isSamePlace(later, operation) && isTypedAfter(later.id, id))).toBe(
                true,
              )
          const shown = all.filter(({ refused: { code } }) => code !== 'superseded' && code !== 'merged')
          const poisoned = shown.filter(({ operation }) => JSON.stringify(operation).includes(POISON))
          const others = shown.filter((entry) => !poisoned.includes(entry))
          expect(others.map(({ operation }) => operation.id).sort()).toEqual(refusedByServer.map(([id]) => id).sort())
          expect(JSON.stringify(server.values.details)).not.toContain(POISON)
          for (const { living } of people)
            for (const { plan } of living) expect(plan.getState().refused).toEqual(living[0]?.plan.getState().refused)
          for (const device of people) expect(device.log.every(({ refused }) => refused)).toBe(true)
          for (const device of people) expect([...device.journalEntries]).toEqual([])
        }

        function listReceived(): PlanOperation[] {
          return [...new Map(server.received.flat().map((operation) => [operation.id, operation])).values()]
        }

        /** The trip's currency, not that of an expense. */
        function isCurrency({ section, at }: { section: string; at: Path }): boolean {
          return section === 'costs' && at[0] === 'currency'
        }

        function isSamePlace(one: { section: string; at: Path }, other: { section: string; at: Path }): boolean {
          return one.section === other.section && one.at.join('/') === other.at.join('/')
        }

        /** Whether the same person typed it later, or at the same time. */
        function isTypedAfter(later: string, earlier: string): boolean {
          return people.some(
            ({ typedAt }) => later !== earlier && (typedAt.get(later) ?? -1) >= (typedAt.get(earlier) ?? Infinity),
          )
        }

        /**
         * A short text gave way only to one that was typed later. The clocks are corrected but for the travel time. Of
         * two currencies the first to arrive wins.
         */
        function expectNewerTypingWon(): void {
          const typedAt = new Map(people.flatMap((device) => [...device.typedAt]))
          for (const operation of listReceived()) {
            if (operation.do !== 'set' || isCurrency(operation)) continue
            if (server.outcomes.get(operation.id) !== 'superseded') continue
            const others = listReceived().filter((other) => other.id !== operation.id && isSamePlace(other, operation))
            const newest = Math.max(...others.map(({ id }) => typedAt.get(id) ?? 0))
            expect(newest + travelMs).toBeGreaterThanOrEqual(typedAt.get(operation.id) as number)
          }
        }

        /** The short texts that were replaced and are at their place again. */
        function listReturned(except: Set<string>): string[] {
          const known = new Map<string, Set<string>>()
          let last = new Map<string, string>()
          return server.values.details.flatMap((value) => {
            const now = new Map(textsIn(value))
            const returned = [...now].filter(
              ([place, text]) => last.has(place) && last.get(place) !== text && known.get(place)?.has(text),
            )
            for (const [place, text] of now) known.set(place, (known.get(place) ?? new Set()).add(text))
            last = now
            return returned
              .filter(([, text]) => /^(text|place) \d+$/.test(text) && !except.has(text))
              .map(([place, text]) => `${place}: ${text}`)
          })
        }

        /** Every word that was written is in a note, unless somebody removed it or its note. */
        function expectNoWordLost(): void {
          const stored = new Set(wordsIn(server.values.notes))
          expect(
            [...written].filter((word) => !stored.has(word) && !undone.has(word)),
            'never stored',
          ).toEqual([])
          server.values.notes.reduce((before, after) => {
            const remaining = new Set(wordsIn(after))
            const gone = (before as Note[]).flatMap((note) =>
              (after as Note[]).some(({ id }) => id === note.id)
                ? wordsIn(note).filter((word) => !remaining.has(word))
                : [],
            )
            expect(
              gone.filter((word) => !undone.has(word)),
              'lost after it was stored',
            ).toEqual([])
            return after
          })
        }
      }),
      RUNS,
    )
  })
})

describe('the texts that an undo has restored', () => {
  const id = '00000000-0000-4000-8000-00000000000e'
  const at = ['car_trip_distances', id]
  const [insert, change, undo] = [
    { do: 'insert', at, entry: { id, place: 'text 1', distance: '' } },
    { do: 'set', at: [...at, 'place'], was: 'text 1', to: 'text 2' },
    { do: 'set', at: [...at, 'place'], was: 'text 2', to: 'text 1' },
  ].map((mutation, index) => ({ ...mutation, id: `${id.slice(0, -1)}${index}`, section: 'details' }) as PlanOperation)

  it('include one that came with a new entry', () => {
    const all = [insert, change, undo] as PlanOperation[]
    expect(listRestoredTexts(all)).toEqual(new Set(['text 1']))
    expect(listRestoredTexts(all.slice(0, 2))).toEqual(new Set())
  })
})

/** The field of a shopping item that each of four people notes. Nobody else does, so their last note must be there. */
const notedBy = ['is_at_home', 'amount_at_home', 'buyer', 'shop'] as const
const itemKeys = ['1:milk', '1:ice', '1:charcoal'] as const
const personOf = (who: number) => `00000000-0000-4000-8000-0000000000a${who}`
const gearItems = [0, 1].map((number) => ({ id: `00000000-0000-4000-8000-0000000000d${number}`, name: 'Table' }))
const carOf = (number: number) => `00000000-0000-4000-8000-0000000000c${number}`
const carIds = [carOf(0), carOf(1), '']
const cars = [0, 1].map((number) => ({ ...newCar(carOf(number), ''), seats: 2 }))
/** The beds have the ids of the cars. */
const beds = cars.map(({ id }) => ({ ...newBed(id), places: 1 }))
const duties = [0, 1].map((number) => ({
  ...newDuty(`00000000-0000-4000-8000-0000000000e${number}`, 'cook'),
  places: 2,
}))

const groupStep = fc.record({
  do: fc.constantFrom(
    ...([
      'note',
      'note',
      'note',
      'ride',
      'ride',
      'ride',
      'leave',
      'sleep',
      'sleep',
      'volunteer',
      'volunteer',
      'step down',
      'buy',
      'claim',
      'claim',
      'pack',
      'spend',
      'spend',
      'pay more',
      'pay more',
      'pay back',
      'change currency',
      'undo',
      'wait',
      'wait',
      'wait',
    ] as const),
    ...(['go offline', 'go online', 'open', 'kill', 'lose events', 'get events'] as const),
  ),
  who: fc.nat(notedBy.length - 1),
  tab: fc.nat(1),
  /** Who is seated: mostly oneself. */
  rider: fc.option(fc.nat(notedBy.length - 1), { nil: undefined, freq: 3 }),
  item: fc.nat(itemKeys.length - 1),
  car: fc.nat(carIds.length - 1),
  isAtOnce: fc.boolean(),
  ms: fc.constantFrom(0, 1, 10, 400, 1000, 5000),
})
type GroupStep = typeof groupStep extends fc.Arbitrary<infer Value> ? Value : never

describe('four people who shop, bring gear, share cars, beds, duties and costs, each with two tabs', () => {
  it('lose no note, claim or expense, have one seat and one bed each, and see the same everywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(groupStep, { maxLength: 50, size: 'max' }),
        fc.array(fc.constantFrom(...fates), { maxLength: 8 }),
        fc.constantFrom(0, 30, 700),
        async (steps, fates, travelMs) => {
          for (const device of people ?? []) for (const tab of device.tabs) tab.kill()
          server = new SimulatedServer()
          server.editAsOther('rides', (value) => ({ ...value, cars }))
          server.editAsOther('beds', (value) => ({ ...value, beds }))
          server.editAsOther('duties', (value) => ({ ...value, duties }))
          Object.assign(server, { fates: [...fates], travelMs })
          people = notedBy.map(() => new SimulatedDevice(server))
          for (const device of people) {
            device.open()
            device.open()
          }
          /** The last note of each person on each item. */
          const notes = new Map<string, unknown>()
          const bought = new Set<string>()
          /** How many each person last said to bring of each item, and whether they packed it. */
          const claimed = new Map<string, { count: number; is_packed: boolean }>()
          /** Whether each person last said that they take each duty: 'duty person'. */
          const volunteered = new Map<string, boolean>()
          /** What each person last said to have paid of each expense. */
          const paid = new Map<string, number>()
          const paidBack = new Set<string>()
          const changedTo = new Set<string>()
          const undos = new Map<SimulatedDevice, () => void>()
          let texts = 0
          for (const each of steps) {
            await take(each)
            for (const tab of people.flatMap(({ living }) => living)) {
              expectEachOnce(ridesIn(tab).riders)
              expectEachOnce(bedsIn(tab).sleepers)
              expectNobodyTwice(dutiesIn(tab))
            }
          }
          server.fates = []
          for (const device of people) Object.assign(device, { receivesEvents: true, isOnline: true })
          const living = people.flatMap((device) => device.living)
          await pass(21_000)
          for (let i = 0; i < 20 && living.some(({ plan }) => plan.hasPendingEdits()); i++) await pass(30_000)
          for (const tab of living) await Promise.all([tab.fetch(), pass(5000)])
          await pass(5000)

          const { shopping, gear, rides, sleeping, work, costs } = {
            sleeping: server.sections.beds.value as Beds,
            work: server.sections.duties.value as Duties,
            costs: server.sections.costs.value as Costs,
            gear: server.sections.gear.value as Gear,
            shopping: server.sections.shopping.value as Shopping,
            rides: server.sections.rides.value as Rides,
          }
          for (const tab of living) {
            expect(tab.plan.hasPendingEdits()).toBe(false)
            expect(tab.plan.find('shopping')?.getSnapshot().value).toEqual(shopping)
            expect(tab.plan.find('gear')?.getSnapshot().value).toEqual(gear)
            expect(costsIn(tab)).toEqual(costs)
            expect(countCosts(costsIn(tab)).people).toEqual(countCosts(costs).people)
            expect(ridesIn(tab)).toEqual(rides)
            expect(planRides(ridesIn(tab), everybodyThere)).toEqual(planRides(rides, everybodyThere))
            expect(bedsIn(tab)).toEqual(sleeping)
            expect(planBeds(bedsIn(tab), everybodyThere)).toEqual(planBeds(sleeping, everybodyThere))
            expect(dutiesIn(tab)).toEqual(work)
            expect(listPeopleOnDuties(dutiesIn(tab), nobodyAway)).toEqual(listPeopleOnDuties(work, nobodyAway))
          }
          const asleep = planBeds(sleeping, everybodyThere).beds.flatMap(({ inside }) => inside)
          expect(new Set(asleep).size).toBe(asleep.length)
          const willing = [...volunteered].flatMap(([place, isWilling]) => (isWilling ? [place] : []))
          expect(work.volunteers.map(placeOf).sort()).toEqual(willing.sort())
          for (const [place, to] of notes) {
            const [key, field] = place.split(' ') as [string, (typeof notedBy)[number]]
            expect(shopping.states.find((state) => state.key === key)?.[field], place).toEqual(to)
          }
          expectPromised(gear, claimed)
          expectPaid(costs, paid)
          expect(new Set(costs.payments.map(({ id }) => id))).toEqual(paidBack)
          expect(new Set(shopping.purchases.map(({ id }) => id))).toEqual(bought)
          // Somebody may undo that they seated a person who has changed seats since.
          const undone = new Set(server.received.flat().flatMap((one) => (one.do === 'remove' ? [one.id] : [])))
          // Nor does a currency win that somebody chose when there was one already, nor the older of two rates.
          const late = new Set(
            server.received.flat().flatMap(({ id, at }) => (at[0] === 'currency' || at.at(-1) === 'rate' ? [id] : [])),
          )
          const others = [...server.outcomes].filter(
            ([id, outcome]) => outcome !== 'applied' && !undone.has(id) && !(outcome === 'superseded' && late.has(id)),
          )
          expect(others).toEqual([])
          // If two people change the currency at once, only the one with the older rate is told.
          const told = living.flatMap(({ plan }) => plan.getState().refused)
          const isOlderRate = ({ operation: { id, at }, refused }: (typeof told)[number]) =>
            at.at(-1) === 'rate' && refused.code === 'superseded' && server.outcomes.get(id) === 'superseded'
          expect(told.filter((one) => !isOlderRate(one))).toEqual([])
          const chosen = (server.values.costs as Costs[]).map(({ currency }) => currency)
          expect(new Set(chosen.filter((code) => code !== '' && !changedTo.has(code))).size).toBeLessThanOrEqual(1)
          expectOrderOfArrival((server.values.rides as Rides[]).map(({ riders }) => riders.map(toArrival)))
          expectOrderOfArrival((server.values.beds as Beds[]).map(({ sleepers }) => sleepers.map(toArrival)))
          expectOrderOfArrival((server.values.duties as Duties[]).map(({ volunteers }) => volunteers.map(toArrival)))

          async function take({ do: stepName, who, tab: index, rider, item, car, isAtOnce, ms }: GroupStep) {
            const device = people[who] as SimulatedDevice
            const tab = device.living[index % device.living.length] as Tab
            const timing = isAtOnce ? 'at-once' : 'after-pause'
            const key = itemKeys[item] as string
            switch (stepName) {
              case 'wait':
                return void (await pass(ms))
              case 'note': {
                const field = notedBy[who] as (typeof notedBy)[number]
                const before = tab.plan
                  .find('shopping')
                  ?.getSnapshot()
                  .value.states.find((state) => state.key === key)
                const to =
                  { is_at_home: !before?.is_at_home, buyer: personOf(++texts % 4) }[field as 'buyer'] ?? `${++texts}`
                notes.set(`${key} ${field}`, to)
                tab.plan
                  .find('shopping')
                  ?.edit((value) => withState(value, { ...(before ?? newItemState(key)), [field]: to }), timing)
                // The other tab of this person learns of it, so that the next note is later everywhere.
                return void (await pass(200))
              }
              case 'buy': {
                const id = `00000000-0000-4000-8000-${String(++texts).padStart(12, '0')}`
                const purchase = newPurchase(id, { key, name: 'Milk' }, personOf(who))
                bought.add(id)
                tab.plan
                  .find('shopping')
                  ?.edit((value) => ({ ...value, purchases: [...value.purchases, purchase] }), timing)
                return
              }
              case 'spend': {
                const currency = currencies[who % 2] as string
                const expense = {
                  ...newExpense(
                    `00000000-0000-4000-8000-${String(++texts).padStart(12, '0')}`,
                    currency,
                    personOf(who),
                  ),
                  rate: trueRate(currency, costsIn(tab).currency),
                  payers: [newPayer(personOf(who), 100 + texts)],
                  shares: notedBy.slice(0, 2 + (item % 3)).map((_, index) => newShare(personOf(index))),
                }
                paid.set(`${expense.id} ${personOf(who)}`, 100 + texts)
                tab.plan.find('costs')?.edit(
                  (value) => ({
                    ...value,
                    currency: value.currency || currency,
                    expenses: [...value.expenses, expense],
                  }),
                  timing,
                )
                return void (await pass(200))
              }
              case 'pay more': {
                const { expenses } = costsIn(tab)
                const expense = expenses[item % Math.max(1, expenses.length)]
                if (!expense) return
                const payer = newPayer(personOf(who), 100 + ++texts)
                paid.set(`${expense.id} ${payer.person_id}`, payer.amount)
                tab.plan.find('costs')?.edit((value) => withPayer(value, expense.id, payer), timing)
                return void (await pass(200))
              }
              case 'change currency': {
                const currency = [...currencies, 'NOK'][item % 3] as string
                changedTo.add(currency)
                tab.plan.find('costs')?.edit((value) => {
                  const [rate = ''] = trueRate(value.currency, currency).split(' ')
                  // Not everybody enters a rate for the previous currency.
                  return value.currency === '' ? value : withCurrency(value, currency, car === 0 ? '' : rate)
                }, timing)
                return void (await pass(200))
              }
              case 'pay back': {
                const id = `00000000-0000-4000-8000-${String(++texts).padStart(12, '0')}`
                const money = { from: personOf(who), to: personOf((who + 1) % 4), amount: texts, currency: 'EUR' }
                paidBack.add(id)
                tab.plan
                  .find('costs')
                  ?.edit(
                    (value) => ({ ...value, payments: [...value.payments, newPayment(id, money, personOf(who))] }),
                    timing,
                  )
                return
              }
              case 'claim':
              case 'pack': {
                const of = gearItems[item % gearItems.length] as (typeof gearItems)[number]
                const place = `${of.id} ${personOf(who)}`
                const before = claimed.get(place)
                if (stepName === 'claim') {
                  const count = before ? ++texts % 5 : 1
                  const isMore = count > (before?.count ?? 0)
                  claimed.set(place, { count, is_packed: before?.is_packed === true && count > 0 && !isMore })
                  tab.plan.find('gear')?.edit((value) => withClaim(value, of, personOf(who), count), timing)
                } else if (before?.count) {
                  claimed.set(place, { ...before, is_packed: !before.is_packed })
                  tab.plan
                    .find('gear')
                    ?.edit((value) => withPacked(value, of, personOf(who), !before.is_packed), timing)
                }
                return void (await pass(200))
              }
              case 'ride':
              case 'leave': {
                const id = personOf(rider ?? who)
                const to = stepName === 'leave' ? '' : (carIds[car] as string)
                const before = ridesIn(tab).riders.find((one) => one.id === id)
                const undo = tab.plan.find('rides')?.edit(
                  (value) => ({
                    ...value,
                    riders: before
                      ? value.riders.map((one) => (one.id === id ? { id, car: to } : one))
                      : [{ id, car: to }, ...value.riders],
                  }),
                  timing,
                )
                if (undo) undos.set(device, undo)
                // A pending entry is at the end.
                if (before?.car !== to) expect(ridesIn(tab).riders.at(-1)).toEqual({ id, car: to })
                return
              }
              case 'sleep': {
                const sleeper = { id: personOf(rider ?? who), bed: carIds[car] as string }
                const before = bedsIn(tab).sleepers.find((one) => one.id === sleeper.id)
                const undo = tab.plan.find('beds')?.edit((value) => withSleeper(value, sleeper.id, sleeper.bed), timing)
                if (undo) undos.set(device, undo)
                if (before?.bed !== sleeper.bed) expect(bedsIn(tab).sleepers.at(-1)).toEqual(sleeper)
                return
              }
              case 'volunteer':
              case 'step down': {
                const { id } = duties[item % duties.length] as Duty
                const isWilling = stepName === 'volunteer'
                volunteered.set(placeOf({ duty: id, person_id: personOf(who) }), isWilling)
                const change = isWilling ? withVolunteer : withoutVolunteer
                tab.plan.find('duties')?.edit((value) => change(value, id, personOf(who)), timing)
                return void (await pass(200))
              }
              case 'undo':
                undos.get(device)?.()
                return void undos.delete(device)
              case 'open':
                return void device.open()
              case 'kill':
                if (device.living.length < 2) return
                await pass(200)
                return tab.kill()
              case 'go offline':
                device.isOnline = false
                return
              case 'go online':
                device.isOnline = true
                return
              case 'lose events':
                device.receivesEvents = false
                return
              case 'get events':
                device.receivesEvents = true
            }
          }
        },
      ),
      RUNS,
    )
  })
})

const lossStep = fc.record({
  do: fc.constantFrom(
    ...(['write', 'write', 'write', 'write', 'mutate', 'mutate', 'type', 'wait', 'wait', 'wait'] as const),
    ...(['delete trip', 'restore trip', 'remove person', 'add person', 'add person'] as const),
    ...(['go offline', 'go online', 'go online', 'lose events', 'get events'] as const),
    ...(['open', 'kill', 'fail disk', 'stall disk', 'resume disk', 'resume disk'] as const),
  ),
  who: fc.nat(2),
  tab: fc.nat(1),
  section: fc.constantFrom(...sectionNames.filter((name) => name !== 'notes' && name !== 'details')),
  wish: anyMutation,
  at: fc.nat(20),
  isAtOnce: fc.boolean(),
  ms: fc.constantFrom(0, 1, 10, 400, 1000, 1700, 5000),
})
type LossStep = typeof lossStep extends fc.Arbitrary<infer Value> ? Value : never

describe('three people who lose the trip and get it back, each with two tabs, online or not', () => {
  it('SAVE-14 have each edit applied once or shown as refused, and none set aside for a trip they are in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(lossStep, { maxLength: 40, size: 'max' }),
        fc.array(fc.constantFrom(...fates), { maxLength: 8 }),
        fc.constantFrom(0, 30, 700),
        fc.constantFrom(0, 1, 40),
        async (steps, fates, travelMs, diskMs) => {
          for (const device of people ?? []) for (const tab of device.tabs) tab.kill()
          server = new SimulatedServer()
          Object.assign(server, { fates: [...fates], travelMs })
          people = [0, 1, 2].map(() => Object.assign(new SimulatedDevice(server), { diskMs, valuesMs: diskMs }))
          for (const device of people) {
            device.open()
            device.open()
          }
          let isDeleted = false
          const removed = new Set<SimulatedDevice>()
          const written = new Set<string>()
          let texts = 0
          for (const each of steps) await take(each)

          server.fates = []
          isDeleted = false
          removed.clear()
          for (const device of people) {
            Object.assign(device, { receivesEvents: true, isOnline: true, diskFailures: 0 })
            device.resumeDisk()
          }
          updateMembers()
          const living = people.flatMap((device) => device.living)
          await pass(31_000)
          for (let i = 0; i < 20 && living.some(({ plan }) => plan.hasPendingEdits()); i++) await pass(30_000)
          for (const tab of living) await Promise.all([tab.fetch(), pass(5000)])
          await pass(5000)

          for (const { plan, hasLeft } of living) {
            expect(hasLeft).toBe(false)
            expect(plan.hasPendingEdits()).toBe(false)
            for (const name of sectionNames)
              expect(plan.find(name)?.getSnapshot().value, name).toEqual(server.sections[name].value)
          }
          const words = wordsIn(server.sections.notes.value)
          expect(words.toSorted()).toEqual([...written].toSorted())
          const refusedByServer = [...server.outcomes].flatMap(([id, outcome]) =>
            ['applied', 'merged', 'superseded'].includes(outcome) ? [] : [id],
          )
          const refused = people.flatMap(({ log }) => log)
          expect(refused.filter((entry) => entry.refused?.code === 'trip_not_found' || !entry.refused)).toEqual([])
          const shown = refused.filter((entry) => !['superseded', 'merged'].includes(entry.refused?.code ?? ''))
          expect(shown.map(({ operation }) => operation.id).toSorted()).toEqual(refusedByServer.toSorted())
          for (const { journalEntries } of people) expect([...journalEntries]).toEqual([])

          function updateMembers(): void {
            for (const device of people) {
              const isMember = !isDeleted && !removed.has(device)
              if (device.isMember && !isMember) device.loseTrip()
              device.isMember = isMember
            }
          }

          async function take({ do: stepName, who, tab: index, section, wish, at, isAtOnce, ms }: LossStep) {
            const device = people[who] as SimulatedDevice
            const tab = device.living[device.isDiskStalled ? 0 : index % device.living.length] as Tab
            const timing = isAtOnce ? 'at-once' : 'after-pause'
            switch (stepName) {
              case 'wait':
                return void (await pass(ms))
              case 'write': {
                const notes = tab.plan.find('notes')
                if (!notes) return
                const word = `w${++texts}w`
                written.add(word)
                notes.edit(
                  (value) =>
                    value.map((note, index) =>
                      index === at % value.length ? { ...note, text: `${note.text}\n${word}` } : note,
                    ),
                  timing,
                )
                return void (await pass(200))
              }
              case 'mutate':
                tab.plan.find(section)?.edit(applyWish(section, wish) as never, timing)
                return void (await pass(200))
              case 'type':
                tab.plan.find('details')?.edit((value) => ({ ...value, destination_name: `place ${++texts}` }), timing)
                return void (await pass(200))
              case 'delete trip':
              case 'restore trip':
                isDeleted = stepName === 'delete trip'
                return updateMembers()
              case 'remove person':
                removed.add(device)
                return updateMembers()
              case 'add person':
                removed.delete(device)
                return updateMembers()
              case 'go offline':
              case 'go online':
                device.isOnline = stepName === 'go online'
                return
              case 'lose events':
              case 'get events':
                device.receivesEvents = stepName === 'get events'
                return
              case 'open':
                return void device.open()
              case 'kill':
                if (device.living.length < 2) return
                // Only what was typed at this very moment may be lost with its tab.
                device.resumeDisk()
                if (device.hasFailed || device.diskFailures > 0) await pass(30_100)
                device.hasFailed = false
                await pass(1000)
                return tab.kill()
              case 'fail disk':
                device.diskFailures = 1
                return
              case 'stall disk':
                return device.stallDisk()
              case 'resume disk':
                return device.resumeDisk()
            }
          }
        },
      ),
      RUNS,
    )
  })
})

/** As if everybody were there all the time: nobody is on the list of people. */
const everybodyThere = { people: [], dates: { departure_date: '', return_date: '' } as const, isKnown: () => true }
const nobodyAway = () => undefined

const ridesIn = (tab: Tab) => tab.plan.find('rides')?.getSnapshot().value as Rides
const bedsIn = (tab: Tab) => tab.plan.find('beds')?.getSnapshot().value as Beds
const dutiesIn = (tab: Tab) => tab.plan.find('duties')?.getSnapshot().value as Duties
const placeOf = ({ duty, person_id }: Pick<Volunteer, 'duty' | 'person_id'>) => `${duty} ${person_id}`

const currencies = ['EUR', 'CAD']
/** What one unit is worth. */
const worth: Record<string, number> = { EUR: 4, CAD: 2, NOK: 1 }

/** '0.5 EUR'. */
const trueRate = (of: string, currency: string) =>
  currency === '' || of === currency ? '' : rateOf(String((worth[of] ?? 1) / (worth[currency] ?? 1)), currency)

const costsIn = (tab: Tab) => tab.plan.find('costs')?.getSnapshot().value as Costs

function withPayer(value: Costs, expenseId: string, payer: Payer): Costs {
  const withIt = (payers: Payer[]) =>
    payers.some(({ id }) => id === payer.id)
      ? payers.map((one) => (one.id === payer.id ? payer : one))
      : [...payers, payer]
  const expenses = value.expenses.map((one) => (one.id === expenseId ? { ...one, payers: withIt(one.payers) } : one))
  return { ...value, expenses }
}

/** Every expense has what each person last said to have paid, and counts for nothing else. Balances add up to 0. */
function expectPaid(costs: Costs, paid: ReadonlyMap<string, number>): void {
  const stored = costs.expenses.flatMap((expense) =>
    expense.payers.map(({ person_id, amount }) => [`${expense.id} ${person_id}`, amount] as const),
  )
  expect(new Map(stored)).toEqual(paid)
  const { expenses, people } = countCosts(costs)
  expect([...people.values()].reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
  // However late a rate or another currency arrives.
  for (const { expense, amounts } of expenses) {
    const isCounted = expense.currency === costs.currency || rateIn(expense.rate, costs.currency) !== ''
    const exact = { ...expense, rate: trueRate(expense.currency, costs.currency) }
    const expected = isCounted ? convert(amounts.total, exact, costs.currency) : undefined
    expect(amounts.counted, `${expense.currency} at ${expense.rate}`).toBe(expected)
  }
}

/** Promised is the sum of what each person last said, and what they packed is packed. */
function expectPromised(gear: Gear, claimed: ReadonlyMap<string, { count: number; is_packed: boolean }>): void {
  const stored = new Map(
    gear.claims.map(({ item, person_id, count, is_packed }) => [`${item} ${person_id}`, { count, is_packed }]),
  )
  expect(stored).toEqual(claimed)
  for (const { id } of gearItems) {
    const counts = [...claimed].map(([place, { count }]) => (place.startsWith(id) ? count : 0))
    expect(countPromised(gear, new Set()).get(id) ?? 0).toBe(counts.reduce((total, count) => total + count, 0))
  }
}

function withState(value: Shopping, state: ItemState): Shopping {
  return { ...value, states: [...value.states.filter(({ id }) => id !== state.id), state] }
}

function expectEachOnce(entries: readonly { id: string }[]): void {
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
}

function expectNobodyTwice({ volunteers }: Duties): void {
  expect(new Set(volunteers.map(placeOf)).size).toBe(volunteers.length)
}

/** An entry of a queue, with what it asks for a place in. */
interface Arrival {
  id: string
  in: string
}

const toArrival = (entry: Rider | Sleeper | Volunteer): Arrival => ({
  id: entry.id,
  in: 'car' in entry ? entry.car : 'bed' in entry ? entry.bed : entry.duty,
})

/** In each car, bed and duty, people are in the order in which they asked, by every value that was ever stored. */
function expectOrderOfArrival(values: readonly Arrival[][]): void {
  let arrivals: Arrival[] = []
  let before = new Map<string, string>()
  for (const entries of values) {
    const now = new Map(entries.map((entry) => [entry.id, entry.in]))
    arrivals = arrivals.filter((entry) => now.get(entry.id) === entry.in)
    arrivals.push(...entries.filter((entry) => before.get(entry.id) !== entry.in))
    before = now
    for (const place of new Set(now.values()))
      expect(entries.filter((entry) => entry.in === place)).toEqual(arrivals.filter((entry) => entry.in === place))
  }
}
