import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { isFocusNowhere, lastPress } from './last-press.ts'

type ModalProps = {
  open: boolean
  /** Escape, a press beside the dialog, or its cross. */
  onClose: () => void
  title: string
  /** One sentence below the title, read out with it. */
  description?: ReactNode
  children?: ReactNode
  /** The buttons at its end; they stay in sight when the content scrolls. */
  footer?: ReactNode
  /** With it the dialog has a cross in its corner, of this name. */
  closeLabel?: string
  /** For a dialog that is read first: it opens with the focus on itself, where no key changes anything. */
  isForReading?: boolean
  /** On a large screen it is wider, so that more is in view at once. */
  isWide?: boolean
}

/**
 * A dialog: in the middle of a large screen, a sheet from the bottom on a phone. Focus stays in it and goes back where it came from.
 * The veil is our own: the library's writes a style element, which the content security policy forbids (base.css keeps the page still).
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
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <div data-modal className="fixed inset-0 z-50 grid animate-fade items-end bg-veil sm:place-items-center sm:p-6">
          <Dialog.Content
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              // Safari gives no focus to what is pressed.
              const from = isFocusNowhere() ? lastPress() : document.activeElement
              // A menu in which it was chosen is about to go: back to its button.
              const button = from?.closest('[role=menu]')?.getAttribute('aria-labelledby')
              returnTo.current = button ? document.getElementById(button) : from
              if (!isForReading) return
              event.preventDefault()
              ;(event.currentTarget as HTMLElement).focus({ preventScroll: true })
            }}
            onCloseAutoFocus={(event) => event.preventDefault()}
            // The library lets nothing on the page be pressed some moments before it allows it here: a press in between would be lost.
            className={`pointer-events-auto relative flex max-h-[92dvh] w-full animate-sheet flex-col overflow-hidden rounded-t-lg border border-line bg-surface shadow-lifted sm:rounded-lg ${isWide ? 'sm:max-w-3xl' : 'sm:max-w-lg'}`}
          >
            <GivesFocusBack to={returnTo} />
            <header className={`px-5 pt-5 pb-3 ${closeLabel ? 'pr-14' : ''}`}>
              <Dialog.Title className="text-xl">{title}</Dialog.Title>
              {description && <Dialog.Description className="mt-1 text-muted">{description}</Dialog.Description>}
            </header>
            {/* With nothing in it to go to, it has to be scrolled by the keyboard itself. */}
            <div
              {...(isForReading && { tabIndex: 0 })}
              className="grow overflow-y-auto overscroll-contain px-5 pt-1 pb-5 -outline-offset-3"
            >
              {children}
            </div>
            {footer && (
              <footer className="border-t border-line bg-surface px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
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

/**
 * Gives the focus back once it is taken from the page, at once: the library does so a task later, and what asked for the dialog may be
 * gone by then, with nothing that had the focus beside it.
 */
function GivesFocusBack({ to }: { to: RefObject<Element | null> }) {
  useLayoutEffect(
    () => () =>
      queueMicrotask(() => {
        // The page is where it was: a button in its header would have it scroll.
        if (to.current instanceof HTMLElement) to.current.focus({ preventScroll: true })
      }),
    [to],
  )
  return null
}
