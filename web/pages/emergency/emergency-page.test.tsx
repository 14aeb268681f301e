import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { details } from '#domain/plan/details.ts'
import { newPlace, type Place } from '#domain/plan/places.ts'
import { allergensOf, buildComing, buildParty, buildPerson } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { EmergencyPeople } from '#web/features/people/emergency-people.tsx'
import { EmergencyPlaces } from '#web/features/places/emergency-places.tsx'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, type TripOptions } from '#web/testing/open-trip.tsx'
import { expectCount, expectTexts } from '#web/testing/screen.ts'

const region = (name: string) => page.getByRole('region', { name })

async function openEmergency(places: Place[], { values, ...options }: TripOptions = {}) {
  const opened = await openTrip({ values: { places, ...values }, ...options })
  opened.show(
    <>
      <h1>Emergency</h1>
      <EmergencyPlaces trip={opened.trip} failures={{}} />
      <EmergencyPeople trip={opened.trip} failures={{}} />
    </>,
  )
  return opened
}

const camp = newPlace(newId(), { name: 'Camp', kind: 'camp', position: '45.56660,-78.59910', country: 'CA' })

test('says where the camp is, whom to call in its country, and the hospitals, the nearest first', async () => {
  const hospital = (name: string, position: string) => newPlace(newId(), { name, kind: 'hospital', position })
  const places = [
    hospital('Toronto General', '43.65900,-79.38800'),
    hospital('Huntsville District', '45.33690,-79.20530'),
    hospital('The clinic in the village', ''),
    camp,
  ]
  await openEmergency(places, { values: { details: { ...details.empty, car_trip_entry_gate: 'West Gate' } } })
  await expect.element(page.getByRole('link', { name: 'Call 911: All emergencies' })).toHaveAttribute('href', 'tel:911')
  await expect.element(region('Emergency numbers: Canada')).toBeVisible()
  await expect
    .element(region('Where we are'))
    .toHaveTextContent(/Camp.*45.5666° N, 78.5991° W.*87Q3HC82\+J9.*West Gate/)
  await expectTexts(region('Hospitals').getByRole('listitem'), [
    /^Huntsville District54 km as the crow flies/,
    /^Toronto General221 km as the crow flies/,
    'The clinic in the village',
  ])
  await expectNoAxeFindings()
})

test('claims no country that nobody knows, and says what to add', async () => {
  await openEmergency([])
  await expect.element(region('Emergency number')).toHaveTextContent(/112.*Most mobile phones reach help with 112/)
  await expect
    .element(region('Where we are'))
    .toHaveTextContent('No one has added where the camp or the destination is.')
  await expect.element(region('Hospitals')).toHaveTextContent('No hospital added')
  await expect.element(page.getByRole('link', { name: 'Add a hospital' })).toBeVisible()
})

test('a country without one number for all shows each that is known', async () => {
  await openEmergency([{ ...camp, country: 'JP' }])
  await expectTexts(region('Emergency numbers: Japan').getByRole('link'), [
    /^119\s?Ambulance/,
    /^119\s?Fire/,
    /^110\s?Police/,
  ])
})

test('shows the allergies of those who come, and who carries medicine', async () => {
  const ife = buildComing('Ife', { allergens: allergensOf('peanuts'), carries_medicine: true })
  const away = buildPerson('Away', { coming: 'not_coming', allergens: allergensOf('milk') })
  const opened = await openTrip({ values: { people: [buildParty(ife), buildParty('Sam'), buildParty(away)] } })
  opened.show(<EmergencyPeople trip={opened.trip} failures={{}} />)
  const people = region('What helpers must know').getByRole('listitem')
  await expectTexts(people, [/^Ife.*peanuts.*Carries medicine$/])
})

test('a member who may not edit is offered no way to add', async () => {
  await openEmergency([camp], { trip: { role: 'member', members_edit: false } })
  await expect.element(region('Hospitals')).toHaveTextContent('No hospital added')
  await expectCount(page.getByRole('link', { name: 'Add a hospital' }), 0)
})
