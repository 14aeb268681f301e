import { useId } from 'react'
import type { ComingAnswer } from '#domain/plan/people.ts'
import * as m from '#messages'
import { useTripOver } from '#web/trip-core/days/trip-over.ts'
import { answerName, nameOf } from '#web/trip-core/people/person-words.ts'

const choices = ['coming', 'unsure', 'not_coming'] as const

interface ComingChoiceProps {
  /** '' if they have none yet; undefined for several people at once. */
  name: string | undefined
  value: ComingAnswer
  /** For the question that the page asks first. */
  isLarge?: boolean
  onChange: (coming: ComingAnswer) => void
}

/** Whether a person comes, in one press. Uses native radio buttons; none is selected before there is an answer. */
export function ComingChoice({ name, value, isLarge = false, onChange }: ComingChoiceProps) {
  const group = useId()
  const isOver = useTripOver()
  return (
    <fieldset className="min-w-0">
      <legend className={name === undefined ? 'mb-1.5 text-sm font-semibold' : 'sr-only'}>
        {questionOf(name, isOver)}
      </legend>
      {/* The colour between the choices is their lines. With large text, those without room are below. */}
      <div className="flex flex-wrap gap-px overflow-hidden rounded-md border border-edge bg-edge">
        {choices.map((coming) => (
          <label
            key={coming}
            className={`sign touch relative flex min-w-min! grow basis-20 items-center justify-center bg-raised px-1 text-center leading-tight wrap-break-word transition-colors forced-colors:outline hover:bg-action-soft has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus ${isLarge ? 'min-h-16 text-base' : 'text-sm'}`}
          >
            <input
              type="radio"
              name={group}
              checked={value === coming}
              onChange={() => onChange(coming)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {answerName(coming, isOver)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function questionOf(name: string | undefined, isOver: boolean): string {
  if (name === undefined) return isOver ? m.group_came_question_many() : m.group_coming_question_many()
  if (isOver) return m.group_came_question({ name: nameOf({ name }) })
  return name === '' ? m.group_coming_question_nameless() : m.group_coming_question({ name })
}
