import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addDays } from '#domain/local-date.ts'
import { details } from '#domain/plan/details.ts'
import { newStay, stayKinds } from '#domain/plan/stays.ts'
import { newTodo } from '#domain/plan/todos.ts'
import { clockOf } from '#domain/today/clock.ts'
import { newId } from '#web/data/new-id.ts'
import { openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { TripNow } from './trip-now.tsx'

const members = { people: [{ ...ROBIN, person_id: ROBIN.id }], invitations: [] } as never

test('somebody who plans alone sees what they have to do, and nothing once it is done', async () => {
  const site = newTodo(newId(), 'Reserve the site')
  const { trip, show, editAsOther } = await openTrip({
    values: { details: details.empty, people: [], todos: { todos: [site], doers: [] } },
    members,
  })
  show(<TripNow trip={trip} />)
  const line = page.getByRole('link', { name: /To-do: Reserve the site/ })
  await expect.element(line).toHaveAttribute('href', `/trip/${trip.id}/before#${site.id}`)
  editAsOther('todos', (value) => ({ ...value, todos: [{ ...site, is_done: true }] }))
  await expect.element(line).not.toBeInTheDocument()
})

test.each(stayKinds)('somebody alone whose only plan is a %s sees it today and tomorrow', async (kind) => {
  const today = clockOf(new Date(), '').date
  const tomorrow = addDays(today, 1)
  const starting = newStay(newId(), { kind, name: 'Guerin', starts_on: tomorrow })
  const { trip, show, editAsOther } = await openTrip({
    values: { details: details.empty, people: [], stays: [starting] },
    members,
  })
  show(<TripNow trip={trip} />)
  const line = page.getByRole('link', { name: /Guerin/ })
  await expect.element(line).toHaveAttribute('href', `/trip/${trip.id}?tab=tickets#${starting.id}`)
  editAsOther('stays', () => [{ ...starting, starts_on: '', ends_on: today }])
  await expect.element(line).toBeVisible()
  editAsOther('stays', () => [{ ...starting, starts_on: addDays(tomorrow, 1) }])
  await expect.element(line).not.toBeInTheDocument()
})
