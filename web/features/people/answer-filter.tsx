import type { ComingAnswer } from '#domain/plan/people.ts'
import * as m from '#messages'
import { useTripOver } from '#web/trip-core/days/trip-over.ts'
import { answerOfSeveral } from '#web/trip-core/people/person-words.ts'
import type { ListFilter } from './listed-people.ts'

interface AnswerFilterProps {
  counts: Record<ComingAnswer, number>
  /** Whether today is one of the trip's days. */
  isUnderWay: boolean
  /** The selected answer: only people who gave it are shown. */
  only: ListFilter | undefined
  onOnly: (only: ListFilter | undefined) => void
}

const order = ['coming', 'unsure', 'open', 'not_coming'] satisfies ComingAnswer[]

/** In a small group the answers that nobody gave are left out. */
const SMALL_GROUP = 6

/** Counts the answers; pressing one filters the people by it. */
export function AnswerFilter({ counts, isUnderWay, only, onOnly }: AnswerFilterProps) {
  const isOver = useTripOver()
  const total = order.reduce((sum, coming) => sum + counts[coming], 0)
  const shown = order.filter((coming) => total > SMALL_GROUP || counts[coming] > 0 || only === coming)
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{m.group_answers_label()}</legend>
      <div
        className={`grid gap-1.5 ${
          shown.length > 2
            ? 'grid-cols-[repeat(auto-fit,minmax(min(100%,4.5rem),1fr))]'
            : 'grid-cols-[repeat(auto-fill,minmax(min(100%,7rem),1fr))]'
        }`}
      >
        {shown.map((coming) => (
          <button
            key={coming}
            type="button"
            aria-pressed={only === coming}
            onClick={() => onOnly(only === coming ? undefined : coming)}
            className="touch grid content-start justify-items-center gap-0.5 rounded-md border border-transparent bg-raised px-0.5 py-1.5 text-center transition-colors hover:bg-action-soft aria-pressed:border-action aria-pressed:bg-action-soft"
          >
            <span className={`sign text-3xl leading-none tabular-nums ${coming === 'coming' ? 'text-action' : ''}`}>
              {counts[coming]}
            </span>{' '}
            <span className="min-w-0 text-xs leading-tight text-muted">
              {answerOfSeveral(coming, { isOver, isUnderWay })}
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}
