/** The region (ISO 3166) that the device is set to: 'CA'. '' if it does not say, or not in a known form. */
export function deviceRegion(): string {
  try {
    return new Intl.Locale(navigator.language).maximize().region ?? ''
  } catch {
    // Some browsers and privacy tools report 'c', 'en_US.UTF-8' or nothing.
    return ''
  }
}
