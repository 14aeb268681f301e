import { type KeyboardEvent, useId, useState } from 'react'

interface TabListOptions<Id extends string> {
  /** Names the list for screen readers. */
  label: string
  /** The open tab. */
  open: Id
  onOpen: (tab: Id) => void
  /** Whether the arrow keys also open the tab that they move to. Otherwise Enter or Space does. */
  opensByArrows?: boolean
}

/**
 * Tabs that the keyboard can use (ARIA APG, Tabs): the Tab key stops at the open one, the arrow keys, Home and End move
 * along. Returns the attributes of the list, of each tab (a button) and of the panel. Radix's tabs have the code of its
 * menus, which an opening trip does not need.
 */
export function useTabList<Id extends string>({ label, open, onOpen, opensByArrows = false }: TabListOptions<Id>) {
  const id = useId()
  const [focused, setFocused] = useState<Id>()
  const pressKey = (tab: Id) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    const next = findNext(event.currentTarget, event.key)
    if (next) {
      next.focus()
      if (opensByArrows) next.click()
    } else if (event.key === 'Enter' || event.key === ' ') onOpen(tab)
    else return
    // Otherwise the page scrolls, or the key goes on to press a button in what it opens, such as a dialog.
    event.preventDefault()
  }
  return {
    list: { role: 'tablist', 'aria-label': label, onBlur: () => setFocused(undefined) } as const,
    tab: (tab: Id) =>
      ({
        type: 'button',
        role: 'tab',
        id: `${id}-${tab}`,
        'aria-selected': tab === open,
        'aria-controls': tab === open ? `${id}-panel` : undefined,
        tabIndex: tab === (focused ?? open) ? 0 : -1,
        onFocus: () => setFocused(tab),
        onClick: () => onOpen(tab),
        onKeyDown: pressKey(tab),
      }) as const,
    panel: { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${open}`, tabIndex: 0 } as const,
  }
}

/** The tab to which a key moves, starting over at the end. */
function findNext(tab: HTMLElement, key: string): HTMLElement | undefined {
  const all = [...(tab.parentElement?.children ?? [])] as HTMLElement[]
  const at = all.indexOf(tab)
  if (key === 'ArrowLeft') return all.at(at - 1)
  if (key === 'ArrowRight') return all[(at + 1) % all.length]
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  return undefined
}
