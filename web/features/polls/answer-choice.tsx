import { useId } from 'react'
import { type PollAnswer, pollAnswers } from '#domain/plan/polls.ts'
import * as m from '#messages'

interface AnswerChoiceProps {
  /** What is asked, for screen readers: the page says it above. */
  question: string
  /** 'differs': several people say different things. */
  value: PollAnswer | 'differs'
  onChange: (answer: PollAnswer) => void
}

const choices = pollAnswers.filter((answer) => answer !== '')

/**
 * Yes, if need be, or no. Uses native radio buttons; none is selected before there is an answer. Pressing the selected
 * one changes nothing: a second tap must not erase the answer.
 */
export function AnswerChoice({ question, value, onChange }: AnswerChoiceProps) {
  const group = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{question}</legend>
      {/* The colour between the choices is their lines. With large text, those without room are below. */}
      <div className="flex flex-wrap gap-px overflow-hidden rounded-md border border-edge bg-edge">
        {choices.map((answer) => (
          <label
            key={answer}
            className="sign touch relative flex min-w-min! grow basis-20 items-center justify-center bg-raised px-1 text-center text-sm leading-tight wrap-break-word transition-colors forced-colors:outline hover:bg-action-soft has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              checked={value === answer}
              onChange={() => onChange(answer)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {m.polls_answer_name({ answer })}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
