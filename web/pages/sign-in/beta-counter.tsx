import * as m from '#messages'
/** How many people have joined. `count` is undefined while it loads; `isUnknown` if loading failed. */
export function BetaCounter({ count, isUnknown }: { count: number | undefined; isUnknown: boolean }) {
  return (
    <p role="status" className="flex items-baseline gap-2">
      <span className="sign text-xl text-accent tabular-nums">{count ?? m.common_loading()}</span>
      {count === 1 ? m.session_beta_joined_one() : m.session_beta_joined()}
      {isUnknown && <span className="text-sm text-muted">{m.session_beta_unavailable()}</span>}
    </p>
  )
}
