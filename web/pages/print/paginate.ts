/*
 * Cards on pages.
 * Job: pages that are known before anything is printed, so the preview is what the printer gets.
 * Invariants: every row is on one page, in its order. A card is torn only if it is long, and then at least `MIN_ROWS`
 *   rows are on each side if it has so many. The last page of a sheet is not nearly empty: the sheet is set smaller, or
 *   earlier pages end sooner. There is no page without a row.
 */

/** Heights in any unit, all the same. */
export interface MeasuredCard {
  /** Of its heading, with the facts. */
  head: number
  /** Of its heading if it goes on in another column or on another page. */
  again: number
  rows: readonly number[]
}

export interface MeasuredSheet {
  /** Of its title, with the space below. */
  title: number
  /** Of the title where it goes on on another page. */
  again: number
  columns: number
  cards: readonly MeasuredCard[]
  /** Whether it begins on a page of its own, and none follows it there. */
  isApart: boolean
  /** Whether even long cards are torn only if they are higher than a page. */
  isWhole: boolean
}

/** Some rows of a card: those from `from`, up to `to`. */
export interface Piece {
  card: number
  from: number
  to: number
}

/** What of a sheet is on a page. */
export interface Band {
  sheet: number
  isFirst: boolean
  /** How large its text is: 1, or a little less so that it needs no further page. */
  scale: number
  columns: readonly (readonly Piece[])[]
}

export type SheetPage = readonly Band[]

export interface PageSize {
  height: number
  /** Between two cards. */
  cardGap: number
  /** Between two sheets on a page. */
  sheetGap: number
}

const MIN_ROWS = 3
/** A card of more than this share of a page may be torn. */
const LONG = 0.45
/** A last page with less on it than this share looks forgotten. */
const MIN_FILLED = 0.15
/** The text sizes to try, so that a sheet needs one page less. */
const SCALES = [0.96, 0.92, 0.88]
/** How much sooner pages may end, so that the last one has more on it. */
const EARLIER = [0.94, 0.88, 0.82, 0.76, 0.7]

const STEPS = 14

/** Where the next row of a sheet is. */
interface Place {
  card: number
  row: number
}

interface Portion {
  columns: Piece[][]
  /** Of its highest column. */
  height: number
  isFirst: boolean
}

/** The pages of sheets, one after another. */
export function paginate(sheets: readonly MeasuredSheet[], size: PageSize): SheetPage[] {
  const pages: Band[][] = []
  /** How much of the last page is taken. */
  let taken = Number.POSITIVE_INFINITY
  sheets.forEach((sheet, index) => {
    if (sheet.cards.length === 0) return
    const start = sheet.isApart || taken === Number.POSITIVE_INFINITY ? 0 : taken + size.sheetGap
    const { portions, scale, isMoved } = bestLayout(sheet, size, start)
    portions.forEach((portion, at) => {
      const band = { sheet: index, isFirst: portion.isFirst, scale, columns: portion.columns }
      const title = portion.isFirst ? sheet.title : sheet.again
      if (at === 0 && start > 0 && !isMoved) {
        pages.at(-1)?.push(band)
        taken = start + (title + portion.height) * scale
      } else {
        pages.push([band])
        taken = (title + portion.height) * scale
      }
    })
    if (sheet.isApart) taken = Number.POSITIVE_INFINITY
  })
  return pages
}

interface Layout {
  portions: Portion[]
  scale: number
  /** Whether it did not begin at `start`, but on a new page. */
  isMoved: boolean
}

/** The layout with the fewest pages whose last page is not nearly empty. */
function bestLayout(sheet: MeasuredSheet, size: PageSize, start: number): Layout {
  const usual = layOut(sheet, size, start, { scale: 1, share: 1 })
  if (!endsShort(usual, size)) return usual
  for (const scale of SCALES) {
    const smaller = layOut(sheet, size, start, { scale, share: 1 })
    if (smaller.portions.length < usual.portions.length) return smaller
  }
  for (const share of EARLIER) {
    const earlier = layOut(sheet, size, start, { scale: 1, share })
    if (earlier.portions.length === usual.portions.length && !endsShort(earlier, size)) return earlier
  }
  return usual
}

function endsShort({ portions, scale }: Layout, { height }: PageSize): boolean {
  const last = portions.at(-1)
  return portions.length > 1 && last !== undefined && last.height * scale < height * MIN_FILLED
}

/** @param how the size of the text, and how much of each page is used */
function layOut(
  sheet: MeasuredSheet,
  size: PageSize,
  start: number,
  { scale, share }: { scale: number; share: number },
): Layout {
  const page = { ...size, height: size.height / scale }
  const portions: Portion[] = []
  let place: Place = { card: 0, row: 0 }
  let isMoved = false
  let used = start / scale
  while (place.card < sheet.cards.length) {
    const isFirst = place.card === 0 && place.row === 0
    const room =
      page.height * (portions.length === 0 && used > 0 ? 1 : share) - used - (isFirst ? sheet.title : sheet.again)
    const filled = fill(sheet, place, room, { page, isFresh: used === 0 })
    // Beside another sheet, not even the first rows have room: it begins on a page of its own.
    if (used > 0 && filled.rows === 0) {
      isMoved = true
      used = 0
      continue
    }
    const isLast = filled.next.card >= sheet.cards.length
    const balanced = isLast ? balance(sheet, place, filled, { room, page }) : filled
    portions.push({ columns: balanced.columns, height: balanced.height, isFirst })
    place = filled.next
    used = 0
  }
  return { portions, scale, isMoved }
}

interface Filled {
  columns: Piece[][]
  next: Place
  height: number
  rows: number
}

/** The lowest height at which all that is left fits, so that columns end at about the same height. */
function balance(
  sheet: MeasuredSheet,
  place: Place,
  whole: Filled,
  { room, page }: { room: number; page: PageSize },
): Filled {
  let best = whole
  if (sheet.columns === 1) return best
  let [low, high] = [0, room]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    const tried = fill(sheet, place, middle, { page, isFresh: false })
    if (tried.next.card >= sheet.cards.length) [best, high] = [tried, middle]
    else low = middle
  }
  return best
}

/**
 * Fills columns of a height, in their order.
 * @param on the page; `isFresh` if nothing else is on it: then something goes there in any case
 */
function fill(
  { cards, columns, title, again, isWhole }: MeasuredSheet,
  start: Place,
  room: number,
  { page, isFresh }: { page: PageSize; isFresh: boolean },
): Filled {
  const filled: Filled = { columns: [], next: start, height: 0, rows: 0 }
  for (let column = 0; column < columns; column++) {
    const pieces: Piece[] = []
    let y = 0
    while (filled.next.card < cards.length) {
      const { card: index, row } = filled.next
      const card = cards[index] as MeasuredCard
      const gap = y > 0 ? page.cardGap : 0
      const isForced = isFresh && column === 0 && y === 0
      // The first card has less room than the others: it is below the large title.
      const wholePage = page.height - (index === 0 && row === 0 ? title : again)
      const long = isWhole ? wholePage : page.height * LONG
      const count = rowsThatFit(card, row, room - y - gap, { isForced, long })
      if (count === undefined) break
      pieces.push({ card: index, from: row, to: row + count })
      filled.rows += Math.max(1, count)
      y += gap + (row === 0 ? card.head : card.again) + sum(card.rows.slice(row, row + count))
      const isDone = row + count >= card.rows.length
      filled.next = isDone ? { card: index + 1, row: 0 } : { card: index, row: row + count }
      if (!isDone) break
    }
    if (pieces.length > 0) filled.columns.push(pieces)
    filled.height = Math.max(filled.height, y)
  }
  return filled
}

/** How many more rows of a card go where there is this much room; undefined if the card waits for the next column. */
function rowsThatFit(
  card: MeasuredCard,
  from: number,
  room: number,
  { isForced, long }: { isForced: boolean; long: number },
): number | undefined {
  const head = from === 0 ? card.head : card.again
  const rows = card.rows.slice(from)
  const whole = head + sum(rows)
  if (whole <= room) return rows.length
  let fitting = 0
  for (let height = head + (rows[0] ?? 0); height <= room && fitting < rows.length; ) {
    fitting++
    height += rows[fitting] ?? 0
  }
  const count = Math.min(fitting, rows.length - MIN_ROWS)
  if (whole > long && count >= MIN_ROWS) return count
  if (!isForced) return undefined
  // It has room on the page, although that was to end sooner.
  if (whole <= long) return rows.length
  // Nothing else helps: not even an empty page has room. A single row is not left alone if there are more.
  return Math.max(1, Math.min(fitting, Math.ceil(rows.length / 2)))
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
