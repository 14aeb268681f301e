/** A progress bar as a trail with a marker. `percent` is a whole number from 0 to 100. */
export function TrailProgress({ percent, label }: { percent: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="relative h-6 overflow-clip rounded-full border border-line bg-raised"
    >
      {/* Transforms animate without another layout or paint. Its straight end is below the marker. */}
      <div
        className="absolute inset-0 bg-action transition-transform duration-240"
        style={{ transform: `translateX(${percent - 100}%)` }}
      />
      <div className="absolute inset-x-3 top-1/2 border-t-2 border-dashed border-edge/60" />
      {/* At the end of what is filled, but whole at both ends. */}
      <div
        className="absolute inset-0 transition-transform duration-240"
        style={{ transform: `translateX(clamp(0.75rem, ${percent}%, 100% - 0.75rem))` }}
      >
        <span className="absolute top-1/2 left-0 size-4 -translate-1/2 rounded-full border-3 border-surface bg-accent" />
      </div>
    </div>
  )
}
