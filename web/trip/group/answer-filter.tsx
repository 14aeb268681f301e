import { comingName } from '#domain/people-words.ts'
import type { ComingAnswer } from '#domain/plan/people.ts'
import * as m from '#messages'

interface AnswerFilterProps {
  counts: Record<ComingAnswer, number>
  /** The selected answer: only people who gave it are shown. */
  only: ComingAnswer | undefined
  onOnly: (only: ComingAnswer | undefined) => void
}

const order = ['coming', 'unsure', 'open', 'not_coming'] satisfies ComingAnswer[]

/** Counts the answers; pressing one filters the people by it. */
export function AnswerFilter({ counts, only, onOnly }: AnswerFilterProps) {
  return (
    <fieldset className="neatline grid min-w-0 grid-cols-4 overflow-hidden rounded-lg border border-edge/60 bg-surface">
      <legend className="sr-only">{m.group_answers_label()}</legend>
      {order.map((coming) => (
        <button
          key={coming}
          type="button"
          aria-pressed={only === coming}
          onClick={() => onOnly(only === coming ? undefined : coming)}
          className="touch grid content-start gap-0.5 border-line px-1 py-2.5 text-center transition-colors not-first-of-type:border-l hover:bg-action-soft aria-pressed:bg-action-soft"
        >
          <span className={`sign text-2xl tabular-nums ${coming === 'coming' ? 'text-action' : ''}`}>
            {counts[coming]}
          </span>{' '}
          <span className="text-xs leading-tight text-muted">
            {coming === 'open' ? m.group_answer_none() : comingName(coming)}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
