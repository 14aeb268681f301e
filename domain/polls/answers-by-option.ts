import { answerIdOf, type GivenPollAnswer } from '../plan/polls.ts'

type AnswersByOption = ReadonlyMap<string, ReadonlyMap<string, GivenPollAnswer>>
/** Each row of a screen asks for them. */
const known = new WeakMap<readonly GivenPollAnswer[], AnswersByOption>()

/**
 * What each person says about an option: the answers that are not taken back, by option, then by person. Of two entries
 * of one person, as after a merge, the one under the id of their answer counts: they edit that.
 */
export function answersByOption(answers: readonly GivenPollAnswer[]): AnswersByOption {
  const before = known.get(answers)
  if (before) return before
  const all = new Map<string, Map<string, GivenPollAnswer>>()
  for (const given of answers) {
    if (given.person_id === '') continue
    const ofOption = all.get(given.option) ?? new Map<string, GivenPollAnswer>()
    const other = ofOption.get(given.person_id)
    // Few have two entries, and an id takes long to derive.
    if (!other || other.id !== answerIdOf(given)) ofOption.set(given.person_id, given)
    all.set(given.option, ofOption)
  }
  for (const ofOption of all.values())
    for (const [person, { answer }] of ofOption) if (answer === '') ofOption.delete(person)
  known.set(answers, all)
  return all
}
