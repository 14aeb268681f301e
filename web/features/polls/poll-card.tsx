import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { canEditPlan, canTakeOption } from '#domain/access.ts'
import { listText } from '#domain/list-text.ts'
import type { LocalDate } from '#domain/local-date.ts'
import type { Poll, PollAnswer } from '#domain/plan/polls.ts'
import type { Answering } from '#domain/polls/changes.ts'
import { pollTitle } from '#domain/polls/poll-words.ts'
import { listLateAnswers } from '#domain/polls/take-dates.ts'
import { type PollTally, tallyPoll } from '#domain/polls/tally.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { ShareText } from '#web/trip-core/share-text.tsx'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { rich } from '#web/ui/rich.ts'
import { OptionRow } from './option-row.tsx'
import { deadlineText, eachAnswer, optionTitle } from './poll-words.ts'
import { answerOf, commonAnswer, listAsked, type PollsView, useFixedOrder } from './use-polls.ts'

export interface PollActions {
  change: (pollId: string) => void
  answerFor: (pollId: string) => void
  take: (poll: Poll, optionId: string) => void
  takeLate: (poll: Poll) => void
  clear: (poll: Poll, people: readonly Answering[]) => void
}

interface PollCardProps {
  trip: Trip
  poll: Poll
  view: PollsView
  today: LocalDate
  actions: PollActions
}

/** What is asked, with its options while it is open, and its result once it is closed. */
export function PollCard(props: PollCardProps) {
  const { trip, poll, view, today, actions } = props
  const title = pollTitle(poll)
  const tally = tallyPoll(poll, view.section.value, view.people.value)
  const order = useFixedOrder(tally.options.map(({ option }) => option.id))
  const deadline = deadlineText(poll, today)
  return (
    <article aria-label={title} className="grid grid-cols-1 gap-2 card px-4 py-3">
      <header className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <h3 className="py-1.5 text-lg leading-snug wrap-anywhere">{title}</h3>
          {!poll.is_closed && deadline && <p className="text-sm text-muted">{deadline}</p>}
        </div>
        {canEditPlan(trip) && view.section.edit && (
          <IconButton
            icon={Pencil}
            label={m.polls_change_label({ poll: title })}
            title={m.polls_change()}
            className="-mr-2"
            onClick={() => actions.change(poll.id)}
          />
        )}
      </header>
      {poll.is_closed ? <ClosedPoll {...props} {...{ tally, order }} /> : <OpenPoll {...props} {...{ tally, order }} />}
    </article>
  )
}

interface Tallied extends PollCardProps {
  tally: PollTally
  /** The ids of the options in the order in which they are shown. */
  order: readonly string[]
}

function OpenPoll({ trip, poll, view, today, actions, tally, order }: Tallied) {
  const { section, me, nameOf, answer } = view
  const [isApart, setIsApart] = useState(false)
  const own = listAsked(poll, section.value, view.own)
  const optionIds = poll.options.map(({ id }) => id)
  const hasAnswered = optionIds.some((id) => commonAnswer(section.value, id, own) !== '')
  const hasParty = own.length > 1
  const kind = poll.kind
  return (
    <>
      {answer && optionIds.length > 0 && (
        <div className="grid grid-cols-1 gap-1">
          {hasParty && (
            <p className="text-sm wrap-anywhere">{m.polls_answer_for_whom({ names: namesOf(own, view) })}</p>
          )}
          {view.isAdded && <p className="text-sm text-muted">{m.polls_not_listed()}</p>}
          {/* The height stays when the button goes: the choices below must not move. */}
          <div className="flex min-h-13 items-center">
            {hasAnswered ? (
              <p role="status" className="text-sm text-muted">
                {m.polls_answer_all_kept()}
              </p>
            ) : (
              <Button onClick={() => answer(poll, optionIds, own, 'yes')}>
                {m.polls_answer_all_suit({ who: hasParty ? 'party' : 'me' })}
              </Button>
            )}
          </div>
          {hasParty && (
            <TextButton aria-expanded={isApart} className="justify-self-start" onClick={() => setIsApart(!isApart)}>
              {isApart ? m.polls_answer_together() : m.polls_answer_apart()}
            </TextButton>
          )}
        </div>
      )}
      <Options
        {...{ poll, view, today, tally, order, own }}
        isApart={isApart && hasParty}
        onAnswer={
          answer &&
          ((optionId: string, people: readonly Answering[], said: PollAnswer) =>
            void answer(poll, [optionId], people, said))
        }
        onTake={canTakeOption(trip) ? (optionId) => actions.take(poll, optionId) : undefined}
      />
      <div className="flex flex-wrap items-center gap-x-6">
        {answer && hasAnswered && (
          <TextButton onClick={() => actions.clear(poll, own)}>
            {m.polls_answer_clear({ count: own.length })}
          </TextButton>
        )}
        {answer && canEditPlan(trip) && (
          <TextButton onClick={() => actions.answerFor(poll.id)}>{m.polls_answer_for_open()}</TextButton>
        )}
      </div>
      {tally.unanswered.length > 0 && (
        <div className="flex items-center gap-2 border-t border-line pt-2">
          <p className="min-w-0 max-w-none grow text-sm text-muted wrap-anywhere">
            {m.polls_unanswered({ names: listText(tally.unanswered.map(nameOf)), count: tally.unanswered.length })}
          </p>
          {canTakeOption(trip) && tally.unanswered.some((id) => id !== me) && (
            <div className="-mr-2 flex shrink-0 items-center">
              <ShareText
                title={pollTitle(poll)}
                label={m.polls_share()}
                textOf={() =>
                  m.polls_share_text({
                    kind,
                    poll: pollTitle(poll),
                    trip: trip.name,
                    link: `${location.origin}/trip/${trip.id}/before#polls`,
                  })
                }
              />
            </div>
          )}
        </div>
      )}
      <Uncounted count={tally.uncounted} />
    </>
  )
}

function ClosedPoll({ trip, poll, view, today, actions, tally, order }: Tallied) {
  const { section, people, details, nameOf } = view
  const [isShown, setIsShown] = useState(false)
  const taken = poll.options.find(({ id }) => id === poll.taken)
  const own = listAsked(poll, section.value, view.own)
  const common = taken ? commonAnswer(section.value, taken.id, own) : ''
  const late = listLateAnswers(people.value, section.value, poll.id, details.value)
  const isOwnLate = late.some(({ person_id }) => view.own.some(({ id }) => id === person_id))
  return (
    <>
      <p className="wrap-anywhere">{taken ? m.polls_taken({ option: optionTitle(taken, today) }) : m.polls_closed()}</p>
      {taken && (
        <p className="text-sm text-muted wrap-anywhere">
          {common === 'differs'
            ? m.polls_own_answers({
                answers: eachAnswer(
                  own.map(({ id }) => ({ name: nameOf(id), answer: answerOf(section.value, taken.id, id) })),
                ),
              })
            : m.polls_own_answer({ answer: common || 'none' })}
        </p>
      )}
      {isOwnLate && (
        <Notice tone="warn">
          {rich(
            m.polls_late_own({
              link: (text) => (
                <Link
                  href={`/trip/${trip.id}/group?tab=people`}
                  className="touch inline-flex items-center font-semibold text-action underline underline-offset-4"
                >
                  {text}
                </Link>
              ),
            }),
          )}
        </Notice>
      )}
      {canTakeOption(trip) && late.length > 0 && (
        <section aria-label={m.polls_late()} className="grid gap-2 rounded-md bg-inlay p-3">
          <ul className="grid gap-1 text-sm">
            {late.map(({ id, person_id, answer }) => (
              <li key={id} className="max-w-none wrap-anywhere">
                {m.polls_late_answer({ name: nameOf(person_id), answer: answer || 'no' })}
              </li>
            ))}
          </ul>
          <Button variant="quiet" className="justify-self-start" onClick={() => actions.takeLate(poll)}>
            {m.polls_late_use()}
          </Button>
        </section>
      )}
      <TextButton aria-expanded={isShown} className="justify-self-start" onClick={() => setIsShown(!isShown)}>
        {isShown ? m.polls_show_less() : m.polls_show()}
      </TextButton>
      {isShown && (
        <>
          <Options
            {...{ poll, view, today, tally, order, own }}
            isApart={false}
            onAnswer={undefined}
            onTake={undefined}
          />
          <Uncounted count={tally.uncounted} />
        </>
      )}
    </>
  )
}

interface OptionsProps extends Pick<Tallied, 'poll' | 'view' | 'today' | 'tally' | 'order'> {
  own: readonly Answering[]
  isApart: boolean
  onAnswer: ((optionId: string, people: readonly Answering[], answer: PollAnswer) => void) | undefined
  onTake: ((optionId: string) => void) | undefined
}

function Options({ poll, view, today, tally, order, own, isApart, onAnswer, onTake }: OptionsProps) {
  const byId = new Map(tally.options.map((one) => [one.option.id, one]))
  return (
    <ul>
      {order.flatMap((id) => {
        const one = byId.get(id)
        if (!one) return []
        return (
          <OptionRow
            key={id}
            {...{ poll, own, isApart, today }}
            tally={one}
            asked={tally.answered + tally.unanswered.length}
            isBest={tally.best.includes(id)}
            value={view.section.value}
            nameOf={view.nameOf}
            onAnswer={onAnswer && ((people, answer) => onAnswer(id, people, answer))}
            onTake={onTake && (() => onTake(id))}
          />
        )
      })}
    </ul>
  )
}

/** Answers that are there and do not count. */
function Uncounted({ count }: { count: number }) {
  if (count === 0) return null
  return <p className="text-sm text-muted">{m.polls_uncounted({ count })}</p>
}

/** 'you, Kim, and Lou'. */
function namesOf(own: readonly Answering[], { me, nameOf }: PollsView): string {
  const others = own.filter(({ id }) => id !== me).map(({ id }) => nameOf(id))
  return listText(own.some(({ id }) => id === me) ? [m.polls_you(), ...others] : others)
}
