import * as m from '#messages'
import type { Poll, PollOption, Polls } from '../plan/polls.ts'
import { optionName, pollTitle } from '../polls/poll-words.ts'
import { dateChange, quote, type SectionHistory, textChange } from './words.ts'

type OwnPoll = Omit<Poll, 'id' | 'options'>

/** The arguments of a message about a poll. */
const pollOf = ({ within: [poll] }: { within: [OwnPoll, ...unknown[]] }) => ({ poll: quote(pollTitle(poll)) })

const optionOf = ({ within: [poll, option] }: { within: [OwnPoll, Omit<PollOption, 'id'>] }) => ({
  ...pollOf({ within: [poll] }),
  option: quote(optionName(option)),
})

export const polls: SectionHistory<Polls> = {
  title: () => m.history_section_polls(),
  companions: ['coming_then'],
  words: {
    polls: {
      insert: (change) => m.history_poll_added(pollOf(change)),
      remove: (change) => m.history_poll_removed(pollOf(change)),
      move: () => m.history_polls_moved(),
      each: {
        kind: (change) => m.history_poll_changed(pollOf(change)),
        question: (change) => m.history_poll_question(textChange(change)),
        options: {
          insert: (change) => m.history_poll_option_added(optionOf(change)),
          remove: (change) => m.history_poll_option_removed(optionOf(change)),
          move: (change) => m.history_poll_options_moved(pollOf(change)),
          each: {
            text: (change) => m.history_poll_option_text({ ...pollOf(change), ...textChange(change) }),
            first: (change) => m.history_poll_option_changed(optionOf(change)),
            last: (change) => m.history_poll_option_changed(optionOf(change)),
          },
        },
        deadline: (change) => m.history_poll_deadline({ ...pollOf(change), ...dateChange(change) }),
        is_closed: (change) =>
          change.to ? m.history_poll_closed(pollOf(change)) : m.history_poll_reopened(pollOf(change)),
        taken: (change) =>
          change.to === '' ? m.history_poll_untaken(pollOf(change)) : m.history_poll_taken(pollOf(change)),
      },
    },
    answers: {
      insert: () => m.history_poll_answer_added(),
      remove: ({ into }) => (into === undefined ? m.history_poll_answer_removed() : m.history_poll_answer_merged()),
      move: () => m.history_poll_answer_changed(),
      each: {
        poll: () => m.history_poll_answer_changed(),
        option: () => m.history_poll_answer_changed(),
        person_id: () => m.history_poll_answer_person(),
        answer: (change) =>
          change.to === '' ? m.history_poll_answer_removed() : m.history_poll_answered({ answer: change.to }),
        coming_then: () => m.history_poll_answer_changed(),
      },
    },
  },
}
