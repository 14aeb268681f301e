/** The day of a moment, as the person's own calendar has it. */
export function dayOf(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString('en-CA', { dateStyle: 'medium' })
}
