/** Focuses the first field whose value is wrong, so that it can be corrected. Returns whether there is one. */
export function focusInvalid(within: Element | null, selector = '[aria-invalid=true]'): boolean {
  const field = within?.querySelector<HTMLElement>(selector)
  field?.focus()
  return field != null
}
