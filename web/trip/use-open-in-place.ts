import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type FocusedText, focusText, showText, textToPutBack, typeText } from './focused-text.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

export interface OpenInPlace {
  isOpen: boolean
  close: () => void
  /** For the element around both the text and the fields that replace it. */
  wiring: {
    ref: RefObject<HTMLDivElement | null>
    tabIndex: -1
    onClick: (event: MouseEvent) => void
    onKeyDown: (event: KeyboardEvent) => void
    onFocus: (event: FocusEvent) => void
    onInput: () => void
  }
}

/**
 * Shows text whose fields replace it when it is pressed, until Escape, or until something else is pressed or focused.
 * So only one is open at a time, although none knows of the others. Escape also takes back what was typed in the field
 * since it got the focus, unless others have changed it too (decision 66).
 *
 * The texts and fields have `data-part`: the pressed part gets the focus, or the first field if it has none. One text
 * is a button with `data-opens`, for keyboard users; Escape returns the focus to it.
 */
export function useOpenInPlace(startsOpen = false): OpenInPlace {
  const ref = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(startsOpen)
  /** The selector of what gets the focus once the other form is rendered. */
  const focusTarget = useRef<string>(undefined)
  /** The focused element. If it is no field, its text stays the same. `isTyping` while React handles an input. */
  const focused = useRef<{ field: TextField; text: FocusedText; isTyping: boolean }>(undefined)

  useLayoutEffect(() => {
    const { current } = focused
    if (current && !current.isTyping) current.text = showText(current.text, textOf(current.field))
  })

  useLayoutEffect(() => {
    if (!focusTarget.current) return
    const find = (selector: string) => ref.current?.querySelector<HTMLElement>(selector)
    const field = find(focusTarget.current) ?? find('input, textarea')
    focusTarget.current = undefined
    field?.focus()
    if (isOpen && isTyped(field)) field.setSelectionRange(field.value.length, field.value.length)
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
    focusTarget.current = '[data-opens]'
    setOpen(false)
  }

  function onClick({ target, currentTarget }: MouseEvent) {
    const pressed = target as Element
    // Ignore links, buttons and the grip, fields that are always open, and presses that select text.
    if (
      isOpen ||
      pressed.closest('a, label, input, textarea, button:not([data-opens])') ||
      !currentTarget.contains(pressed)
    )
      return
    if (!getSelection()?.isCollapsed) return
    const part = pressed.closest<HTMLElement>('[data-part]') ?? currentTarget.querySelector<HTMLElement>('[data-opens]')
    focusTarget.current = `[data-part="${part?.dataset['part']}"]`
    setOpen(true)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen || event.key !== 'Escape' || event.nativeEvent.isComposing) return
    // Not in a menu, whose keys also report here.
    if (!ref.current?.contains(event.target as Element)) return
    takeBack()
    close()
  }

  function takeBack() {
    const { field, text } = focused.current ?? {}
    const before = field && text && textToPutBack(showText(text, textOf(field)))
    if (before === undefined) return
    // As if somebody had typed it. React overrides `value` of the field itself, and would not notice.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, before)
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  // A window that gets the focus again gives it to the same field.
  function onFocus({ target }: FocusEvent) {
    const field = target as TextField
    if (field !== focused.current?.field) focused.current = { field, text: focusText(textOf(field)), isTyping: false }
  }

  function onInput() {
    const { current } = focused
    if (!current) return
    current.isTyping = true
    // React handles the input after this, and the text may change: a field of one line has no line breaks.
    queueMicrotask(() => {
      current.text = typeText(current.text, textOf(current.field))
      current.isTyping = false
    })
  }

  return { isOpen, close, wiring: { ref, tabIndex: -1, onClick, onKeyDown, onFocus, onInput } }
}

/** The text of a field as it is stored: a half-typed date is not. */
const textOf = (field: TextField) => field.dataset['stored'] ?? field.value

/** Whether an element is a field with a caret. */
function isTyped(field: HTMLElement | null | undefined): field is TextField {
  return field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'date')
}

/** Whether an event came from within an element, or from a menu (or its backdrop) that one of its buttons opened. */
function isWithin(event: Event, place: Element | null): boolean {
  return (place !== null && event.composedPath().includes(place)) || isInMenu(event.target)
}

function isInMenu(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=menu], [data-menu-backdrop]') !== null
}
