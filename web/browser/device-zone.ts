/** The time zone of this device: 'America/Toronto'; '' if it does not say. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
}
