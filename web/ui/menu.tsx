import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { isFocusNowhere, wasByKey } from './last-press.ts'

export type MenuItem = { label: string; icon?: LucideIcon; tone?: 'danger'; onSelect: () => void }

type MenuProps = {
  /** One button; it takes a ref and spreads its props, as `Button` and `IconButton` do. */
  trigger: ReactElement
  /** What stands above the items, for instance who is signed in. */
  header?: ReactNode
  items: readonly MenuItem[]
  /** What a press on `header` does, where it does something. */
  onHeader?: (() => void) | undefined
  /** Which end of the button it hangs from. */
  align?: 'start' | 'end'
  /** Open at once: for a menu that is only loaded when its button is first pressed. */
  defaultOpen?: boolean
}

/**
 * A menu that hangs from a button. Not modal: a modal one writes a style element, which the content security policy forbids.
 * It stays where its button is in the document, so that it belongs to the same landmark.
 */
export function Menu({ trigger, header, onHeader, items, align = 'end', defaultOpen = false }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const aside = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(defaultOpen)
  const content = useRef<HTMLDivElement>(null)
  // A key that has opened it before it was here has not been seen by the library.
  const [isByKey] = useState(() => defaultOpen && wasByKey())
  useEffect(() => {
    if (isByKey) content.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [isByKey])
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger ref={button} asChild>
        {trigger}
      </DropdownMenu.Trigger>
      {/* A press beside the menu closes it, and presses nothing that lies under it. */}
      {isOpen && <div ref={aside} aria-hidden="true" className="fixed inset-0 z-30" onClick={() => setOpen(false)} />}
      <DropdownMenu.Content
        ref={content}
        onPointerDownOutside={(event) => event.target === aside.current && event.preventDefault()}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        aria-describedby={header ? id : undefined}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          // Without scrolling, as the library would: the page is where it was.
          if (isFocusNowhere()) button.current?.focus({ preventScroll: true })
        }}
        className="z-40 min-w-60 max-w-[calc(100vw-1rem)] animate-arrive overflow-hidden rounded-md border border-line bg-raised shadow-lifted"
      >
        {header && !onHeader && (
          <div id={id} className="border-b border-line bg-surface px-4 py-3">
            {header}
          </div>
        )}
        {header && onHeader && (
          <DropdownMenu.Item
            id={id}
            onSelect={onHeader}
            className="border-b border-line bg-surface px-4 py-3 data-highlighted:bg-action-soft"
          >
            {header}
          </DropdownMenu.Item>
        )}
        <div className="p-1.5" role="presentation">
          {items.map(({ label, icon: Icon, tone, onSelect }) => (
            <DropdownMenu.Item
              key={label}
              onSelect={onSelect}
              // The press that opened the menu must not pick what comes to lie under it.
              onPointerUp={(event) => event.preventDefault()}
              className={`touch flex items-center gap-3 rounded-sm px-3 py-2 data-highlighted:bg-action-soft ${tone === 'danger' ? 'text-danger' : ''}`}
            >
              {Icon && <Icon aria-hidden="true" className="size-5 shrink-0" />}
              {label}
            </DropdownMenu.Item>
          ))}
        </div>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
