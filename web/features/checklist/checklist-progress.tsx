import * as m from '#messages'
import { rich } from '#web/ui/rich.ts'
import { TrailProgress } from '#web/ui/trail-progress.tsx'

interface ChecklistProgressProps {
  done: number
  total: number
  percent: number
  /** After the trip it only says what was packed. */
  isOver: boolean
}

export function ChecklistProgress({ done, total, percent, isOver }: ChecklistProgressProps) {
  return (
    <section aria-label={m.checklist_progress_title()} className="card p-4">
      <p className="mb-2 flex max-w-none items-baseline justify-between gap-3">
        <span>
          {rich(
            (isOver ? m.checklist_progress_over : m.checklist_progress)({
              done,
              total,
              figure: (text) => <span className="sign text-3xl tabular-nums">{text}</span>,
            }),
          )}
        </span>
        <span className="text-muted tabular-nums">{m.common_percent({ percent })}</span>
      </p>
      <TrailProgress percent={percent} label={m.checklist_progress_bar_label()} />
      {!isOver && total > 0 && done === total && (
        <p className="sign mt-3 max-w-none animate-arrive text-center text-good">{m.checklist_progress_all_done()}</p>
      )}
    </section>
  )
}
