import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactElement, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isFocusLost, wasPressedByKey } from './last-press.ts'

export type MenuItem = { label: string; icon?: LucideIcon; tone?: 'danger'; onSelect: () => void }

/** Where a menu is rendered: a header is a landmark only outside of main and dialogs. */
const landmarkOf = (button: Element | null) =>
  button?.closest('main, [role=dialog]') ?? button?.closest('header') ?? document.body

type MenuProps = {
  /** One button that accepts a ref and spreads its props, as `Button` and `IconButton` do. */
  trigger: ReactElement
  /** Content above the items, for example who is signed in. */
  header?: ReactNode
  items: readonly MenuItem[]
  /** Called when `header` is pressed; without it the header is not interactive. */
  onHeader?: (() => void) | undefined
  align?: 'start' | 'end'
  /** Open at first, for a menu whose code loads when its button is pressed. */
  defaultOpen?: boolean
}

/**
 * A menu that opens from a button. Not modal: the library's modal menu writes a style element, which the content
 * security policy forbids. It is rendered at the end of its button's landmark: a card around the button would move and
 * clip it, since `content-visibility` or a transform makes the card the containing block of `position: fixed`.
 *
 * The library opens a menu on pointerdown. On a touch screen the click of that same tap then lands on the backdrop,
 * which has just appeared under the finger, and closes the menu at once. So this one opens on click. That also works
 * for assistive technology that only sends clicks.
 */
export function Menu({ trigger, header, onHeader, items, align = 'end', defaultOpen = false }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const backdrop = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(defaultOpen)
  const content = useRef<HTMLDivElement>(null)
  const [landmark, setLandmark] = useState<Element | null>(null)
  useLayoutEffect(() => setLandmark(landmarkOf(button.current)), [])
  // The library has not seen a key press that opened the menu before its code had loaded.
  const [wasOpenedByKey] = useState(() => defaultOpen && wasPressedByKey())
  useEffect(() => {
    if (wasOpenedByKey && landmark) content.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [wasOpenedByKey, landmark])
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
            {/* A press outside of the menu closes it and presses nothing else. */}
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
              // These two close or toggle the menu themselves, on click.
              onPointerDownOutside={(event) => {
                const target = event.target as Node
                if (target === backdrop.current || button.current?.contains(target)) event.preventDefault()
              }}
              align={align}
              sideOffset={6}
              collisionPadding={8}
              aria-describedby={header ? id : undefined}
              // With large text it scrolls, which must be possible by keyboard.
              tabIndex={0}
              onCloseAutoFocus={(event) => {
                event.preventDefault()
                // Without scrolling, unlike the library: the page has not moved.
                if (isFocusLost()) button.current?.focus({ preventScroll: true })
              }}
              className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-[min(15rem,calc(100vw-16px))] max-w-[calc(100vw-16px)] animate-arrive overflow-y-auto rounded-md border border-line bg-raised shadow-lifted"
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
