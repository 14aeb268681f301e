import { TrailProgress } from '#web/ui/trail-progress.tsx'

export function ChecklistProgress({ done, total, percent }: { done: number; total: number; percent: number }) {
  return (
    <section aria-label="Progress" className="rounded-lg border border-edge/60 bg-surface p-4">
      <p className="mb-2 flex max-w-none items-baseline justify-between gap-3">
        <span>
          <span className="sign text-lg tabular-nums">
            {done}/{total}
          </span>{' '}
          items
        </span>
        <span className="sign text-lg text-action tabular-nums">{percent}%</span>
      </p>
      <TrailProgress percent={percent} label="Items completed" />
      {total > 0 && done === total && (
        <p className="sign mt-3 max-w-none animate-arrive text-center text-good">All packed. Enjoy the trail.</p>
      )}
    </section>
  )
}
