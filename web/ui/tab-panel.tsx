import { Fragment, type ReactNode } from 'react'

type TabPanelProps = {
  /** The same as for `panelOf`. */
  tabsId: string
  /** The open tab. */
  tab: string
  className?: string
  children: ReactNode
}

/**
 * The panel of the open tab. Radix's own panel brings code for animations, which no tab here has. The element stays
 * when another tab opens, so that focus finds its way back (near-focus.ts).
 */
export function TabPanel({ tabsId, tab, className = '', children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={`${tabsId}-panel`}
      aria-labelledby={`${tabsId}-${tab}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that starts with text needs it (ARIA APG, Tabs)
      tabIndex={0}
      className={`-outline-offset-3 ${className}`}
    >
      <Fragment key={tab}>{children}</Fragment>
    </div>
  )
}

/** The attributes by which a tab and its panel refer to each other. */
export function panelOf(tabsId: string, tab: string, open: string) {
  return { id: `${tabsId}-${tab}`, 'aria-controls': tab === open ? `${tabsId}-panel` : undefined }
}
