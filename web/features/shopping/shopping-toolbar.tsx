import { Search } from 'lucide-react'
import { type Grouping, groupings } from '#domain/shopping/group-rows.ts'
import * as m from '#messages'
import { fieldLook } from '#web/ui/field.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { groupingNames } from './row-words.ts'

/** What of the list is shown, and how. */
export interface ListView {
  by: Grouping
  isMine: boolean
  search: string
}

interface ShoppingToolbarProps {
  view: ListView
  onChange: (change: Partial<ListView>) => void
  /** Whether somebody else could buy something. */
  hasOthers: boolean
}

export function ShoppingToolbar({ view, onChange, hasOthers }: ShoppingToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 sm:gap-3">
      <label className="relative min-w-0 grow basis-20 sm:basis-40">
        <span className="sr-only">{m.shopping_search_label()}</span>
        {/* A phone has no room for the icon. */}
        <Search
          aria-hidden="true"
          className="absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted max-sm:hidden"
        />
        <input
          type="search"
          value={view.search}
          placeholder={m.shopping_search_short()}
          enterKeyHint="search"
          autoComplete="off"
          onChange={({ target }) => onChange({ search: target.value })}
          className={`${fieldLook} sm:pl-10`}
        />
      </label>
      {hasOthers && (
        <Segments
          legend={m.shopping_people_legend()}
          options={[
            { value: 'all', label: m.shopping_all() },
            { value: 'mine', label: m.shopping_mine() },
          ]}
          value={view.isMine ? 'mine' : 'all'}
          onChange={(whose) => onChange({ isMine: whose === 'mine' })}
        />
      )}
      <label className="flex min-w-0 items-center gap-2">
        <span className="shrink-0 text-sm font-semibold max-sm:sr-only">{m.shopping_grouping_label()}</span>
        <select
          value={view.by}
          onChange={({ target }) => onChange({ by: target.value as Grouping })}
          className={`${fieldLook} min-w-0`}
        >
          {groupings
            .filter((by) => hasOthers || by !== 'buyer')
            .map((by) => (
              <option key={by} value={by}>
                {groupingNames[by]()}
              </option>
            ))}
        </select>
      </label>
    </div>
  )
}
