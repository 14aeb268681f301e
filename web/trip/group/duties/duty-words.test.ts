import { describe, expect, it } from 'vitest'
import { listPeopleOnDuties } from '#domain/duties/people-on-duty.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { type Duty, newDuty, newVolunteer } from '#domain/plan/duties.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { conflictText, dutiesAsText, groupByDay, peopleText, placedTitle } from './duty-words.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const names = new Map([
  [idOf(1), 'You'],
  [idOf(2), 'Ben'],
])
const nameOf = (personId: string) => names.get(personId) ?? ''
const noDates: TripDates = { departure_date: '', return_date: '' }
const dated: TripDates = { departure_date: '2027-07-02' as LocalDate, return_date: '2027-07-04' as LocalDate }
const dutyOf = (number: number, change: Partial<Duty> = {}): Duty => ({ ...newDuty(idOf(number), 'cook'), ...change })

describe('the words for duties', () => {
  it('say when a duty is', () => {
    expect(placedTitle(dutyOf(10), noDates)).toBe('Cook')
    expect(placedTitle(dutyOf(10, { meal: 'lunch' }), noDates)).toBe('Cook, lunch')
    expect(placedTitle(dutyOf(10, { day: 2 }), noDates)).toBe('Cook, day 2')
    expect(placedTitle(dutyOf(10, { day: 2, meal: 'dinner', name: 'Chili' }), dated)).toBe('Cook: Chili, Sat dinner')
  })

  it('say who has it, and how many places are open', () => {
    expect(peopleText({ on: [], open: 2 }, nameOf)).toBe('2 places open')
    expect(peopleText({ on: [idOf(1), idOf(2)], open: 1 }, nameOf)).toBe('You and Ben · 1 place open')
    expect(peopleText({ on: [idOf(2)], open: 0 }, nameOf)).toBe('Ben')
    expect(peopleText({ on: [], open: 0 }, nameOf)).toBe('No places')
  })

  it('say what does not fit', () => {
    const duty = dutyOf(10, { day: 1, meal: 'dinner' })
    const person_id = idOf(2)
    expect(conflictText({ what: 'absent', duty, person_id }, nameOf)).toBe('Ben isn’t there then.')
    expect(conflictText({ what: 'not_coming', duty, person_id }, nameOf)).toBe('Ben volunteered but isn’t coming.')
    expect(conflictText({ what: 'busy', duty, person_id }, nameOf)).toBe('Ben has another duty at this meal.')
    expect(conflictText({ what: 'busy', duty: { ...duty, meal: '' }, person_id }, nameOf)).toBe(
      'Ben has another duty that day.',
    )
    expect(conflictText({ what: 'after_return', duty }, nameOf)).toBe('This day is after the trip.')
  })

  it('are a text to send, by day', () => {
    const duties = [dutyOf(10), dutyOf(11, { day: 2, meal: 'dinner' }), dutyOf(12, { day: 2, kind: 'fire', places: 1 })]
    const volunteers = [newVolunteer(idOf(11), idOf(2))]
    const days = groupByDay(listPeopleOnDuties({ duties, volunteers }, new Set()), dated)
    expect(dutiesAsText('To the lake', days, nameOf)).toBe(`Duties: To the lake

Day 2 · Sat, Jul 3
- Fire: 1 place open
- Dinner · Cook: Ben · 1 place open

Any day
- Cook: 2 places open`)
  })
})
