import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mutation } from '#domain/operations/operation.ts'
import { WorkBudget } from '#domain/operations/work-budget.ts'
import { forms } from '#domain/plan/forms.ts'
import { plan, type SectionName, sectionNames } from '#domain/plan/index.ts'
import { type Meals, newMealDay } from '#domain/plan/meals.ts'
import type { Section } from '#domain/plan/section.ts'
import { anyMutation, mutationOf } from '#domain/testing/any-mutation.ts'
import { anyValueOf } from '#domain/testing/arbitraries.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { insertTrip } from '#server/testing/rows.ts'
import { CachedSection } from './section-cache.ts'
import { SectionRun } from './section-run.ts'

describe.each(engines)('the size of a section on %s', (engine) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await openTestDatabase(engine)
  })
  afterAll(() => test.remove())

  const start = async (name: SectionName, value: unknown) => {
    const db = test.database.kysely
    const options = {
      tripId: (await insertTrip(db)).id,
      section: name,
      authorId: null,
      now: Date.now(),
      isLimited: true,
    }
    return new SectionRun(db, options, CachedSection.measured(1, value), new WorkBudget())
  }

  it.each(sectionNames)('is the length of the JSON of %s after any mutations', async (name) => {
    const { newEntry }: Pick<Section<unknown>, 'newEntry'> = plan[name]
    const steps = fc.array(anyMutation, { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(anyValueOf[name] as fc.Arbitrary<unknown>, steps, async (value, wishes) => {
        const run = await start(name, value)
        for (const wish of wishes) {
          const mutation = mutationOf(forms[name], run.value, wish, (day) => newEntry?.('car_trip', Number(day)))
          if (mutation) await run.apply(mutation, randomUUID(), undefined)
          expect(run.size).toBe(JSON.stringify(run.value).length)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('is right after the last entry is removed, and after a removed one is restored', async () => {
    const value: Meals = { 1: newMealDay('car_trip', 1), 12: newMealDay('car_trip', 12) }
    const run = await start('meals', value)
    const [first, last] = [value[1], value[12]]
    const line = first?.snacks[0]
    const mutations: Mutation[] = [
      { do: 'remove', at: ['1', 'snacks', line?.id ?? ''], was: line, after: null },
      { do: 'restore', at: ['1', 'snacks', line?.id ?? ''], was: line, after: null },
      { do: 'remove', at: ['12'], was: last },
      { do: 'remove', at: ['1'], was: first },
      { do: 'set', at: ['12', 'meals', 'lunch', 'name'], to: 'Chili "con" carne\n', was: '' },
    ]
    for (const mutation of mutations) {
      await run.apply(mutation, randomUUID(), undefined)
      expect(run.size, JSON.stringify(mutation.at)).toBe(JSON.stringify(run.value).length)
    }
    expect(Object.keys(run.value as Meals)).toEqual(['12'])
  })
})
