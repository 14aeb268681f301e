import { ChevronDown, Star } from 'lucide-react'
import { useState } from 'react'
import { listText } from '#domain/list-text.ts'
import type { LocalDate } from '#domain/local-date.ts'
import type { Poll, PollAnswer, Polls } from '#domain/plan/polls.ts'
import type { Answering } from '#domain/polls/changes.ts'
import type { OptionTally } from '#domain/polls/tally.ts'
import * as m from '#messages'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { AnswerChoice } from './answer-choice.tsx'
import { countsText, eachAnswer, optionTitle } from './poll-words.ts'
import { answerOf, commonAnswer } from './use-polls.ts'

interface OptionRowProps {
  poll: Poll
  tally: OptionTally
  /** How many people are asked. */
  asked: number
  isBest: boolean
  value: Polls
  /** For whom the current user answers. */
  own: readonly Answering[]
  /** Whether each of them has a choice of their own. */
  isApart: boolean
  nameOf: NameOf
  /** The current user's id in the plan. */
  me: string
  today: LocalDate
  /** Undefined for a closed poll. */
  onAnswer: ((people: readonly Answering[], answer: PollAnswer) => void) | undefined
  /** Undefined for people who may not. */
  onTake: (() => void) | undefined
}

/** An option with its answers, and the current user's own. */
export function OptionRow(props: OptionRowProps) {
  const { poll, tally, asked, isBest, value, own, isApart, nameOf, me, today, onAnswer, onTake } = props
  const { option, yes, ifNeedBe, no } = tally
  const [isOpen, setIsOpen] = useState(false)
  const title = optionTitle(option, today)
  const groups = [
    { ids: yes, text: m.polls_who_yes },
    { ids: ifNeedBe, text: m.polls_who_need },
    { ids: no, text: m.polls_who_no },
  ].filter(({ ids }) => ids.length > 0)
  return (
    <li className="grid max-w-none grid-cols-1 gap-2 border-b border-line py-3 last:border-b-0">
      <h4 className="text-base wrap-anywhere">{title}</h4>
      {onAnswer && <OwnChoice {...{ poll, title, value, own, isApart, nameOf, me, onAnswer }} optionId={option.id} />}
      {/* As high as its longest text mostly is, so that nothing moves while people answer. */}
      <p className="min-h-10 text-sm text-muted tabular-nums sm:min-h-5">{countsText(poll, tally, asked)}</p>
      {/* The place of what comes and goes is always free, so that nothing moves while somebody answers. */}
      <div className="-my-1 flex min-h-11 flex-wrap items-center gap-x-6">
        {groups.length > 0 && (
          <TextButton
            aria-expanded={isOpen}
            aria-label={m.polls_who_label({ option: title })}
            onClick={() => setIsOpen(!isOpen)}
          >
            {m.polls_who()}
            <ChevronDown aria-hidden="true" className={`size-4 shrink-0 ${isOpen ? 'rotate-180' : ''}`} />
          </TextButton>
        )}
        {onTake && (
          <TextButton aria-label={m.polls_take_label({ option: title })} onClick={onTake}>
            {m.polls_take()}
          </TextButton>
        )}
        <span
          className={`ml-auto flex items-center gap-1 text-sm font-semibold text-good ${isBest ? '' : '[visibility:hidden]'}`}
        >
          <Star aria-hidden="true" className="size-4 shrink-0" />
          {m.polls_best()}
        </span>
      </div>
      {isOpen && (
        <div className="grid gap-1 text-sm">
          {groups.map(({ ids, text }) => (
            <p key={text.name} className="max-w-none wrap-anywhere">
              {text({ names: listText(ids.map(nameOf)) })}
            </p>
          ))}
        </div>
      )}
    </li>
  )
}

type OwnChoiceProps = Pick<OptionRowProps, 'poll' | 'value' | 'own' | 'isApart' | 'nameOf' | 'me'> & {
  optionId: string
  title: string
  onAnswer: NonNullable<OptionRowProps['onAnswer']>
}

/** One choice for all of the party, or one for each of them. */
function OwnChoice({ poll, optionId, title, value, own, isApart, nameOf, me, onAnswer }: OwnChoiceProps) {
  const common = commonAnswer(value, optionId, own)
  const [didDiffer, setDidDiffer] = useState(common === 'differs')
  if (common === 'differs' && !didDiffer) setDidDiffer(true)
  const { kind } = poll
  if (isApart)
    return (
      <ul className="grid grid-cols-1 gap-2">
        {own.map((person) => (
          <li key={person.id} className="grid max-w-none grid-cols-1 gap-1">
            <span aria-hidden="true" className="text-sm wrap-anywhere">
              {nameOf(person.id)}
            </span>
            <AnswerChoice
              question={
                person.id === me
                  ? m.polls_answer_question({ kind, option: title })
                  : m.polls_answer_question_for({ kind, option: title, name: nameOf(person.id) })
              }
              value={answerOf(value, optionId, person.id)}
              onChange={(answer) => onAnswer([person], answer)}
            />
          </li>
        ))}
      </ul>
    )
  return (
    <>
      <AnswerChoice
        question={m.polls_answer_question({ kind, option: title })}
        value={common}
        onChange={(answer) => onAnswer(own, answer)}
      />
      {/* Its place stays, so that pressing a choice moves nothing. */}
      {didDiffer && (
        <p className={`text-sm text-warn wrap-anywhere ${common === 'differs' ? '' : '[visibility:hidden]'}`}>
          {m.polls_answer_differ({
            answers: eachAnswer(own.map(({ id }) => ({ name: nameOf(id), answer: answerOf(value, optionId, id) }))),
          })}
        </p>
      )}
    </>
  )
}
