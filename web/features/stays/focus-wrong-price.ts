/**
 * Focuses a price that is no amount, so that it can be corrected: unlike odd dates, it is not stored.
 * @returns whether there is one
 */
export function focusWrongPrice(within: Element | null): boolean {
  const wrong = within?.querySelector<HTMLElement>('[inputmode=decimal][aria-invalid=true]')
  wrong?.focus()
  return wrong != null
}
