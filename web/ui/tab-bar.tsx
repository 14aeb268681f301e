import type { LucideIcon } from 'lucide-react'
import { Fragment, type ReactNode, useLayoutEffect } from 'react'
import { Link } from 'wouter'
import { useTabList } from './tab-list.ts'

type Tab<Id extends string> = { id: Id; label: string; icon: LucideIcon }

/** A link in a tab bar that leads to another page: no tab, so the arrow keys pass it by. */
export interface BarLink {
  href: string
  label: string
  icon: LucideIcon
}

type TabBarProps<Id extends string> = {
  /** Names the tabs for screen readers: 'Trip sections'. */
  label: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** Before and after the tabs. */
  before?: BarLink | undefined
  after?: BarLink | undefined
  /** The content of the open tab. */
  children: ReactNode
}

const entry =
  'sign group relative flex min-h-16 min-w-0 flex-col items-center justify-start gap-1 px-0.5 pt-3 pb-1.5 text-center text-[min(0.75rem,3vw)] leading-[1.1] text-muted -outline-offset-3 transition-colors hover:text-action md:rounded-t-md md:px-3 md:text-sm md:hover:bg-action-soft lg:min-h-12 lg:flex-row lg:gap-2 lg:py-2 lg:text-base'

/**
 * Tabs and their panels: a bar at the bottom on phones, a row above the panels from 768 px, with icons beside the words
 * from 1024 px. The arrow keys only move along it, and Enter or Space opens a tab, so that passing by loads nothing.
 */
export function TabBar<Id extends string>({ label, tabs, value, onChange, before, after, children }: TabBarProps<Id>) {
  const attributes = useTabList({ label, open: value, onOpen: onChange })
  // Reserves the bar's height on phones (base.css).
  useLayoutEffect(() => {
    document.documentElement.dataset['tabBar'] = ''
    return () => {
      delete document.documentElement.dataset['tabBar']
    }
  }, [])

  return (
    <div>
      <div className="max-md:safe-x-0 max-md:safe-bottom fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-raised md:static md:flex-wrap md:gap-1 md:rounded-lg md:border md:bg-surface md:px-2 print:hidden">
        {before && <Way {...before} className="border-r md:mr-1" />}
        <div
          {...attributes.list}
          // Each entry of the bar has the same width on phones.
          style={{ flexGrow: tabs.length }}
          className="grid min-w-0 basis-0 auto-cols-fr grid-flow-col md:contents"
        >
          {tabs.map(({ id: tab, label: word, icon: Icon }) => (
            <button key={tab} {...attributes.tab(tab)} className={`${entry} aria-selected:text-action`}>
              {/* Like a trail blaze painted on a tree. */}
              <span className="absolute inset-x-1/2 top-0 h-1 -translate-x-1/2 rounded-b-full bg-accent opacity-0 transition-all group-aria-selected:w-8 group-aria-selected:opacity-100 md:inset-x-3 md:top-auto md:-bottom-px md:w-auto! md:translate-x-0 md:rounded-t-full md:rounded-b-none" />
              <Icon aria-hidden="true" className="size-5.5 shrink-0 md:size-5" />
              {word}
            </button>
          ))}
        </div>
        {after && <Way {...after} className="border-l md:ml-auto" />}
      </div>
      {/* Stays when another tab opens, so that focus finds its way back (near-focus.ts). */}
      <div {...attributes.panel} className="-outline-offset-3 pt-5">
        <Fragment key={value}>{children}</Fragment>
      </div>
    </div>
  )
}

function Way({ href, label, icon: Icon, className }: BarLink & { className: string }) {
  return (
    <Link href={href} className={`${entry} grow basis-0 border-line md:grow-0 md:basis-auto ${className}`}>
      <Icon aria-hidden="true" className="size-5.5 shrink-0 md:size-5" />
      {label}
    </Link>
  )
}
