import { CalendarPlus, MessageCircleQuestion } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { canEditPlan, canTakeOption } from '#domain/access.ts'
import { isDatesOption, MAX_POLLS, type Poll, type Polls } from '#domain/plan/polls.ts'
import { withoutPoll, withPoll, withPollChange } from '#domain/polls/changes.ts'
import { pollTitle } from '#domain/polls/poll-words.ts'
import {
  type DatesOption,
  takenDates,
  withAnswersOf,
  withAnswersUsed,
  withTakenDates,
  withTakenOption,
} from '#domain/polls/take-dates.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { useFocusAfter } from '#web/trip-core/editing/use-focus-after.ts'
import { showIfLinked } from '#web/trip-core/linked-entry.ts'
import { RemindSwitch } from '#web/trip-core/remind-switch.tsx'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { Button } from '#web/ui/button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { inReverse } from './in-reverse.ts'
import { type PollActions, PollCard } from './poll-card.tsx'
import { optionTitle } from './poll-words.ts'
import { type PollsView, useFixedOrder, usePolls } from './use-polls.ts'

const ProposeDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./propose-dialog.tsx'))).ProposeDialog,
}))
const AskQuestionDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./ask-question-dialog.tsx'))).AskQuestionDialog,
}))
const ChangeDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./change-dialog.tsx'))).ChangeDialog,
}))
const TakeDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./take-dialog.tsx'))).TakeDialog,
}))
const AnswerForDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./answer-for-dialog.tsx'))).AnswerForDialog,
}))

/** What the group is asked, and what it says. */
export function PollsPart({ trip, failures }: TabProps) {
  const view = usePolls(trip)
  const { polls, people, details } = failures ?? {}
  if (!view) return <SectionState loading={m.polls_loading()} failure={polls ?? people ?? details} />
  return <PollList trip={trip} view={view} />
}

type Opened =
  | { what: 'propose' | 'ask' }
  | { what: 'change' | 'answer_for'; pollId: string }
  | { what: 'take'; pollId: string; optionId: string }

function PollList({ trip, view }: { trip: Trip; view: PollsView }) {
  const { section } = view
  const today = useTripClock(trip.id).date
  const [opened, setOpened] = useState<Opened>()
  const [undo, setUndo] = useState<Undo>()
  const { polls } = section.value
  const byId = new Map(polls.map((poll) => [poll.id, poll]))
  const order = useFixedOrder(
    polls.toSorted((one, other) => Number(one.is_closed) - Number(other.is_closed)).map(({ id }) => id),
  )
  const edit = canEditPlan(trip) ? section.edit : undefined
  const heading = useFocusAfter(opened !== undefined)
  const openPoll = opened && 'pollId' in opened ? byId.get(opened.pollId) : undefined
  const openOption = opened?.what === 'take' ? openPoll?.options.find(({ id }) => id === opened.optionId) : undefined
  // Somebody else has removed it: close it, so that it does not open again by itself if it is restored.
  // The same if it is closed meanwhile, unless it is changed.
  const isGone = !openPoll || (opened?.what === 'take' && !openOption)
  const isOver = opened?.what !== 'change' && openPoll?.is_closed
  if (opened && 'pollId' in opened && (isGone || isOver)) setOpened(undefined)
  const close = () => setOpened(undefined)
  const offer = (text: string, change: (value: Polls) => Polls) =>
    edit && setUndo({ text, undo: edit(change, 'at-once') })
  const add = (poll: Poll) => {
    // Who asks the group is asked too.
    view.join()
    offer(m.polls_added({ poll: pollTitle(poll) }), (value) => withPoll(value, poll))
  }
  const actions = pollActions({ view, today, setOpened, setUndo })

  return (
    <section
      ref={showIfLinked}
      id="polls"
      tabIndex={-1}
      aria-labelledby="polls-title"
      className="flex min-w-0 flex-col gap-4"
    >
      <h2 ref={heading} tabIndex={-1} id="polls-title" className="text-xl">
        {m.polls_title()}
      </h2>
      {polls.length === 0 && <p className="text-muted">{edit ? m.polls_empty() : m.polls_empty_member()}</p>}
      {edit && polls.length < MAX_POLLS && (
        <div className="flex flex-wrap gap-3 print:hidden">
          <Button variant={polls.length === 0 ? 'primary' : 'quiet'} onClick={() => setOpened({ what: 'propose' })}>
            <CalendarPlus aria-hidden="true" className="size-5" />
            {m.polls_propose_open()}
          </Button>
          <Button variant="quiet" onClick={() => setOpened({ what: 'ask' })}>
            <MessageCircleQuestion aria-hidden="true" className="size-5" />
            {m.polls_ask_open()}
          </Button>
        </div>
      )}
      {edit && polls.length >= MAX_POLLS && <p className="text-sm text-muted">{m.polls_full({ count: MAX_POLLS })}</p>}
      {order.map((id) => {
        const poll = byId.get(id)
        return poll && <PollCard key={id} {...{ trip, poll, view, today, actions }} />
      })}
      {polls.some(({ is_closed }) => !is_closed) && <RemindSwitch trip={trip} />}
      <Suspense>
        {edit && opened?.what === 'propose' && <ProposeDialog {...{ today }} onAdd={add} onClose={close} />}
        {edit && opened?.what === 'ask' && <AskQuestionDialog {...{ today }} onAdd={add} onClose={close} />}
        {edit && openPoll && opened?.what === 'change' && (
          <ChangeDialog
            poll={openPoll}
            {...{ today, edit }}
            onClosed={
              openPoll.taken === '' || canTakeOption(trip)
                ? (is_closed) => {
                    const poll = pollTitle(openPoll)
                    const text = is_closed ? m.polls_closed_done({ poll }) : m.polls_reopened({ poll })
                    offer(text, (value) => withPollChange(value, openPoll.id, { is_closed, taken: '' }))
                    close()
                  }
                : undefined
            }
            onRemove={() => {
              offer(m.common_removed({ name: pollTitle(openPoll) }), (value) => withoutPoll(value, openPoll.id))
              close()
            }}
            onClose={close}
          />
        )}
        {openPoll && openOption && isDatesOption(openOption) && (
          <TakeDialog
            option={openOption}
            {...{ view, today }}
            onConfirm={() => setUndo(takeDates(view, openPoll, openOption))}
            onClose={close}
          />
        )}
        {openPoll && opened?.what === 'answer_for' && (
          <AnswerForDialog
            poll={openPoll}
            {...{ view, today }}
            onAnswer={(optionId, person, answer) => void view.answer?.(openPoll, [optionId], [person], answer)}
            onClose={close}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </section>
  )
}

interface ActionSetting {
  view: PollsView
  today: ReturnType<typeof useTripClock>['date']
  setOpened: (opened: Opened) => void
  setUndo: (undo: Undo) => void
}

function pollActions({ view, today, setOpened, setUndo }: ActionSetting): PollActions {
  const { section, people, answer } = view
  return {
    change: (pollId) => setOpened({ what: 'change', pollId }),
    answerFor: (pollId) => setOpened({ what: 'answer_for', pollId }),
    take(poll, optionId) {
      const option = poll.options.find(({ id }) => id === optionId)
      if (!option) return
      if (isDatesOption(option)) return setOpened({ what: 'take', pollId: poll.id, optionId })
      const undo = section.edit?.((value) => withTakenOption(value, poll.id, optionId), 'at-once')
      if (undo) setUndo({ text: m.polls_taken_done({ option: optionTitle(option, today) }), undo })
    },
    takeLate(poll, personIds) {
      const option = takenDates(section.value, poll.id)
      if (!option) return
      const who = new Set(personIds)
      const undos = [
        people.edit?.((value) => withAnswersOf(value, section.value, option, who), 'at-once'),
        section.edit?.((value) => withAnswersUsed(value, people.value, option, who), 'at-once'),
      ]
      setUndo({ text: m.polls_late_used(), undo: inReverse(undos) })
    },
    replaced: (undo) => setUndo({ text: m.polls_answer_replaced(), undo }),
    sayComing(poll, person, coming) {
      const undo = view.sayComing?.(poll, person, coming)
      if (undo) setUndo({ text: m.polls_late_said(), undo })
    },
    clear(poll, persons) {
      const optionIds = poll.options.map(({ id }) => id)
      const undo = answer?.(poll, optionIds, persons, '')
      if (undo) setUndo({ text: m.polls_answer_cleared(), undo })
    },
  }
}

/**
 * The dates become the trip's, and the answers attendance: three edits that are sent together. The poll is last: if a
 * large group needs a second request, it is closed once all the rest has arrived.
 */
function takeDates({ section, people, details }: PollsView, poll: Poll, option: DatesOption): Undo {
  const undos = [
    details.edit?.((value) => withTakenDates(value, option), 'at-once'),
    people.edit?.((value) => withAnswersOf(value, section.value, option), 'at-once'),
    section.edit?.(
      (value) => withAnswersUsed(withTakenOption(value, poll.id, option.id), people.value, option),
      'at-once',
    ),
  ]
  return { text: m.polls_taken_dates_done(), undo: inReverse(undos) }
}
