import type { Poll } from '#domain/plan/polls.ts'
import { pollTitle } from '#domain/polls/poll-words.ts'
import { tallyPoll } from '#domain/polls/tally.ts'
import * as m from '#messages'
import { section } from '#web/trip-core/derived/plan-view.ts'
import type { OpenKind, OpenPlan } from '#web/trip-core/open.ts'
import { isAsked } from './asked.ts'

interface OpenPoll {
  poll: Poll
  unanswered: readonly string[]
}

function listOpenPolls({ view, people, phase, today }: OpenPlan): OpenPoll[] {
  const value = section('polls')(view)
  if (!value) return []
  return value.polls
    .filter((poll) => isAsked(poll, phase.is, today))
    .map((poll) => ({ poll, unanswered: tallyPoll(poll, value, people).unanswered }))
}

const listMissing = (plan: OpenPlan) => listOpenPolls(plan).filter(({ unanswered }) => unanswered.length > 0)

/** Who has not answered an open poll. */
export const openKind: OpenKind = {
  list: {
    title: m.polls_open_title,
    texts: (plan) =>
      listMissing(plan).flatMap(({ poll, unanswered }) =>
        unanswered.map((id) => m.polls_open_person({ name: plan.nameInText(id), poll: pollTitle(poll) })),
      ),
  },
  count: {
    // Nobody is asked any more once all proposed dates are over.
    of: (plan) =>
      listOpenPolls(plan).length === 0
        ? undefined
        : new Set(listMissing(plan).flatMap(({ unanswered }) => unanswered)).size,
    text(count, plan) {
      const [only, ...others] = listMissing(plan)
      return only && others.length === 0
        ? m.polls_open_line({ count, poll: pollTitle(only.poll) })
        : m.polls_open_line_several({ count })
    },
    done: (plan) => ({ text: m.polls_open_done({ count: listOpenPolls(plan).length }), isSure: true }),
  },
}
