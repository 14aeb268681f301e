/**
 * Runs in the page and uses nothing of this file: what a reader would see as broken in the open dialog or menu, or else
 * on the page: it scrolls sideways, text is cut, lies on other text or outside of its row, or a word breaks into more
 * than `maxPieces` that would fit on a line of its own.
 */
export function findLayoutFaults(maxPieces: number): string[] {
  const faults: string[] = []
  const root = document.documentElement
  const place = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1) ?? document.body
  const nameOf = (text: string | null) => `'${(text ?? '').replace(/\s+/g, ' ').trim().slice(0, 60)}'`
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element) => {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const ancestors = (element: Element | null): Element[] =>
    element && element !== root ? [element, ...ancestors(element.parentElement)] : []
  /** How wide a line would be if nothing were beside it. The width of its box would excuse a row that does not wrap. */
  const lineWidth = (element: Element): number => {
    let width = place.getBoundingClientRect().width
    for (const each of ancestors(element).filter((one) => place.contains(one))) {
      const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = styleOf(each)
      for (const side of [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth])
        width -= Number.parseFloat(side)
    }
    return width
  }

  if (root.scrollWidth > root.clientWidth)
    faults.push(`the page scrolls sideways by ${root.scrollWidth - root.clientWidth} px`)
  for (const element of place.querySelectorAll<HTMLElement>('*')) {
    const scrolls = /auto|scroll/.test(styleOf(element).overflowX) && /auto|scroll/.test(styleOf(element).overflowY)
    // Tables and rows of days are made to scroll sideways; what scrolls down is not.
    const isMeantTo = element.scrollHeight <= element.clientHeight || element.querySelector('table') !== null
    if (scrolls && !isMeantTo && element.scrollWidth > element.clientWidth)
      faults.push(`${nameOf(element.textContent)} scrolls sideways by ${element.scrollWidth - element.clientWidth} px`)
  }

  // In a row that wraps, nothing is above what comes before it.
  for (const row of place.querySelectorAll('*')) {
    if (styleOf(row).flexWrap !== 'wrap' || !/^(inline-)?flex$/.test(styleOf(row).display)) continue
    const items = [...row.children].filter((item) => item.checkVisibility() && styleOf(item).position === 'static')
    items.slice(1).forEach((item, before) => {
      const previous = items[before] as Element
      if (item.getBoundingClientRect().bottom <= previous.getBoundingClientRect().top)
        faults.push(`${nameOf(previous.textContent)} is below ${nameOf(item.textContent)}, which follows it`)
    })
  }

  interface Piece {
    text: Text
    left: number
    right: number
    top: number
    bottom: number
  }
  const pieces: Piece[] = []
  const range = document.createRange()
  const lettersIn = (text: Text, start: number, length: number) => {
    range.setStart(text, start)
    range.setEnd(text, start + length)
    // Firefox has an empty box at the end of the line before.
    return [...range.getClientRects()].filter(({ width }) => width > 1)
  }
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    const parent = text.parentElement
    if (!parent || !text.data.trim() || parent.closest('svg, option, textarea, noscript')) continue
    const above = ancestors(parent)
    const isSeen =
      parent.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
      // Text for screen readers is one pixel large.
      !above.some((each) => each.clientWidth === 1 && each.clientHeight === 1) &&
      // Bars that stay in place lie on what scrolls below them.
      !above.some((each) => each !== place && place.contains(each) && /fixed|sticky/.test(styleOf(each).position))
    if (!isSeen) continue
    range.selectNodeContents(text)
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    const name = nameOf(text.data)
    const row = parent.closest('li, button, a, td, th, label, [role=menuitem], [role=tab]')
    const outer = row?.getBoundingClientRect()
    const isShortened = above.some(
      (each) => styleOf(each).textOverflow === 'ellipsis' || styleOf(each).webkitLineClamp !== 'none',
    )
    // What scrolls is not cut.
    const scroller = above.find((each) => /auto|scroll/.test(styleOf(each).overflowX))
    const clips = above.filter(
      (each) => /hidden|clip/.test(styleOf(each).overflowX) && (!scroller || scroller.contains(each)),
    )
    const seen = scroller?.getBoundingClientRect()
    for (const { left, right, top, bottom } of boxes) {
      // Scrolled out of sight.
      if (seen && (bottom > seen.bottom || top < seen.top || right > seen.right || left < seen.left)) continue
      // A line is higher than its letters.
      const slack = (bottom - top) / 4
      if (!isShortened) {
        const cutBy = clips
          .map((each) => each.getBoundingClientRect())
          .find((box) => {
            return left < box.left - 1 || right > box.right + 1 || top < box.top - slack || bottom > box.bottom + slack
          })
        if (cutBy) faults.push(`${name} is cut`)
        if (
          outer &&
          row &&
          styleOf(row).display !== 'inline' &&
          (top < outer.top - slack || bottom > outer.bottom + slack)
        )
          faults.push(`${name} lies outside of its row`)
        if (!scroller && right > root.clientWidth + 1) faults.push(`${name} reaches over the edge`)
        pieces.push({ text, left: left + 1, right: right - 1, top: top + slack, bottom: bottom - slack })
      }
    }
    // With a hyphen, a word may break.
    if (styleOf(parent).hyphens === 'auto') continue
    // What has no place to break, such as the address of a link.
    for (const { 0: unit, index: start } of text.data.matchAll(/[^\s\p{Pd}]+/gu)) {
      const words = [...unit.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }) => {
        const lines = new Set(lettersIn(text, start + index, word.length).map(({ top }) => Math.round(top)))
        return lines.size > maxPieces ? [{ word, count: lines.size }] : []
      })
      if (words.length === 0) continue
      const width = lettersIn(text, start, unit.length).reduce((sum, box) => sum + box.width, 0)
      if (width > lineWidth(parent)) continue
      faults.push(...words.map(({ word, count }) => `'${word}' breaks into ${count} pieces`))
    }
  }
  pieces.sort((one, other) => one.top - other.top)
  pieces.forEach((piece, at) => {
    for (let next = at + 1; next < pieces.length; next++) {
      const other = pieces[next] as Piece
      if (other.top >= piece.bottom) break
      if (other.text !== piece.text && other.left < piece.right && piece.left < other.right)
        faults.push(`${nameOf(piece.text.data)} lies on ${nameOf(other.text.data)}`)
    }
  })
  return [...new Set(faults)]
}
