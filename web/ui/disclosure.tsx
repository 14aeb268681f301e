import { ChevronDown, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'

type DisclosureProps = {
  title: string
  icon?: LucideIcon
  /** With it, a button with these labels opens the section; without it, the heading itself is the button. */
  toggle?: { show: string; hide: string }
  defaultOpen?: boolean
  level?: 2 | 3 | 4
  onOpen?: (content: HTMLElement) => void
  children: ReactNode
}

/** A collapsed section. Its children stay mounted while it is collapsed, so a form keeps what was typed. */
export function Disclosure({
  title,
  icon: Icon,
  toggle,
  defaultOpen = false,
  level = 2,
  onOpen,
  children,
}: DisclosureProps) {
  const [open, setOpen] = useState(defaultOpen)
  const content = useId()
  const place = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(open)
  useLayoutEffect(() => {
    if (open && !wasOpen.current && place.current) onOpen?.(place.current)
    wasOpen.current = open
  })
  const Heading = `h${level}` as const
  const trigger = {
    type: 'button',
    'aria-expanded': open,
    'aria-controls': content,
    onClick: () => setOpen(!open),
  } as const
  const label = (
    <>
      {/* Next to the button a phone has no room for the icon. */}
      {Icon && <Icon aria-hidden="true" className={`size-5 shrink-0 text-action ${toggle ? 'max-sm:hidden' : ''}`} />}
      {title}
    </>
  )
  const chevron = (
    <ChevronDown aria-hidden="true" className={`size-5 shrink-0 transition-transform ${open ? 'rotate-180' : ''}`} />
  )
  return (
    <div className="card overflow-hidden">
      {toggle ? (
        <div className="flex flex-wrap items-center py-2 pr-1 pl-4">
          <Heading className="flex min-w-0 grow basis-28 items-center gap-2.5 py-2 text-lg max-sm:text-base">
            {label}
          </Heading>
          <button
            {...trigger}
            className="sign touch ml-auto inline-flex items-center gap-1 rounded-md px-1.5 text-sm text-action transition-colors hover:bg-action-soft"
          >
            {open ? toggle.hide : toggle.show}
            {chevron}
          </button>
        </div>
      ) : (
        <Heading className="text-lg">
          <button
            {...trigger}
            className={`touch flex w-full items-center gap-2.5 px-4 py-3.5 text-left -outline-offset-3 hover:bg-action-soft ${open ? 'rounded-t-lg' : 'rounded-lg'}`}
          >
            {label}
            <span className="ml-auto text-action">{chevron}</span>
          </button>
        </Heading>
      )}
      <div ref={place} id={content} hidden={!open} className="animate-arrive border-t border-line p-4">
        {children}
      </div>
    </div>
  )
}
