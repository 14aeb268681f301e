import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { canEditPlan, canTakeOption } from '#domain/access.ts'
import { listText } from '#domain/list-text.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { comingName } from '#domain/people-words.ts'
import { isDatesOption, type Poll, type PollAnswer } from '#domain/plan/polls.ts'
import { type Asked, hasAnswered } from '#domain/polls/asked.ts'
import type { Answering } from '#domain/polls/changes.ts'
import { pollTitle } from '#domain/polls/poll-words.ts'
import { isDatesOf, type LateAnswer, listLateAnswers } from '#domain/polls/take-dates.ts'
import { type PollTally, tallyPoll } from '#domain/polls/tally.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { ShareText } from '#web/trip-core/share-text.tsx'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OptionRow } from './option-row.tsx'
import { deadlineText, eachAnswer, optionTitle } from './poll-words.ts'
import { answerOf, commonAnswer, doDiffer, listAsked, type PollsView, useFixedOrder } from './use-polls.ts'

export interface PollActions {
  change: (pollId: string) => void
  answerFor: (pollId: string) => void
  take: (poll: Poll, optionId: string) => void
  takeLate: (poll: Poll, personIds: readonly string[]) => void
  clear: (poll: Poll, people: readonly Answering[]) => void
  /** Offers to undo that one answer replaced different ones. */
  replaced: (undo: () => void) => void
  sayComing: (poll: Poll, person: Asked, coming: 'coming' | 'not_coming') => void
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
  const card = useRef<HTMLElement>(null)
  /** For a button that goes when it is pressed: the focus stays in the poll. */
  const keepFocus = () => card.current?.focus({ preventScroll: true })
  return (
    <article ref={card} tabIndex={-1} aria-label={title} className="grid grid-cols-1 gap-2 card px-4 py-3">
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
      {poll.is_closed ? (
        <ClosedPoll {...props} {...{ tally, order, keepFocus }} />
      ) : (
        <OpenPoll {...props} {...{ tally, order, keepFocus }} />
      )}
    </article>
  )
}

interface Tallied extends PollCardProps {
  tally: PollTally
  /** The ids of the options in the order in which they are shown. */
  order: readonly string[]
  keepFocus: () => void
}

function OpenPoll({ trip, poll, view, today, actions, tally, order, keepFocus }: Tallied) {
  const { section, answer, fill, isAdded } = view
  const isOnline = useIsOnline()
  const [isApart, setIsApart] = useState(false)
  const [wasAdded] = useState(isAdded)
  const own = listAsked(poll, section.value, view.own)
  const optionIds = poll.options.map(({ id }) => id)
  const hasSaid = optionIds.some((id) => commonAnswer(section.value, id, own) !== '')
  const areDone = own.every(({ id }) => hasAnswered(poll, section.value.answers, id))
  const hasParty = own.length > 1
  return (
    <>
      {fill && own.length > 0 && optionIds.length > 0 && (
        <div className="grid grid-cols-1 gap-1">
          {hasParty && (
            <p className="text-sm wrap-anywhere">{m.polls_answer_for_whom({ names: namesOf(own, view) })}</p>
          )}
          {/* Its place stays when it goes: the choices below must not move. */}
          {(wasAdded || isAdded) && (
            <p className={`text-sm text-muted ${isAdded ? '' : '[visibility:hidden]'}`}>{m.polls_not_listed()}</p>
          )}
          {view.isUndecided && <p className="text-sm text-warn">{m.polls_answer_undecided()}</p>}
          {/* The same with the button. */}
          <div className="flex min-h-13 items-center">
            {areDone ? (
              <p role="status" className="text-sm text-muted">
                {m.polls_answer_all_kept({ how: isOnline ? poll.kind : 'offline' })}
              </p>
            ) : (
              <Button
                onClick={() => {
                  fill(poll, optionIds, own, 'yes')
                  keepFocus()
                }}
              >
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
          answer && own.length > 0
            ? (optionId, people, said) => {
                const isReplacing = doDiffer(section.value, optionId, people)
                const undo = answer(poll, [optionId], people, said)
                if (isReplacing) actions.replaced(undo)
              }
            : undefined
        }
        onTake={canTakeOption(trip) ? (optionId) => actions.take(poll, optionId) : undefined}
      />
      {/* What comes and goes is last, and its place is always free. */}
      <div className="flex min-h-11 flex-wrap items-center gap-x-6">
        {answer && canEditPlan(trip) && (
          <TextButton onClick={() => actions.answerFor(poll.id)}>{m.polls_answer_for_open()}</TextButton>
        )}
        {answer && own.length > 0 && (
          <TextButton
            className={hasSaid ? '' : '[visibility:hidden]'}
            onClick={() => {
              actions.clear(poll, own)
              keepFocus()
            }}
          >
            {m.polls_answer_clear({ count: own.length })}
          </TextButton>
        )}
      </div>
      <Unanswered {...{ trip, poll, view, tally }} />
      <Uncounted count={tally.uncounted} />
    </>
  )
}

/** Who has not answered. It stays as high as it was, so that nothing below moves while people answer. */
function Unanswered({ trip, poll, view, tally }: Pick<Tallied, 'trip' | 'poll' | 'view' | 'tally'>) {
  const { me, nameOf } = view
  const { unanswered } = tally
  const count = unanswered.length
  const text =
    count === 0 ? m.polls_unanswered_none() : m.polls_unanswered({ names: listText(unanswered.map(nameOf)), count })
  const [first] = useState(text)
  if (poll.options.length === 0) return null
  return (
    <div className="flex min-h-13 items-center gap-2 border-t border-line pt-2">
      <p
        data-first={first}
        className="grid min-w-0 max-w-none grow items-center text-sm text-muted wrap-anywhere before:[visibility:hidden] before:content-[attr(data-first)] before:[grid-area:1/1]"
      >
        <span className="[grid-area:1/1]">{text}</span>
      </p>
      {canTakeOption(trip) && unanswered.some((id) => id !== me) && (
        <div className="-mr-2 flex shrink-0 items-center">
          <ShareText
            title={pollTitle(poll)}
            label={m.polls_share()}
            textOf={() =>
              m.polls_share_text({
                kind: poll.kind,
                poll: pollTitle(poll),
                trip: trip.name,
                link: `${location.origin}/trip/${trip.id}/before#polls`,
              })
            }
          />
        </div>
      )}
    </div>
  )
}

function ClosedPoll({ trip, poll, view, today, actions, tally, order, keepFocus }: Tallied) {
  const { section, people, details, nameOf } = view
  const [isShown, setIsShown] = useState(false)
  const taken = poll.options.find(({ id }) => id === poll.taken)
  const own = listAsked(poll, section.value, view.own)
  const common = taken ? commonAnswer(section.value, taken.id, own) : ''
  const all = listLateAnswers(people.value, section.value, poll.id, details.value)
  const isOwn = ({ personId }: LateAnswer) => view.own.some(({ id }) => id === personId)
  const late = all.filter((one) => !isOwn(one))
  const { departure_date, return_date } = details.value
  return (
    <>
      <p className="wrap-anywhere">{taken ? m.polls_taken({ option: optionTitle(taken, today) }) : m.polls_closed()}</p>
      {taken && isDatesOption(taken) && !isDatesOf(taken, details.value) && (
        <p className="text-sm text-warn">
          {m.polls_taken_other({ dates: departure_date === '' && return_date === '' ? 'none' : 'others' })}
        </p>
      )}
      {taken && own.length > 0 && (
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
      {view.sayComing &&
        all.filter(isOwn).map((one) => (
          <OwnLate
            key={one.personId}
            late={one}
            view={view}
            onSay={(coming) => {
              const person = view.own.find(({ id }) => id === one.personId)
              if (person) actions.sayComing(poll, person, coming)
              keepFocus()
            }}
          />
        ))}
      {canTakeOption(trip) && late.length > 0 && (
        <section aria-label={m.polls_late()} className="grid gap-2 rounded-md bg-inlay p-3">
          <ul className="grid gap-1 text-sm">
            {late.map(({ personId, answer }) => (
              <li key={personId} className="max-w-none wrap-anywhere">
                {m.polls_late_answer({ name: nameOf(personId), answer: answer || 'none' })}
              </li>
            ))}
          </ul>
          <Button
            variant="quiet"
            className="justify-self-start"
            onClick={() => {
              const personIds = late.map(({ personId }) => personId)
              actions.takeLate(poll, personIds)
              keepFocus()
            }}
          >
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

interface OwnLateProps {
  late: LateAnswer
  view: PollsView
  onSay: (coming: 'coming' | 'not_coming') => void
}

/** Asks the current user's party what a late answer means: taking the dates did not count it. */
function OwnLate({ late: { personId, answer }, view: { me, nameOf }, onSay }: OwnLateProps) {
  const who = { who: personId === me ? 'me' : 'other', name: nameOf(personId) } as const
  return (
    <Notice
      tone="warn"
      action={
        <fieldset className="flex min-w-0 flex-wrap gap-2">
          <legend className="sr-only">{m.polls_late_own_question(who)}</legend>
          {(['coming', 'not_coming'] as const).map((coming) => (
            <Button key={coming} variant="quiet" onClick={() => onSay(coming)}>
              {comingName(coming)}
            </Button>
          ))}
        </fieldset>
      }
    >
      {m.polls_late_own({ ...who, answer: answer || 'none' })} {m.polls_late_own_question(who)}
    </Notice>
  )
}

interface OptionsProps extends Pick<Tallied, 'poll' | 'view' | 'today' | 'tally' | 'order'> {
  own: readonly Asked[]
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
            me={view.me}
            key={id}
            {...{ poll, own, isApart, today }}
            tally={one}
            asked={tally.asked}
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
