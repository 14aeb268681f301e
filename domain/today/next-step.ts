import type { OwnDatesPoll } from '../polls/own-dates-poll.ts'
import type { Phase } from './phase.ts'

/** What somebody should do next for a trip: the one main button of its Overview. */
export type NextStep = 'dates' | 'vote' | 'poll' | 'invite' | 'answer' | 'confirm' | 'pack' | 'costs'

interface Known {
  phase: Phase
  /** What the person may do. */
  canEdit: boolean
  canManagePeople: boolean
  /** How many people are expected; 0 if nobody said it. */
  expected: number
  /** Who else is on the list, and how many of them have not answered. */
  others: number
  unanswered: number
  /** Whether the group is asked for dates, and whether the person has said which suit them. */
  datesPoll: OwnDatesPoll
  /** Whether the person is on the list and has not answered. */
  isAsked: boolean
  hasCosts: boolean
  /** Whether everything on the checklist is ticked. */
  isPacked: boolean
}

/** From this many days before the departure on, packing comes first. */
const PACKING_DAYS = 3
/** From this many days on, it comes once nobody is asked any more. */
const EARLY_PACKING_DAYS = 14

/** Undefined if nothing of it is to be done: on the days of the trip Today says what is. */
export function nextStep(known: Known): NextStep | undefined {
  const { phase, canEdit, canManagePeople, others } = known
  if (phase.is === 'during') return undefined
  if (phase.is === 'after') return known.hasCosts && others > 0 ? 'costs' : undefined
  const vote = known.datesPoll === 'open' ? 'vote' : undefined
  const isPackingTime = phase.is === 'before' && phase.days <= PACKING_DAYS
  if (vote && !isPackingTime) return vote
  // Without dates, what suits most is the question, not who comes.
  if (phase.is === 'undated' && known.datesPoll === 'answered') return 'poll'
  const isAsked = known.isAsked && others > 0
  // Organizers first ask the others: they know their own answer.
  if (isAsked && !canManagePeople) return 'answer'
  if (phase.is === 'undated') return canEdit ? (known.datesPoll === 'none' ? 'dates' : 'poll') : undefined
  const pack = known.isPacked ? undefined : 'pack'
  if (isPackingTime) return isAsked ? 'answer' : (pack ?? vote)
  const areMoreExpected = known.expected > others + 1
  if (canManagePeople && (areMoreExpected || (others === 0 && known.expected !== 1))) return 'invite'
  if (canManagePeople && known.unanswered > 0) return 'confirm'
  if (isAsked) return 'answer'
  return phase.days <= EARLY_PACKING_DAYS ? pack : undefined
}
