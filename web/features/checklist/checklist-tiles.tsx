import * as m from '#messages'

export function ChecklistTiles({ done, total, percent }: { done: number; total: number; percent: number }) {
  const tiles = [
    { label: m.checklist_tile_completed(), figure: String(done) },
    { label: m.checklist_tile_remaining(), figure: String(total - done) },
    { label: m.checklist_tile_percent(), figure: m.common_percent({ percent }) },
  ]
  return (
    <dl className="card grid grid-cols-3">
      {tiles.map(({ label, figure }) => (
        <div key={label} className="flex flex-col-reverse justify-end px-1 py-3 text-center">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="sign text-3xl tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
