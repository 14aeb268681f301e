import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newMealDay } from '#domain/plan/meals.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'
import { openTestApp } from '#server/testing/test-app.ts'

// PostgreSQL takes no such value.
it('DATA-17, ERR-15 a list that is no JSON fails its section alone, which is read again once it is mended', async () => {
  const server = await openTestApp('sqlite')
  try {
    const ownerId = await insertAccount(server.db)
    const { id } = await insertTrip(server.db, { owner_id: ownerId })
    const owner = await server.openSession({ id: ownerId })
    await owner.makeSection(id, 'meals', { 1: newMealDay('car_trip', 1) })
    const read = async () => {
      // Another process has not cached the section.
      const client = await server.openAnother().openSession({ id: ownerId })
      return client.get(`/api/trips/${id}`)
    }
    const write = (ingredients: string) =>
      sql`update meal_plans set ingredients = ${ingredients}, ingredient_ids = ${ingredients} where trip_id = ${id}`.execute(
        server.db,
      )
    await write('[')
    const broken = { error: { message: 'Failed to load meal plans' } }
    expect(await read()).toMatchObject({ status: 200, body: { sections: { meals: broken, notes: { value: {} } } } })
    await write('[]')
    expect(await read()).toMatchObject({
      body: { sections: { meals: { value: { 1: { meals: { dinner: { ingredients: [] } } } } } } },
    })
  } finally {
    await server.remove()
  }
})
