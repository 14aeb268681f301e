import { describe, expect, it } from 'vitest'
import type { OwnDatesPoll } from '../polls/own-dates-poll.ts'
import { nextStep } from './next-step.ts'
import type { Phase } from './phase.ts'

const daysBefore = (days: number): Phase => ({ is: 'before', days })
const organizer = {
  phase: daysBefore(30),
  canEdit: true,
  canManagePeople: true,
  expected: 0,
  others: 0,
  unanswered: 0,
  datesPoll: 'none' as OwnDatesPoll,
  isAsked: false,
  hasCosts: false,
  isPacked: false,
}
const helper = { ...organizer, canManagePeople: false, others: 5 }
const step = (known: Partial<typeof organizer>) => nextStep({ ...organizer, ...known })

describe('the next step of a trip', () => {
  it('goes from its dates to whom to invite, who has not answered, packing and the costs', () => {
    expect(step({ phase: { is: 'undated' } })).toBe('dates')
    expect(step({})).toBe('invite')
    expect(step({ others: 5, unanswered: 2 })).toBe('confirm')
    expect(step({ others: 5 })).toBeUndefined()
    expect(step({ others: 5, phase: daysBefore(14) })).toBe('pack')
    expect(step({ others: 5, unanswered: 2, phase: daysBefore(3) })).toBe('pack')
    expect(step({ others: 5, phase: { is: 'during', day: 1, of: 3 } })).toBeUndefined()
    expect(step({ others: 5, hasCosts: true, phase: { is: 'after', days: 1, of: 3 } })).toBe('costs')
    expect(step({ others: 5, phase: { is: 'after', days: 1, of: 3 } })).toBeUndefined()
  })

  it('asks everybody which dates suit them, and shows who edits the plan what suits most', () => {
    const undated = { ...organizer, phase: { is: 'undated' } as const, others: 5, isAsked: true }
    const asked = { ...helper, isAsked: true, phase: { is: 'undated' } as const }
    expect(nextStep({ ...undated, datesPoll: 'open' })).toBe('vote')
    expect(nextStep({ ...undated, datesPoll: 'answered' })).toBe('poll')
    expect(nextStep({ ...asked, datesPoll: 'open' })).toBe('vote')
    expect(nextStep({ ...asked, datesPoll: 'answered' })).toBe('poll')
    expect(nextStep({ ...asked, isAsked: false, canEdit: false, datesPoll: 'answered' })).toBe('poll')
    // A trip with dates may be moved.
    expect(step({ others: 5, datesPoll: 'open' })).toBe('vote')
    expect(step({ others: 5, datesPoll: 'open', phase: daysBefore(4) })).toBe('vote')
    // Not a moment before it.
    const soon = { ...organizer, others: 5, datesPoll: 'open', phase: daysBefore(3) } as const
    expect(nextStep(soon)).toBe('pack')
    expect(nextStep({ ...soon, isPacked: true })).toBe('vote')
    expect(nextStep({ ...soon, isAsked: true })).toBe('answer')
    expect(step({ others: 5, datesPoll: 'open', phase: { is: 'during', day: 1, of: 3 } })).toBeUndefined()
  })

  it('asks nobody to pack what is packed', () => {
    expect(step({ others: 5, isPacked: true, phase: daysBefore(14) })).toBeUndefined()
    expect(step({ others: 5, unanswered: 2, isPacked: true, phase: daysBefore(3) })).toBeUndefined()
  })

  it('asks nobody who travels alone to invite people', () => {
    expect(step({ expected: 1 })).toBeUndefined()
    expect(step({ expected: 1, phase: daysBefore(10) })).toBe('pack')
    expect(step({ expected: 2 })).toBe('invite')
  })

  it('asks organizers to invite those who are expected and not listed, and for their own answer after the others', () => {
    const asked = { isAsked: true, others: 10, unanswered: 10 }
    expect(step({ ...asked, expected: 30 })).toBe('invite')
    expect(step({ ...asked, expected: 11 })).toBe('confirm')
    expect(step({ ...asked, expected: 11, unanswered: 0 })).toBe('answer')
    expect(step({ ...asked, expected: 11, phase: daysBefore(2) })).toBe('answer')
    expect(step({ ...asked, phase: { is: 'undated' } })).toBe('dates')
  })

  it('asks people for their own answer first, and for nothing that they may not do', () => {
    const asked = { ...helper, isAsked: true, unanswered: 1 }
    expect(nextStep({ ...asked, phase: { is: 'undated' } })).toBe('answer')
    expect(nextStep({ ...asked, phase: daysBefore(1) })).toBe('answer')
    expect(nextStep({ ...helper, unanswered: 3 })).toBeUndefined()
    expect(nextStep({ ...helper, canEdit: false, phase: { is: 'undated' } })).toBeUndefined()
  })
})
