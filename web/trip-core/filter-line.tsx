import * as m from '#messages'
import { TextButton } from './text-button.tsx'

interface FilterLineProps {
  shown: number
  total: number
  /** What it is filtered by: 'missing only'. */
  filters: readonly string[]
  onShowAll: () => void
}

/** Says above a list that a filter hides some of it. Nothing without filters. */
export function FilterLine({ shown, total, filters, onShowAll }: FilterLineProps) {
  if (filters.length === 0) return null
  return (
    <div className="-my-2 flex flex-wrap items-center justify-between gap-x-3 print:hidden">
      <p role="status" className="min-w-0 grow text-sm wrap-anywhere">
        {m.common_filtered({ shown, total, filters: filters.join(', ') })}
      </p>
      <TextButton onClick={onShowAll}>{m.common_show_all()}</TextButton>
    </div>
  )
}

/** How a search is named among the filters. */
export const searchFilter = (search: string): string[] =>
  search.trim() === '' ? [] : [m.common_filter_search({ search: search.trim() })]
