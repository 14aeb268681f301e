/** A trail with a marker that walks along it. `percent` is a whole number from 0 to 100. */
export function TrailProgress({ percent, label }: { percent: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="relative h-6 rounded-full border border-line bg-raised"
    >
      <div
        className="absolute inset-y-0 left-0 overflow-hidden rounded-full transition-[width] duration-240"
        style={{ width: `${percent}%` }}
      >
        <div className="size-full bg-action" />
      </div>
      <div className="absolute inset-x-3 inset-y-0">
        <div className="absolute inset-x-0 top-1/2 border-t-2 border-dashed border-edge/60" />
        <span
          className="absolute top-1/2 size-4 -translate-1/2 rounded-full border-3 border-surface bg-accent transition-[left] duration-240"
          style={{ left: `${percent}%` }}
        />
      </div>
    </div>
  )
}
