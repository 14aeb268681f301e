/* Where the undo offer is rendered while a save bar is shown: above its buttons, so that neither covers the other. */

let place: HTMLElement | null = null
const listeners = new Set<() => void>()

export const findUndoPlace = (): HTMLElement | null => place

export function setUndoPlace(element: HTMLElement | null): void {
  place = element
  for (const listener of listeners) listener()
}

export function subscribeToUndoPlace(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
