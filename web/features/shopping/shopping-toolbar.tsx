import { type Grouping, groupings } from '#domain/shopping/group-rows.ts'
import * as m from '#messages'
import { fieldLook } from '#web/ui/field.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
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
      <SearchField
        label={m.shopping_search_label()}
        placeholder={m.common_search_short()}
        value={view.search}
        onChange={(search) => onChange({ search })}
      />
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
