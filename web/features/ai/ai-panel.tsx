import { ChevronDown, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import * as m from '#messages'
import { type AiTextControl, useIsWithoutAi } from '#web/data/trips/ai-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { rich } from '#web/ui/rich.ts'
import { SimpleText } from '#web/ui/simple-text.tsx'

interface AiPanelProps {
  title: string
  icon: LucideIcon
  /** The button's label, and the text shown while the answer is generated. */
  button: string
  loading: string
  errorTitle: string
  control: AiTextControl
  /** What the details lack, and what to do about it. */
  missing?: string
  hint: string
  /** What is known without an AI. */
  above?: ReactNode
  /** A label above the text, for example that it is simulated. */
  mark?: ReactNode
}

/** A text that an AI provider generates on request. */
export function AiPanel({
  title,
  icon,
  button,
  loading,
  errorTitle,
  control,
  missing,
  hint,
  above,
  mark,
}: AiPanelProps) {
  const { state, ask, cancel } = control
  const isAsking = state.status === 'asking'
  const isWithoutAi = useIsWithoutAi()
  const why = useId()
  return (
    <Panel isQuiet title={title} icon={icon}>
      <div className="grid grid-cols-1 gap-4">
        {above}
        <div className="flex flex-wrap items-center gap-3">
          {isWithoutAi ? (
            // Pressed, it says what the operator must do.
            <button
              type="button"
              disabled={!ask}
              aria-describedby={why}
              onClick={() => !isAsking && ask?.()}
              className="touch text-sm text-muted underline underline-offset-4 disabled:no-underline"
            >
              {button}
            </button>
          ) : (
            <Button variant="quiet" busy={isAsking} disabled={!ask} onClick={ask}>
              {button}
            </Button>
          )}
          {isAsking && (
            <Button variant="quiet" onClick={cancel}>
              {m.common_cancel()}
            </Button>
          )}
          {!ask && (
            <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
              {missing && <span className="font-semibold">{missing} </span>}
              {hint}
            </p>
          )}
          {isWithoutAi && (
            <details className="group text-sm text-muted">
              <summary className="touch flex w-fit cursor-pointer list-none items-center gap-1 rounded-md [&::-webkit-details-marker]:hidden">
                {m.details_ai_none_title()}
                <ChevronDown
                  aria-hidden="true"
                  className="size-4 shrink-0 transition-transform group-open:rotate-180"
                />
              </summary>
              <p id={why} className="pb-1">
                {m.details_ai_none()}
              </p>
            </details>
          )}
        </div>
        {isAsking && <Loading text={loading} className="p-4!" />}
        {state.status === 'failed' && <ErrorBox title={errorTitle} message={state.message} />}
        {state.status === 'done' && (
          <div role="status" className="grid gap-2 border-l-4 border-edge/60 pl-4">
            {mark}
            <p className="text-sm font-semibold">{state.made.about}</p>
            <SimpleText text={state.made.text} />
            <p className="text-sm text-muted">
              <MadeAt at={new Date(state.made.at)} />
            </p>
          </div>
        )}
      </div>
    </Panel>
  )
}

function MadeAt({ at }: { at: Date }) {
  return rich(
    m.details_ai_made({
      date: at.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' }),
      time: (text) => <time dateTime={at.toISOString()}>{text}</time>,
    }),
  )
}
