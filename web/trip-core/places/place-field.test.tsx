import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newPlace } from '#domain/plan/places.ts'
import type { Trip } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { openTrip } from '#web/testing/open-trip.tsx'
import { PlaceField } from './place-field.tsx'
import { TripPlaces } from './trip-places.tsx'

const [lake, hall] = ['Canisbay Lake', 'Arena Hall'].map((name) => newPlace(newId(), { name }))

/** A place, and the text that says where. */
function Where({ trip, text: first }: { trip: Trip; text: string }) {
  const [{ placeId, text }, setWhere] = useState({ placeId: '', text: first })
  return (
    <TripPlaces trip={trip}>
      <PlaceField value={placeId} onChange={(chosen, rename) => setWhere({ placeId: chosen, text: rename(text) })} />
      <p>Where: {text}</p>
    </TripPlaces>
  )
}

async function open(text: string) {
  const { trip, show } = await openTrip({ values: { places: [lake, hall].flatMap((place) => place ?? []) } })
  show(<Where trip={trip} text={text} />)
}
const choose = (name: string) => page.getByRole('combobox', { name: 'Place' }).selectOptions(name)

test('an empty text follows the chosen place, and stays when no place is chosen', async () => {
  await open('')
  await choose('Canisbay Lake')
  await expect.element(page.getByText('Where: Canisbay Lake')).toBeVisible()
  await choose('Arena Hall')
  await expect.element(page.getByText('Where: Arena Hall')).toBeVisible()
  await choose('None')
  await expect.element(page.getByText('Where: Arena Hall')).toBeVisible()
})

test('a text of its own stays, whatever is chosen', async () => {
  await open('Gate B')
  await choose('Canisbay Lake')
  await choose('None')
  await expect.element(page.getByText('Where: Gate B')).toBeVisible()
})
