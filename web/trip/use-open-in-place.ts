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
import type { FocusedField, TextField } from './restore-text.ts'

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
 * since it got the focus (decision 66).
 *
 * The texts and fields have `data-part`: the pressed part gets the focus, or the first field if it has none. One text
 * is a button with `data-opens`, for keyboard users; Escape returns the focus to it.
 */
export function useOpenInPlace(startsOpen = false): OpenInPlace {
  const ref = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(startsOpen)
  /** The selector of what gets the focus once the other form is rendered. */
  const focusTarget = useRef<string>(undefined)
  /** What has the focus, and the texts that it has had since if it is a field. */
  const focused = useRef<FocusedField>(undefined)

  // A text that the person has not typed comes from others.
  useLayoutEffect(() => record(false))

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
    void import('./restore-text.ts')
      .then(({ restoreText }) => restoreText(focused.current))
      // If the code cannot be loaded, the text stays as it is.
      .catch(() => {})
      .then(close)
  }

  // A window that gets the focus again gives it to the same field.
  function onFocus({ target }: FocusEvent) {
    if (target !== focused.current?.field) focused.current = { field: target as TextField, shown: [] }
    record(false)
  }

  function record(isOwn: boolean) {
    const { field, shown = [] } = focused.current ?? {}
    if (field && field.value !== shown.at(-1)?.text) shown.push({ text: field.value, isOwn })
  }

  return { isOpen, close, wiring: { ref, tabIndex: -1, onClick, onKeyDown, onFocus, onInput: () => record(true) } }
}

/** Whether an element is a field with a caret. */
function isTyped(field: HTMLElement | null | undefined): field is HTMLInputElement | HTMLTextAreaElement {
  return field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'date')
}

/** Whether an event came from within an element, or from a menu (or its backdrop) that one of its buttons opened. */
function isWithin(event: Event, place: Element | null): boolean {
  return (place !== null && event.composedPath().includes(place)) || isInMenu(event.target)
}

function isInMenu(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=menu], [data-menu-backdrop]') !== null
}
