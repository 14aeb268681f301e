let pressed: Element | null = null
let byKey = false

/** Starts recording the last pressed element: Safari does not focus a button that is pressed. */
export function trackPresses(): void {
  const onClick = ({ target, detail }: MouseEvent) => {
    byKey = detail === 0
    pressed = (target as Element).closest('button, a, input, summary')
  }
  addEventListener('click', onClick, true)
}

/** It may have been removed since. */
export function lastPress(): Element | null {
  return pressed
}

/** Whether the last press came from the keyboard. */
export const wasPressedByKey = (): boolean => byKey

export function isFocusLost(): boolean {
  return !document.activeElement?.matches('body *')
}
