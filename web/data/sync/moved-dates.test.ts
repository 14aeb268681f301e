import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isUnsettled, moveWithTrip, withAnswer } from '#domain/change-stay.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { listPersons, newPerson, type Party, type Person } from '#domain/plan/people.ts'
import { findUnconfirmed, stayIn } from '#domain/stay.ts'
import { SimulatedDevice } from '../testing/simulated-device.ts'
import { SimulatedServer } from '../testing/simulated-server.ts'

/** An answer that was given on a phone without a network, before the trip moved. */

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const [before, after] = ['2026-08-12', '2026-08-13'] as LocalDate[] as [LocalDate, LocalDate]
const movedTrip = { departure_date: after, return_date: '2026-08-17' as LocalDate }
const open = newPerson('9d7e2f0a-1111-4222-8333-444455556666', 'Ana')
const partyId = '9d7e2f0a-1111-4222-8333-444455557777'

let server: SimulatedServer
let phone: SimulatedDevice

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  server = new SimulatedServer()
  server.editAsOther('details', (details) => ({ ...details, departure_date: before }))
})

afterEach(() => {
  for (const tab of phone.tabs) tab.kill()
  vi.useRealTimers()
})

const changeAll = (change: (person: Person) => Person) => (parties: Party[]) =>
  parties.map((party) => ({ ...party, persons: party.persons.map(change) }))
const stored = () => listPersons(server.sections.people.value as Party[])[0] as Person

/** Ana answers offline; the organizer moves the trip and its answers; then the phone is online again. */
async function answerLate(first: Person, late: Partial<Person>): Promise<Person> {
  server.editAsOther('people', () => [{ id: partyId, name: '', persons: [first] }])
  phone = new SimulatedDevice(server)
  const tab = phone.open()
  await pass(100)
  phone.receivesEvents = false
  server.fates = Array(3).fill('lost')
  tab.plan.find('people')?.edit(
    changeAll((person) => withAnswer(person, late, before)),
    'at-once',
  )
  await pass(100)
  server.editAsOther('details', (details) => ({ ...details, ...movedTrip }))
  server.editAsOther(
    'people',
    changeAll((person) => moveWithTrip(person, after)),
  )
  await pass(120_000)
  expect(tab.plan.hasPendingEdits()).toBe(false)
  expect(tab.plan.getState().refused).toEqual([])
  return stored()
}

describe('an answer that arrives after the trip has moved', () => {
  it('means the dates that its author saw, if it is their first', async () => {
    const ana = await answerLate(open, { coming: 'coming', from: '2 dinner 2026-08-12' })
    expect(stayIn(ana, movedTrip).from).toEqual({ day: 1, meal: 'dinner' })
    expect([findUnconfirmed(ana, after), isUnsettled(ana, after)]).toEqual(['days', true])
  })

  it('means them too if an earlier answer for the same departure has moved with the trip', async () => {
    const first = withAnswer(open, { coming: 'coming', from: '3 lunch 2026-08-12' }, before)
    const ana = await answerLate(first, { from: '2 dinner 2026-08-12' })
    expect(stayIn(ana, movedTrip).from).toEqual({ day: 1, meal: 'dinner' })
    expect(findUnconfirmed(ana, after)).toBe('days')
  })

  it('changes only the meal that it names', async () => {
    const first = withAnswer(open, { coming: 'coming', from: '2 lunch 2026-08-12' }, before)
    const ana = await answerLate(first, { until: '4 dinner 2026-08-12' })
    // The first meal has moved with the trip, the last keeps the date that Ana saw.
    expect(stayIn(ana, movedTrip)).toMatchObject({ from: { day: 2, meal: 'lunch' }, until: { day: 3, meal: 'dinner' } })
    expect(findUnconfirmed(ana, after)).toBe('days')
  })
})
