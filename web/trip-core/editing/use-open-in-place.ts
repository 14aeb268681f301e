import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

export interface OpenInPlace {
  isOpen: boolean
  close: () => void
  /** For the element around both the text and the fields that replace it. */
  wiring: {
    ref: RefObject<HTMLDivElement | null>
    tabIndex: -1
    onClick: (event: MouseEvent) => void
    onKeyDown: (event: KeyboardEvent) => void
  }
}

/** In pixels. A field that is farther from where its text was pressed is scrolled to there. */
const FAR = 80

/**
 * Shows text whose fields replace it when it is pressed, until Escape, or until something else is pressed or focused.
 * So only one is open at a time, although none knows of the others. What was typed is saved; after Escape, TypedText
 * offers to take it back (decision 73).
 *
 * The texts and fields have `data-part`: the pressed part gets the focus, or the first field if it has none. One text
 * is a button with `data-opens`, for keyboard users; Escape returns the focus to it.
 */
export function useOpenInPlace(startsOpen = false): OpenInPlace {
  const ref = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(startsOpen)
  /** The selector of what gets the focus once the other form is rendered, and where on the screen the press was. */
  const focusTarget = useRef<{ selector: string; top?: number }>(undefined)

  useLayoutEffect(() => {
    if (!focusTarget.current) return
    const { selector, top } = focusTarget.current
    const find = (one: string) => ref.current?.querySelector<HTMLElement>(one)
    const pressed = find(selector)
    const field = pressed ?? find('input, textarea') ?? find('button') ?? ref.current
    focusTarget.current = undefined
    const moved = pressed && top !== undefined ? pressed.getBoundingClientRect().top - top : 0
    if (Math.abs(moved) > FAR) scrollBy({ top: moved, behavior: 'instant' })
    field?.focus()
    // A placeholder stays selected: typing replaces it.
    if (isOpen && isTyped(field) && !field.matches('[data-placeholder]'))
      field.setSelectionRange(field.value.length, field.value.length)
  }, [isOpen])

  useEffect(() => {
    if (!isOpen) return
    // A press elsewhere must end before anything moves beneath it. The press that opened the fields does not count.
    let isPressed: boolean | undefined
    const end = () => {
      isPressed = false
    }
    const closeIfElsewhere = (event: Event) => isWithin(event, ref.current) || setOpen(false)
    const listeners = new AbortController()
    const listen = (type: string, listener: (event: Event) => void) =>
      document.addEventListener(type, listener, { signal: listeners.signal })
    listen('pointerdown', () => {
      isPressed = true
    })
    listen('pointercancel', end)
    listen('keydown', end)
    listen('click', (event) => {
      if (isPressed !== undefined) closeIfElsewhere(event)
      end()
    })
    listen('focusin', (event) => isPressed || closeIfElsewhere(event))
    return () => listeners.abort()
  }, [isOpen])

  function close() {
    // A field that is removed would not notice that it is left.
    ref.current?.querySelector<HTMLElement>(':focus')?.blur()
    focusTarget.current = { selector: '[data-opens]' }
    setOpen(false)
  }

  function onClick({ target, currentTarget }: MouseEvent) {
    const pressed = target as Element
    // Ignore links, buttons and the grip, fields that are always open, and presses that select text.
    if (
      isOpen ||
      pressed.closest('a, label, input, textarea, summary, button:not([data-opens])') ||
      !currentTarget.contains(pressed)
    )
      return
    if (!getSelection()?.isCollapsed) return
    const part = pressed.closest<HTMLElement>('[data-part]') ?? currentTarget.querySelector<HTMLElement>('[data-opens]')
    const top = part?.getBoundingClientRect().top
    focusTarget.current = { selector: `[data-part="${part?.dataset['part']}"]`, ...(top !== undefined && { top }) }
    setOpen(true)
  }

  function onKeyDown(event: KeyboardEvent) {
    // Some keys end something within it, such as a drag.
    if (!isOpen || event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return
    // Not in a menu, whose keys also report here.
    if (!ref.current?.contains(event.target as Element)) return
    close()
  }

  return { isOpen, close, wiring: { ref, tabIndex: -1, onClick, onKeyDown } }
}

/** Whether an element is a field with a caret. */
function isTyped(field: HTMLElement | null | undefined): field is HTMLInputElement | HTMLTextAreaElement {
  // Dates and numbers have no selection.
  return field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.selectionStart !== null)
}

/** Whether an event came from within an element, or from a menu or dialog that one of its buttons opened. */
function isWithin(event: Event, place: Element | null): boolean {
  return (place !== null && event.composedPath().includes(place)) || isInOverlay(event.target)
}

function isInOverlay(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=menu], [data-menu-backdrop], [data-modal]') !== null
}
