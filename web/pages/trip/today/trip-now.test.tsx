import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { details } from '#domain/plan/details.ts'
import { newTodo } from '#domain/plan/todos.ts'
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
