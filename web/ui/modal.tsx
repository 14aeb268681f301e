import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type MouseEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { isFocusLost, lastPress } from './last-press.ts'

type ModalProps = {
  open: boolean
  /** Called for Escape, a press outside of the dialog, or its close button. */
  onClose: () => void
  title: string
  /** One sentence below the title, announced with it. */
  description?: ReactNode
  children?: ReactNode
  /** The buttons at its end. They stay in sight when the content scrolls. A row of them wraps. */
  footer?: ReactNode
  /** The name of the close button in the corner; without it there is none. */
  closeLabel?: string
  /** For a dialog to read: it opens with the focus on the dialog itself, where no key changes anything. */
  isForReading?: boolean
  /** Wider on a large screen, to show more at once. */
  isWide?: boolean
}

/** The space at its sides. With large text it stays the same. */
const inset = 'px-[min(1.25rem,24px)]'

/**
 * A dialog: centred on a large screen, a bottom sheet on a phone. It traps the focus and returns it on close. The veil
 * is our own: the library's writes a style element, which the content security policy forbids (base.css keeps the page
 * still).
 */
export function Modal({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  closeLabel,
  isForReading,
  isWide,
}: ModalProps) {
  const returnTo = useRef<Element | null>(null)
  const [gutter] = useState(() => (innerWidth > document.documentElement.clientWidth ? 'gutter' : ''))
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <div
          data-modal={gutter}
          className="safe-x-0 fixed inset-0 z-50 grid animate-fade items-end bg-veil sm:safe-x-6 sm:place-items-center sm:py-6"
        >
          <Dialog.Content
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              returnTo.current = findOpener()
              if (!isForReading) return
              event.preventDefault()
              ;(event.currentTarget as HTMLElement).focus({ preventScroll: true })
            }}
            onCloseAutoFocus={(event) => event.preventDefault()}
            onClick={showPressedField}
            // The library disables the page's pointer events a moment before it enables these: a press in between would
            // be lost.
            className={`pointer-events-auto relative flex max-h-[92dvh] w-full animate-sheet flex-col overflow-hidden rounded-t-lg border border-line bg-surface shadow-lifted sm:rounded-lg ${isWide ? 'sm:max-w-3xl' : 'sm:max-w-lg'}`}
          >
            <ReturnFocus to={returnTo} />
            <header className={`${inset} pt-5 ${description ? 'pb-1' : 'pb-3'} ${closeLabel ? 'pr-14' : ''}`}>
              <Dialog.Title className="text-xl">{title}</Dialog.Title>
            </header>
            {/* Without focusable content, the dialog's content itself must be scrollable by keyboard. */}
            <div
              {...(isForReading && { tabIndex: 0 })}
              style={{ scrollPaddingBlock: '0.5rem' }}
              className={`${inset} grow overflow-y-auto overscroll-contain pb-5 -outline-offset-3 ${description ? '' : 'pt-1'}`}
            >
              {/* Scrolls with the content: with large text it fills the screen. */}
              {description && (
                <Dialog.Description className={`mb-4 text-muted ${closeLabel ? 'pr-[min(2.25rem,36px)]' : ''}`}>
                  {description}
                </Dialog.Description>
              )}
              {children}
            </div>
            {footer && (
              <footer
                className={`${inset} border-t border-line bg-surface pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:flex-wrap`}
              >
                {footer}
              </footer>
            )}
            {/* Last, so that a dialog opens with the focus on its first field. */}
            {closeLabel && (
              <IconButton icon={X} label={closeLabel} onClick={onClose} className="absolute top-3 right-3" />
            )}
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** What opened a dialog, as it opens. */
export function findOpener(): Element | null {
  // Safari does not focus what is pressed.
  const from = isFocusLost() ? lastPress() : document.activeElement
  // If it was opened from a menu, which is about to close, return the focus to the menu's button.
  const button = from?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : from
}

/**
 * Returns the focus as soon as the dialog is removed. The library does so a task later; by then the element that opened
 * the dialog may be gone too, and nothing near it could get the focus.
 */
export function ReturnFocus({ to }: { to: RefObject<Element | null> }) {
  useLayoutEffect(
    () => () =>
      queueMicrotask(() => {
        // Without scrolling: the page has not moved, and a button in its header would make it scroll.
        const opener = to.current
        if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
        if (opener && !opener.isConnected)
          void import('./page-focus.ts').then(
            (focus) => focus.focusAfter(opener),
            () => {},
          )
      }),
    [to],
  )
  return null
}

/**
 * Browsers scroll a field clear of the buttons below if the focus moves to it by the keyboard, but not if it is
 * pressed. Also in edit-form.tsx, which is in another chunk.
 */
function showPressedField({ target }: MouseEvent) {
  if (target === document.activeElement) (target as Element).scrollIntoView({ block: 'nearest' })
}
