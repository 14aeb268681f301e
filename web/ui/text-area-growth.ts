/*
 * Text areas that grow with what is written, for browsers that do not do that themselves (`field-sizing: content`).
 * Job: each is as high as its text: when that changes, and when the room or the letters do that it has on a line.
 * Invariants: many are measured together and then written together, so that the page is laid out twice, however many there
 *   are; before anything is painted; nothing around them moves while they are measured. One that is not shown, or far off
 *   the screen (`content-visibility`), is measured once it is.
 */

/** The widths for which text areas were measured. */
const widths = new WeakMap<HTMLTextAreaElement, number>()
const changed = new Set<HTMLTextAreaElement>()

const observer = new ResizeObserver((entries) => {
  const areas = entries.map(({ target }) => target as HTMLTextAreaElement)
  for (const area of areas) if (!area.isConnected) observer.unobserve(area)
  const resized = areas.filter((area) => area.isConnected && area.clientWidth !== widths.get(area))
  for (const area of resized) observer.unobserve(area)
  fitAll(resized)
  // Else the browser would take their new heights for a loop, and report an error.
  requestAnimationFrame(() => {
    for (const area of resized) observer.observe(area)
  })
})

document.fonts.addEventListener('loadingdone', ({ fontfaces }) => {
  const families = fontfaces.map(({ family }) => family.replaceAll('"', ''))
  for (const area of document.querySelectorAll('textarea')) {
    const { fontFamily } = getComputedStyle(area)
    if (families.some((family) => fontFamily.includes(family))) fitSoon(area)
  }
})

/** To be called with a text area once it is in the page, and whenever its text has changed. */
export function grow(area: HTMLTextAreaElement): void {
  if (widths.has(area)) fitSoon(area)
  else {
    widths.set(area, 0)
    // Says at once how wide it is, unless it is not shown.
    observer.observe(area)
  }
}

function fitSoon(area: HTMLTextAreaElement): void {
  if (changed.size === 0) queueMicrotask(fitChanged)
  changed.add(area)
}

function fitChanged(): void {
  // Those that are not shown are measured when they are.
  const shown = [...changed].filter(({ clientWidth }) => clientWidth > 0)
  changed.clear()
  fitAll(shown)
}

/** Gives text areas the heights of their texts. */
function fitAll(areas: readonly HTMLTextAreaElement[]): void {
  const rooms = areas.map(({ parentElement }) => ({ room: parentElement, height: parentElement?.offsetHeight }))
  // The room stays as high meanwhile: a page that got shorter would scroll.
  for (const { room, height } of rooms) if (room) room.style.minHeight = `${height}px`
  for (const { style } of areas) style.height = 'auto'
  const measured = areas.map((area) => {
    const { scrollHeight, offsetHeight, clientHeight, clientWidth } = area
    // A pixel more: the text's own height is told without its fractions.
    return { area, height: scrollHeight + offsetHeight - clientHeight + 1, clientWidth }
  })
  for (const { area, height, clientWidth } of measured) {
    area.style.height = `${height}px`
    widths.set(area, clientWidth)
  }
  for (const { room } of rooms) if (room) room.style.minHeight = ''
}
