import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tripResponse } from '#domain/api/trips.ts'
import { details } from '#domain/plan/details.ts'
import { newPlace, type Place } from '#domain/plan/places.ts'
import { newCar } from '#domain/plan/rides.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

describe.each(engines)('places of a trip that others read on %s', (engine) => {
  let server: TestApp
  let owner: TestClient
  let reader: TestClient
  let ownerId: string
  beforeAll(async () => {
    server = await openTestApp(engine)
    ownerId = await insertAccount(server.db)
    owner = await server.openSession({ id: ownerId })
    reader = await server.openSession({ id: await insertAccount(server.db) })
  })
  afterAll(() => server.remove())

  const camp = newPlace(idOf(1), { name: 'Camp', kind: 'camp', position: '45.56660,-78.59910' })
  const home = newPlace(idOf(2), { name: 'Ben’s home', position: '43.65000,-79.38000' })
  const town = newPlace(idOf(3), { name: 'Huntsville', position: '45.32690,-79.21760' })

  async function shown(id: string): Promise<{ places: Place[]; carPlaces: string[] }> {
    const { sections } = tripResponse.parse((await reader.get(`/api/shared/${id}`)).body)
    if (!('value' in sections.places) || !('value' in sections.rides)) throw new Error('A section is missing')
    return {
      places: sections.places.value,
      carPlaces: sections.rides.value.cars.flatMap(({ place, place_id }) => [place, place_id]),
    }
  }

  it('are shown without whose they are, and without those to which only cars refer', async () => {
    const { id } = await insertTrip(server.db, { owner_id: ownerId, is_public: true })
    await owner.makeSection(id, 'places', [{ ...camp, who: ownerId }, home, town])
    await owner.makeSection(id, 'details', { ...details.empty, place_id: town.id })
    const car = { ...newCar(idOf(4), ownerId), place: 'Ben’s home', place_id: home.id }
    await owner.makeSection(id, 'rides', { cars: [car], riders: [] })
    expect(await shown(id)).toEqual({ places: [camp, town], carPlaces: ['', ''] })

    // The car leaves from the town instead: what was a home stays hidden.
    await owner.makeSection(id, 'rides', { cars: [{ ...car, place_id: town.id }], riders: [] })
    expect((await shown(id)).places).toEqual([camp, town])
    // Once it is no longer the destination, and only the car leaves there, the town is hidden too.
    await owner.makeSection(id, 'details', details.empty)
    expect((await shown(id)).places).toEqual([camp])
  })
})
