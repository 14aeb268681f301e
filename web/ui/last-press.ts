let pressed: Element | null = null
let byKey = false

/** Starts to remember what was pressed last. Safari leaves the focus where it was when a button is pressed. */
export function notePresses(): void {
  const note = ({ target, detail }: MouseEvent) => {
    byKey = detail === 0
    pressed = (target as Element).closest('button, a, input, summary')
  }
  addEventListener('click', note, true)
}

/** What was pressed last, whether or not it is still there. */
export function lastPress(): Element | null {
  return pressed
}

/** Whether it was pressed by a key. */
export const wasByKey = (): boolean => byKey

/** Whether nothing has the focus. */
export function isFocusNowhere(): boolean {
  return !document.activeElement?.matches('body *')
}
