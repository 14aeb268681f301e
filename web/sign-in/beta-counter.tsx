/** How many have joined. `count` is undefined while it loads. */
export function BetaCounter({ count }: { count: number | undefined }) {
  return (
    <p role="status" className="flex items-baseline gap-2">
      <span className="sign text-xl text-accent tabular-nums">{count ?? 'Loading...'}</span>
      beta users joined
    </p>
  )
}
