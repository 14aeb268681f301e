/** Focuses the first field whose value is wrong. Returns whether there is one. */
export function focusInvalid(within: Element | null): boolean {
  const field = within?.querySelector<HTMLElement>('[aria-invalid=true]')
  field?.focus()
  return field != null
}
