import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactElement, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isFocusNowhere, wasByKey } from './last-press.ts'

export type MenuItem = { label: string; icon?: LucideIcon; tone?: 'danger'; onSelect: () => void }

/** Where a menu is drawn: a header counts as a landmark only outside these. */
const landmarkOf = (button: Element | null) =>
  button?.closest('main, [role=dialog]') ?? button?.closest('header') ?? document.body

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
 * A menu that opens from a button. Not modal: the library's modal menu writes a style element, which the content security
 * policy forbids. It is drawn at the end of the landmark that its button is in. A card around the button would move and clip
 * it: one with `content-visibility` or a transform is what `position: fixed` is measured from.
 *
 * The library opens a menu on pointerdown. On a touch screen the click of that same tap then lands on the backdrop, which has
 * just appeared under the finger, and closes the menu at once. So this one opens on click, which also lets assistive
 * technology open it that sends clicks only.
 */
export function Menu({ trigger, header, onHeader, items, align = 'end', defaultOpen = false }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const backdrop = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(defaultOpen)
  const content = useRef<HTMLDivElement>(null)
  const [landmark, setLandmark] = useState<Element | null>(null)
  useLayoutEffect(() => setLandmark(landmarkOf(button.current)), [])
  // A key that has opened it before it was here has not been seen by the library.
  const [isByKey] = useState(() => defaultOpen && wasByKey())
  useEffect(() => {
    if (isByKey && landmark) content.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [isByKey, landmark])
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger
        ref={button}
        asChild
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => setOpen((wasOpen) => !wasOpen)}
      >
        {trigger}
      </DropdownMenu.Trigger>
      {landmark &&
        createPortal(
          <>
            {/* A press outside the menu closes it, and presses nothing else. */}
            {isOpen && (
              <div
                ref={backdrop}
                data-menu-backdrop
                aria-hidden="true"
                className="fixed inset-0 z-30"
                onClick={() => setOpen(false)}
              />
            )}
            <DropdownMenu.Content
              ref={content}
              // These two close or toggle it themselves, on click.
              onPointerDownOutside={(event) => {
                const target = event.target as Node
                if (target === backdrop.current || button.current?.contains(target)) event.preventDefault()
              }}
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
                    className={`touch flex items-center gap-3 rounded-sm px-3 py-2 data-highlighted:bg-action-soft ${tone === 'danger' ? 'text-danger' : ''}`}
                  >
                    {Icon && <Icon aria-hidden="true" className="size-5 shrink-0" />}
                    {label}
                  </DropdownMenu.Item>
                ))}
              </div>
            </DropdownMenu.Content>
          </>,
          landmark,
        )}
    </DropdownMenu.Root>
  )
}
