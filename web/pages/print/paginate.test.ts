import { expect, test } from 'vitest'
import { type MeasuredCard, type MeasuredSheet, type PageSize, paginate, type SheetPage } from './paginate.ts'

const size: PageSize = { height: 100, cardGap: 2, sheetGap: 6 }

const cardOf = (rows: number, height = 5, head = 5): MeasuredCard => ({
  head,
  again: head,
  rows: Array.from({ length: rows }, () => height),
})

const sheetOf = (cards: MeasuredCard[], more: Partial<MeasuredSheet> = {}): MeasuredSheet => ({
  title: 10,
  again: 5,
  columns: 1,
  cards,
  isApart: false,
  isWhole: false,
  ...more,
})

/** 'sheet 0: 0(0-4) 1(0-2) | 2(0-4)' for each band; a '-' for one that goes on. */
const texts = (pages: readonly SheetPage[]) =>
  pages.map((page) =>
    page.map(({ sheet, isFirst, scale, columns }) => {
      const cards = columns.map((pieces) => pieces.map(({ card, from, to }) => `${card}(${from}-${to})`).join(' '))
      return `${isFirst ? '' : '-'}${sheet}${scale === 1 ? '' : ` at ${scale}`}: ${cards.join(' | ')}`
    }),
  )

test('a card goes on the next page as a whole', () => {
  // 10 for the title, then 25 and gaps of 2: three of four fit in 100.
  const cards = Array.from({ length: 4 }, () => cardOf(4))
  expect(texts(paginate([sheetOf(cards)], size))).toEqual([['0: 0(0-4) 1(0-4) 2(0-4)'], ['-0: 3(0-4)']])
})

test('a long card is torn, with at least three rows on each side', () => {
  // 85 are left below the title and the heading: 17 of 18 rows would fit.
  expect(texts(paginate([sheetOf([cardOf(18)])], size))).toEqual([['0: 0(0-15)'], ['-0: 0(15-18)']])
  expect(texts(paginate([sheetOf([cardOf(40)])], size))).toEqual([['0: 0(0-17)'], ['-0: 0(17-35)'], ['-0: 0(35-40)']])
})

test('a card that is to stay whole is torn only if it is higher than a page', () => {
  const sheet = sheetOf([cardOf(6), cardOf(14), cardOf(25)], { isWhole: true })
  expect(texts(paginate([sheet], size))).toEqual([['0: 0(0-6)'], ['-0: 1(0-14)'], ['-0: 2(0-18)'], ['-0: 2(18-25)']])
})

test('a first card that is too high only below the large title leaves more than a row for the next page', () => {
  // 95 high: 90 are left below the title, 95 where the sheet goes on.
  const sheet = (...cards: MeasuredCard[]) => sheetOf(cards, { isWhole: true })
  expect(texts(paginate([sheet(cardOf(18), cardOf(4))], size))).toEqual([['0: 0(0-15)'], ['-0: 0(15-18) 1(0-4)']])
  // As a later card it is whole.
  expect(texts(paginate([sheet(cardOf(4), cardOf(18))], size))).toEqual([['0: 0(0-4)'], ['-0: 1(0-18)']])
  // Five rows cannot have three on each side.
  expect(texts(paginate([sheet(cardOf(5, 18))], size))).toEqual([['0: 0(0-3)'], ['-0: 0(3-5)']])
})

test('a card that is to stay whole is not torn so that its page ends sooner', () => {
  // 95 fill the second page, and 14 alone are on the last one.
  const cards = [cardOf(15), cardOf(18), cardOf(2, 5, 4)]
  const pages = paginate([sheetOf(cards, { isWhole: true })], size)
  expect(texts(pages)).toEqual([['0: 0(0-15)'], ['-0: 1(0-18)'], ['-0: 2(0-2)']])
})

test('columns end at about the same height', () => {
  const cards = [cardOf(3), cardOf(3), cardOf(3), cardOf(3)]
  expect(texts(paginate([sheetOf(cards, { columns: 2 })], size))).toEqual([['0: 0(0-3) 1(0-3) | 2(0-3) 3(0-3)']])
})

test('sheets share a page where there is room, unless they are apart', () => {
  const sheets = (isApart: boolean) => [sheetOf([cardOf(3)]), sheetOf([cardOf(2)], { isApart }), sheetOf([cardOf(2)])]
  expect(texts(paginate(sheets(false), size))).toEqual([['0: 0(0-3)', '1: 0(0-2)', '2: 0(0-2)']])
  expect(texts(paginate(sheets(true), size))).toEqual([['0: 0(0-3)'], ['1: 0(0-2)'], ['2: 0(0-2)']])
})

test('a sheet whose first card has no room begins on the next page', () => {
  expect(texts(paginate([sheetOf([cardOf(12)]), sheetOf([cardOf(8)])], size))).toEqual([['0: 0(0-12)'], ['1: 0(0-8)']])
})

test('text is set smaller if that saves a page with little on it', () => {
  // 40, 40 and 8 with their gaps are 92. Below the title there are 90; 94 if all is set at 96 %.
  const cards = [cardOf(7), cardOf(7), cardOf(1, 4, 4)]
  expect(texts(paginate([sheetOf(cards)], size))).toEqual([['0 at 0.96: 0(0-7) 1(0-7) 2(0-1)']])
})

test('pages end sooner if only that gives the last one more than a few lines', () => {
  // 45, 43 and 14 with their gaps are 106: too much at 88 %, too. By itself the last one would be 14 high.
  const cards = [cardOf(8), cardOf(8, 5, 3), cardOf(2, 5, 4)]
  expect(texts(paginate([sheetOf(cards)], size))).toEqual([['0: 0(0-8)'], ['-0: 1(0-8) 2(0-2)']])
})

test('a row that is higher than a page is there all the same, and sheets without cards are not', () => {
  expect(texts(paginate([sheetOf([]), sheetOf([cardOf(2, 150)])], size))).toEqual([['1: 0(0-1)'], ['-1: 0(1-2)']])
  expect(paginate([], size)).toEqual([])
})
