/*
 * Text areas that grow with their text, for browsers without `field-sizing: content`.
 * Job: sets each one's height to its text's height, when the text, the width or the font changes.
 * Invariants: many are measured together and then written together, so that the page is laid out twice in total, before
 *   it is painted. Nothing around them moves while they are measured. One that is not shown, or is far off the screen
 *   (`content-visibility`), is measured once it is shown.
 */

/** The width at which each text area was last measured. */
const widths = new WeakMap<HTMLTextAreaElement, number>()
const changed = new Set<HTMLTextAreaElement>()

const observer = new ResizeObserver((entries) => {
  const areas = entries.map(({ target }) => target as HTMLTextAreaElement)
  for (const area of areas) if (!area.isConnected) observer.unobserve(area)
  const resized = areas.filter((area) => area.isConnected && area.clientWidth !== widths.get(area))
  for (const area of resized) observer.unobserve(area)
  fitAll(resized)
  // Otherwise the browser would take the new heights for a loop and report an error.
  requestAnimationFrame(() => {
    for (const area of resized) observer.observe(area)
  })
})

document.fonts.addEventListener('loadingdone', ({ fontfaces }) => {
  const families = fontfaces.map(({ family }) => family.replaceAll('"', ''))
  for (const area of document.querySelectorAll('textarea')) {
    const { fontFamily } = getComputedStyle(area)
    if (widths.has(area) && families.some((family) => fontFamily.includes(family))) fitSoon(area)
  }
})

/** Call it with a text area once it is in the page, and whenever its text has changed. */
export function grow(area: HTMLTextAreaElement): void {
  if (widths.has(area)) fitSoon(area)
  else {
    widths.set(area, 0)
    // Reports its width at once, unless it is not shown.
    observer.observe(area)
  }
}

function fitSoon(area: HTMLTextAreaElement): void {
  if (changed.size === 0) queueMicrotask(fitChanged)
  changed.add(area)
}

function fitChanged(): void {
  // The others are measured when they are shown.
  const shown = [...changed].filter(({ clientWidth }) => clientWidth > 0)
  changed.clear()
  fitAll(shown)
}

function fitAll(areas: readonly HTMLTextAreaElement[]): void {
  const parents = areas.map(({ parentElement }) => ({ parent: parentElement, height: parentElement?.offsetHeight }))
  // Keep the parent's height meanwhile: a page that got shorter would scroll.
  for (const { parent, height } of parents) if (parent) parent.style.minHeight = `${height}px`
  for (const { style } of areas) style.height = 'auto'
  const measured = areas.map((area) => {
    const { scrollHeight, offsetHeight, clientHeight, clientWidth } = area
    // One extra pixel: scrollHeight has no fractions.
    return { area, height: scrollHeight + offsetHeight - clientHeight + 1, clientWidth }
  })
  for (const { area, height, clientWidth } of measured) {
    area.style.height = `${height}px`
    widths.set(area, clientWidth)
  }
  for (const { parent } of parents) if (parent) parent.style.minHeight = ''
}
