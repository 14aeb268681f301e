import { expect, it } from 'vitest'
import { planOfValues, promisesOfValues } from '#domain/day/plan-of-values.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { notes } from '#domain/plan/notes.ts'
import { listPersons } from '#domain/plan/people.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { buildPlan } from '#domain/testing/example-plan.ts'
import { buildComing, buildParties } from '#domain/testing/people.ts'
import { type Trip, tripTypes } from '#domain/trip.ts'
import { dayPlan } from './day.ts'
import { ownValues } from './own.ts'
import { ownPromises } from './own-promises.ts'
import type { PlanValues, PlanView } from './plan-view.ts'

it.each(
  tripTypes.flatMap((type) => [
    [type, 'planned to the end'],
    [type, 'with the sample alone'],
  ]),
)('the server lists the same days as the app: %s, %s', (type, what) => {
  const parties = buildParties(...['Ana', 'Ben', 'Kim'].map((name) => buildComing(name)))
  const trip = { id: 'lake', type, role: 'everybody', taken: null, template_revision: 3 } as unknown as Trip
  const plan = buildPlan({
    type: trip.type,
    destination: 'Pog Lake',
    departure: '2031-06-25' as LocalDate,
    days: 4,
    parties,
  })
  const [meals, itinerary] = [planTemplates.meals(type), planTemplates.itinerary(type)]
  const values =
    what === 'with the sample alone' ? { ...plan, meals, itinerary, details: { ...plan.details, adopted: [] } } : plan
  const stored = { notes: notes.empty, ...values } as PlanValues
  const view = { trip, user: undefined, values: stored, planners: undefined }
  const onDevice = dayPlan({ ...view, values: ownValues(view) })
  const onServer = planOfValues(trip, values as Parameters<typeof planOfValues>[1], () => true)
  expect(onServer).toEqual(onDevice)
  let count = 0
  for (const { id } of listPersons(parties)) {
    const person = { id } as PlanView['user']
    const promised = ownPromises({ ...view, user: person, values: ownValues(view) })
    expect(promisesOfValues(trip, values as Parameters<typeof promisesOfValues>[1], onServer, id)).toEqual(promised)
    count += [...(promised?.bring ?? []), ...(promised?.buy ?? [])].length
  }
  expect(count).toBeGreaterThan(0)
  expect(Object.keys(onServer.itinerary).length > 0).toBe(what === 'planned to the end')
})
