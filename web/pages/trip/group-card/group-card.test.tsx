import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newBed } from '#domain/plan/beds.ts'
import { newCar } from '#domain/plan/rides.ts'
import { buildComing, buildPerson } from '#domain/testing/people.ts'
import type { Trip } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { button, expectCount } from '#web/testing/screen.ts'
import { GroupCard } from './group-card.tsx'

const kim = newId()
const coming = (id: string, name: string) => buildComing(name, { id })

/** Adds a bed, as the tab of rides and beds does. */
function AddBed({ trip }: { trip: Trip }) {
  const beds = useSection(trip.id, 'beds')
  const add = () =>
    beds?.edit?.((value) => ({ ...value, beds: [...value.beds, { ...newBed(newId()), places: 1 }] }), 'at-once')
  return (
    <button type="button" id="add-bed" onClick={add}>
      Add bed
    </button>
  )
}

test('what has just been done can still be undone when a first bed is planned', async () => {
  const { trip, stored, show } = await openTrip({
    values: {
      people: [{ id: ROBIN.id, name: '', persons: [coming(ROBIN.id, 'Robin Lake'), coming(kim, 'Kim Lake')] }],
      rides: { cars: [{ ...newCar(newId(), ROBIN.id), seats: 4 }], riders: [] },
    },
  })
  show(
    <>
      <GroupCard trip={trip} phase={{ is: 'before', days: 3 }} step={undefined} />
      <AddBed trip={trip} />
    </>,
  )
  await expect.element(page.getByText('Kim has no seat yet')).toBeVisible()
  await button('Find seats').click()
  await expect.poll(() => stored('rides').riders.map(({ id }) => id)).toEqual([kim])
  const all = button('See everything still to do').element()
  all.focus()
  document.getElementById('add-bed')?.click()
  await expect.element(page.getByText(/no bed yet/)).toBeVisible()
  expect(document.activeElement).toBe(all)
  await button('Undo').click()
  await expect.poll(() => stored('rides').riders.filter(({ car }) => car !== '')).toEqual([])
})

test('two people have one way to their group: its tab', async () => {
  for (const [names, links] of [
    [['Robin Lake', 'Kim Lake'], 0],
    [['Robin Lake', 'Kim Lake', 'Ana Hill'], 1],
  ] as const) {
    const persons = names.map((name, index) => (index === 0 ? coming(ROBIN.id, name) : buildComing(name)))
    const { trip, show } = await openTrip({ values: { people: [{ id: ROBIN.id, name: '', persons }] } })
    show(<GroupCard trip={trip} phase={{ is: 'before', days: 3 }} step={undefined} />)
    await expect.element(page.getByRole('heading', { name: 'Your group' })).toBeVisible()
    expect(page.getByRole('link', { name: 'See the group' }).elements()).toHaveLength(links)
    // Dates, to-dos and fees are the same: two people agree on them without a page.
    expect(page.getByRole('link', { name: 'Dates, to-dos and fees' }).elements()).toHaveLength(links)
  }
})

test('an own answer is asked for once, by the main button of the trip', async () => {
  const persons = [buildPerson('Robin Lake', { id: ROBIN.id }), buildComing('Kim Lake')]
  const { trip, show } = await openTrip({ values: { people: [{ id: ROBIN.id, name: '', persons }] } })
  const asked = page.getByText('You haven’t answered yet')
  for (const [step, count] of [
    [undefined, 1],
    ['answer', 0],
  ] as const) {
    show(<GroupCard trip={trip} phase={{ is: 'before', days: 3 }} step={step} />)
    await expect.element(page.getByRole('heading', { name: 'Your group' })).toBeVisible()
    await expectCount(asked, count)
  }
})

test('while more people are expected than are listed, the card invites them', async () => {
  const persons = [coming(ROBIN.id, 'Robin Lake'), buildComing('Kim Lake'), buildPerson('Ana Hill')]
  const { trip, show } = await openTrip({ values: { people: [{ id: ROBIN.id, name: '', persons }] } })
  const invite = page.getByRole('link', { name: 'Invite people' })
  show(<GroupCard trip={trip} phase={{ is: 'before', days: 30 }} step="confirm" />)
  await expect.element(page.getByRole('heading', { name: 'Your group' })).toBeVisible()
  await expectCount(invite, 0)
  show(<GroupCard trip={trip} phase={{ is: 'before', days: 30 }} step="invite" />)
  await expect.element(invite).toBeVisible()
})
