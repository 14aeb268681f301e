import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

type TypedIn = HTMLInputElement | HTMLTextAreaElement

interface OpenInPlace {
  isOpen: boolean
  close: () => void
  /** For the element around both: the text, and the fields that take its place. */
  wiring: {
    ref: RefObject<HTMLDivElement | null>
    tabIndex: -1
    onClick: (event: MouseEvent) => void
    onKeyDown: (event: KeyboardEvent) => void
  }
}

/**
 * What reads as text until somebody presses it; then its fields stand in its place, until Escape, or until something
 * else is pressed or gets the focus. So only one is open at a time, although none knows of the others.
 *
 * Its texts and its fields carry `data-part`: the part that was pressed gets the focus. One text is a button with
 * `data-opens`, for whoever goes by keyboard; Escape brings the focus back to it.
 */
export function useOpenInPlace(startsOpen = false): OpenInPlace {
  const ref = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(startsOpen)
  /** What gets the focus when the other of the two has been drawn. */
  const goal = useRef<string>(undefined)

  useLayoutEffect(() => {
    if (!goal.current) return
    const field = ref.current?.querySelector<HTMLElement>(goal.current)
    goal.current = undefined
    field?.focus()
    if (isOpen && field)
      (field as TypedIn).setSelectionRange((field as TypedIn).value.length, (field as TypedIn).value.length)
  }, [isOpen])

  useEffect(() => {
    if (!isOpen) return
    // A press that goes elsewhere is over before anything moves beneath it; the press that has opened it does not count.
    let isPressed = false
    let hasBegun = false
    const onPress = () => {
      isPressed = true
      hasBegun = true
    }
    const onKey = () => {
      isPressed = false
      hasBegun = true
    }
    const onCancel = () => {
      isPressed = false
    }
    const onClickAnywhere = (event: Event) => {
      isPressed = false
      if (hasBegun && !isWithin(event, ref.current)) setOpen(false)
    }
    const onFocusAnywhere = (event: Event) => {
      if (!isPressed && !isWithin(event, ref.current)) setOpen(false)
    }
    const ends = new AbortController()
    const listen = (type: string, listener: (event: Event) => void) =>
      document.addEventListener(type, listener, { signal: ends.signal })
    listen('pointerdown', onPress)
    listen('pointercancel', onCancel)
    listen('keydown', onKey)
    listen('click', onClickAnywhere)
    listen('focusin', onFocusAnywhere)
    return () => ends.abort()
  }, [isOpen])

  function close() {
    goal.current = '[data-opens]'
    setOpen(false)
  }

  function onClick({ target, currentTarget }: MouseEvent) {
    const pressed = target as Element
    // What is pressed for its own sake, as a link or the grip, and text that is being selected.
    if (isOpen || pressed.closest('a, button:not([data-opens])') || !currentTarget.contains(pressed)) return
    if (!getSelection()?.isCollapsed) return
    const part = pressed.closest<HTMLElement>('[data-part]') ?? currentTarget.querySelector<HTMLElement>('[data-opens]')
    goal.current = `[data-part="${part?.dataset['part']}"]`
    setOpen(true)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen || event.key !== 'Escape' || event.nativeEvent.isComposing) return
    if (isWithin(event.nativeEvent, ref.current) && !isInMenu(event.target)) close()
  }

  return { isOpen, close, wiring: { ref, tabIndex: -1, onClick, onKeyDown } }
}

/** Whether an event came from within a place, or from a menu that one of its buttons has opened, or from beside that menu. */
function isWithin(event: Event, place: Element | null): boolean {
  return (place !== null && event.composedPath().includes(place)) || isInMenu(event.target)
}

function isInMenu(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=menu], [data-menu-backdrop]') !== null
}
