import { describe, expect, it } from 'vitest'
import { listPeopleOnDuties } from '#domain/duties/people-on-duty.ts'
import { gearGroups } from '#domain/gear/gear-items.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { newDuty } from '#domain/plan/duties.ts'
import { newClaim } from '#domain/plan/gear.ts'
import { newPerson, type Party } from '#domain/plan/people.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { listOpen, openAsText } from './open-list.ts'

const [ana, ben] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const people: Party[] = [
  { id: ana, name: '', persons: [{ ...newPerson(ana, 'Ana'), coming: 'coming' }, newPerson(ben, 'Ben')] },
]
const dates: TripDates = { departure_date: '2026-08-13' as LocalDate, return_date: '2026-08-16' as LocalDate }
const table = { ...newChecklistItem('00000000-0000-4000-8000-000000000003'), name: 'Tables', needed: 6 }
const gear = gearGroups(
  [{ id: table.id, category: 'Camp', items: [table] }],
  { claims: [newClaim(table, ana, 4)] },
  new Set(),
)
const cook = { ...newDuty('00000000-0000-4000-8000-000000000004', 'cook'), day: 2, meal: 'dinner', places: 1 } as const
const duties = listPeopleOnDuties({ duties: [cook], volunteers: [] }, new Set())

describe('what is still open', () => {
  it('is who and what, by kind, with the tab where it is changed', () => {
    const open = listOpen({ people, dates, gear, withoutRide: [ben], withoutBed: [ana, ben], duties })
    expect(open.map(({ tab, title, texts }) => [tab, title, ...texts])).toEqual([
      ['people', 'No answer yet', 'Ben'],
      ['gear', 'Missing gear', 'Tables: 2'],
      ['rides', 'Need a ride', 'Ben'],
      ['rides', 'No bed yet', 'Ana', 'Ben'],
      ['rides', 'Duties with open places', 'Cook, Fri dinner: 1 place'],
    ])
    expect(openAsText('To the lake', open.slice(0, 2))).toBe(
      'To the lake: what’s still open\n\nNo answer yet\n- Ben\n\nMissing gear\n- Tables: 2',
    )
  })

  it('is nothing of what nobody has planned', () => {
    const answered = people.map((party) => ({ ...party, persons: party.persons.slice(0, 1) }))
    const input = { people: answered, dates, gear: [], withoutRide: undefined, withoutBed: undefined, duties: [] }
    expect(listOpen(input)).toEqual([])
  })
})
