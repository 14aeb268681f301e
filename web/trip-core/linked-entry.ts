/*
 * Links to a single entry of a tab, such as `?tab=rides&view=beds#ID` and `?tab=itinerary#day-3`. Its element has the
 * entry's id, a tabindex, and `showIfLinked` as its ref.
 */

/**
 * Scrolls to an element that has just been rendered, and focuses it, if the address names it. The name then leaves the
 * address, so that it happens once.
 */
export function showIfLinked(element: HTMLElement | null): void {
  if (!element || location.hash !== `#${element.id}`) return
  forgetLinked()
  // Afterwards, because a tab scrolls to its own place when it opens.
  requestAnimationFrame(() => showEntry(element))
}

/** Scrolls to an entry and focuses it. */
export function showEntry(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'start' })
}

export function forgetLinked(): void {
  if (location.hash !== '') history.replaceState(history.state, '', `${location.pathname}${location.search}`)
}

/** How an address names a day. */
export const dayAnchor = (day: number): string => `day-${day}`

/** How an address names a part of a day: 'day-2-dinner'. */
export const dayPartAnchor = (day: number, part: string): string => `${dayAnchor(day)}-${part}`

/** The part of a day that the address names: 'dinner'; undefined if it names none. */
export const linkedPart = (): string | undefined => /^#day-\d+-(\w+)$/.exec(location.hash)?.[1]

/** The day that the address names; undefined if it names none. */
export function linkedDay(): number | undefined {
  const [, day] = /^#day-(\d+)(?:-\w+)?$/.exec(location.hash) ?? []
  return day === undefined ? undefined : Number(day)
}
