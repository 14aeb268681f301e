import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type CSSProperties, type KeyboardEvent, type TouchEvent, useEffect, useRef, useState } from 'react'
import type { CodeFormat } from '#domain/bookings/read-booking.ts'
import * as m from '#messages'
import { keepScreenOn } from '#web/browser/wake-lock.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { findOpener, ReturnFocus } from '#web/ui/modal.tsx'
import { CodePicture } from './code-picture.tsx'

export interface ShownCode {
  id: string
  /** Whose it is: 'Ana Sousa'. */
  title: string
  /** What it is for, on one line: 'AC 848 · YYZ to LIS · Seat 23A'. */
  line: string
  format: CodeFormat
  text: string
}

interface CodeScreenProps {
  /** At least one. They are paged in this order. */
  codes: readonly ShownCode[]
  /** The id of the code to begin with. */
  first: string
  onClose: () => void
}

/** Shorter or steeper movements of a finger are no swipe. */
const SWIPE_PX = 50

/** A code to show at a gate: it fills the screen, white by day and by night, and the screen stays on. */
export function CodeScreen({ codes, first, onClose }: CodeScreenProps) {
  const returnTo = useRef<Element | null>(null)
  const touch = useRef<{ x: number; y: number }>(undefined)
  // By its id: the list may change while it is shown.
  const [id, setId] = useState(first)
  useEffect(keepScreenOn, [])
  const known = codes.findIndex((one) => one.id === id)
  const at = known < 0 ? 0 : known
  const code = codes[at]
  if (!code) return null

  const page = (step: number) => setId(codes[at + step]?.id ?? code.id)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') page(-1)
    if (key === 'ArrowRight') page(1)
  }
  const onTouchStart = ({ touches }: TouchEvent) => {
    const finger = touches[0]
    // Two fingers zoom.
    touch.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : undefined
  }
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const finger = changedTouches[0]
    // In what is zoomed, a finger moves the picture.
    if (!finger || !touch.current || (visualViewport?.scale ?? 1) > 1) return
    const across = finger.clientX - touch.current.x
    const isSwipe = Math.abs(across) > SWIPE_PX && Math.abs(across) > 2 * Math.abs(finger.clientY - touch.current.y)
    if (isSwipe) page(across < 0 ? 1 : -1)
  }

  return (
    <Dialog.Root open onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <div data-modal style={onWhite} className="fixed inset-0 z-50 animate-fade bg-[white] scheme-light">
          <Dialog.Content
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              returnTo.current = findOpener()
              // No button looks chosen on a screen that is shown to others.
              event.preventDefault()
              ;(event.currentTarget as HTMLElement).focus({ preventScroll: true })
            }}
            onCloseAutoFocus={(event) => event.preventDefault()}
            onKeyDown={onKeyDown}
            onTouchStart={onTouchStart}
            onTouchEnd={onTouchEnd}
            // With large text it scrolls, and the code stays large enough. Sideways, the text is beside the code.
            className="safe-x-4 pointer-events-auto grid size-full grid-cols-1 grid-rows-[auto_minmax(min(70dvh,80vw),1fr)_auto] gap-x-6 gap-y-3 overflow-y-auto bg-[white] pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1rem,env(safe-area-inset-bottom))] text-text -outline-offset-3 landscape:grid-cols-[minmax(0,1fr)_minmax(9rem,22%)] landscape:grid-rows-[auto_minmax(0,1fr)]"
          >
            <ReturnFocus to={returnTo} />
            <header aria-live="polite" className="min-w-0 pr-12 landscape:col-start-2">
              <Dialog.Title className="text-xl wrap-anywhere">{code.title}</Dialog.Title>
              <p className="text-muted wrap-anywhere">{code.line}</p>
            </header>
            <CodePicture
              key={code.id}
              format={code.format}
              text={code.text}
              title={code.title}
              className="size-full min-h-0 min-w-0 landscape:col-start-1 landscape:row-span-2 landscape:row-start-1"
            />
            <footer className="grid min-w-0 content-end justify-items-center gap-2 landscape:col-start-2">
              {codes.length > 1 && (
                <div className="flex items-center gap-4">
                  <PageButton icon={ChevronLeft} label={m.codes_previous()} isEnd={at === 0} onPage={() => page(-1)} />
                  <p className="tabular-nums">{m.codes_position({ at: at + 1, count: codes.length })}</p>
                  <PageButton
                    icon={ChevronRight}
                    label={m.codes_next()}
                    isEnd={at === codes.length - 1}
                    onPage={() => page(1)}
                  />
                </div>
              )}
              <p className="text-center text-sm text-muted">{m.codes_brightness()}</p>
            </footer>
            <IconButton icon={X} label={m.common_close()} onClick={onClose} className="fixed top-3 right-3" />
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The screen is white at night, too. The colours of the page were chosen above it. */
const onWhite = {
  '--text': 'black',
  '--muted': 'dimgray',
  '--action': 'midnightblue',
  '--action-soft': 'gainsboro',
  '--focus': 'midnightblue',
} as CSSProperties

interface PageButtonProps {
  icon: typeof X
  label: string
  isEnd: boolean
  onPage: () => void
}

/** At an end it keeps the focus, for the way back by arrow keys. */
function PageButton({ icon, label, isEnd, onPage }: PageButtonProps) {
  return <IconButton icon={icon} label={label} aria-disabled={isEnd || undefined} onClick={() => isEnd || onPage()} />
}
