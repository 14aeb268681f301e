let pressed: Element | null = null

/** Starts to remember what was pressed last. Safari leaves the focus where it was when a button is pressed. */
export function notePresses(): void {
  const note = ({ target }: Event) => {
    pressed = (target as Element).closest('button, a, input, summary')
  }
  addEventListener('click', note, true)
}

/** What was pressed last, whether or not it is still there. */
export function lastPress(): Element | null {
  return pressed
}

/** Whether nothing has the focus. */
export function isFocusNowhere(): boolean {
  return !document.activeElement?.matches('body *')
}
