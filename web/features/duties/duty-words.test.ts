import { describe, expect, it } from 'vitest'
import { ownAction } from '#domain/duties/own-action.ts'
import { listPeopleOnDuties } from '#domain/duties/people-on-duty.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { type Duty, newDuty, newVolunteer } from '#domain/plan/duties.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { conflictText, dutiesAsText, groupByDay, peopleText, placedTitle, waitingText } from './duty-words.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const names = new Map([
  [idOf(1), 'You'],
  [idOf(2), 'Ben'],
])
const nameOf = (personId: string) => names.get(personId) ?? ''
const me = idOf(1)
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
    expect(conflictText({ what: 'absent', duty, person_id }, { me, nameOf })).toBe(
      'Ben volunteered but isn’t there then.',
    )
    expect(conflictText({ what: 'not_coming', duty, person_id }, { me, nameOf })).toBe(
      'Ben volunteered but isn’t coming.',
    )
    expect(conflictText({ what: 'busy', duty, person_id }, { me, nameOf })).toBe('Ben has another duty at this meal.')
    expect(conflictText({ what: 'busy', duty: { ...duty, meal: '' }, person_id }, { me, nameOf })).toBe(
      'Ben has another duty that day.',
    )
    expect(conflictText({ what: 'after_return', duty }, { me, nameOf })).toBe('This day is after the trip.')
  })

  it('say it to the current user', () => {
    const conflict = { duty: dutyOf(10, { day: 1, meal: 'dinner' }), person_id: me }
    const textOf = (what: 'absent' | 'not_coming' | 'busy') => conflictText({ ...conflict, what }, { me, nameOf })
    expect(textOf('absent')).toBe('You volunteered, but you’re not there then.')
    expect(textOf('not_coming')).toBe('You volunteered, but you’re not coming.')
    expect(textOf('busy')).toBe('You have another duty at this meal.')
    expect(waitingText({ waiting: [me, idOf(2)] }, nameOf)).toBe('Waiting list: You and Ben')
    expect(waitingText({ waiting: [] }, nameOf)).toBe('')
  })

  it('are a text to send, by day', () => {
    const duties = [dutyOf(10), dutyOf(11, { day: 2, meal: 'dinner' }), dutyOf(12, { day: 2, kind: 'fire', places: 1 })]
    const volunteers = [newVolunteer(idOf(11), idOf(2))]
    const days = groupByDay(
      listPeopleOnDuties({ duties, volunteers }, () => undefined),
      dated,
    )
    expect(dutiesAsText('To the lake', days, nameOf)).toBe(`Duties: To the lake

Day 2 · Sat, Jul 3
- Fire: 1 place open
- Dinner · Cook: Ben · 1 place open

Any day
- Cook: 2 places open`)
  })
})

describe('what somebody can do about a duty', () => {
  const [one, other] = [idOf(1), idOf(2)]
  const actionOf = (places: number, volunteers: string[], notThere: string[] = []) => {
    const duty = dutyOf(10, { places })
    const list = { duties: [duty], volunteers: volunteers.map((id) => newVolunteer(duty.id, id)) }
    const findAbsence = (id: string) => (notThere.includes(id) ? 'absent' : undefined)
    return listPeopleOnDuties(list, findAbsence).map((on) => ownAction(on, one, findAbsence))[0]
  }

  it('is to take it, or to wait for a place', () => {
    expect(actionOf(1, [])).toBe('take')
    expect(actionOf(1, [other])).toBe('join_waiting')
    expect(actionOf(0, [])).toBeUndefined()
  })

  it('is nothing for somebody who is not there then', () => {
    expect(actionOf(1, [], [one])).toBeUndefined()
    expect(actionOf(1, [other], [one])).toBeUndefined()
  })

  it('is to take back what they said, also if they are not there then', () => {
    expect(actionOf(1, [one])).toBe('give_up')
    expect(actionOf(1, [other, one])).toBe('leave_waiting')
    expect(actionOf(1, [one], [one])).toBe('give_up')
  })
})
