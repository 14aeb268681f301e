let pressed: Element | null = null

/** Starts to remember what was pressed last. Safari leaves the focus where it was when a button is pressed. */
export function notePresses(): void {
  addEventListener('click', ({ target }) => (pressed = (target as Element).closest('button, a, input, summary')), true)
}

/** What was pressed last, whether or not it is still there. */
export function lastPress(): Element | null {
  return pressed
}

/** Where somebody is: what has the focus or, where the browser gave it to nothing, what was pressed last. */
export function whereSomebodyIs(): Element | null {
  return isFocusNowhere() ? pressed : document.activeElement
}

/** Whether nothing has the focus. */
export function isFocusNowhere(): boolean {
  return !document.activeElement || document.activeElement === document.body
}
