import * as m from '#messages'

/* A sheet as data. Paper, the readable page and the text all show the same. */

/** All kinds of sheets, in the order in which they are printed. */
export const sheetKinds = [
  'cover',
  'overview',
  'days',
  'menus',
  'shopping',
  'packing',
  'own-packing',
  'rota',
  'seats',
  'contacts',
  'emergency',
  'costs',
] as const
export type SheetKind = (typeof sheetKinds)[number]
/** Sheets that consist of cards. The others are drawn as a whole. */
export type CardSheetKind = Exclude<SheetKind, 'cover' | 'overview'>

export interface Sheet {
  kind: CardSheetKind
  title: string
  /** Side by side on paper. */
  columns: 1 | 2 | 3
  cards: readonly SheetCard[]
}

/** What is not torn apart if it fits on a page. */
export interface SheetCard {
  id: string
  /** A heading above this card and those that follow: the day of a meal. */
  over: string
  title: string
  /** Beside the title. */
  aside: string
  facts: readonly string[]
  rows: readonly SheetRow[]
}

export interface SheetRow {
  id: string
  /** A box to tick, or one that is ticked. */
  box: 'none' | 'open' | 'ticked'
  /** In a column of its own, before the text. */
  time: string
  text: string
  /** At the end of the line: an amount, a number. */
  aside: string
  notes: readonly string[]
}

/** Longer texts are cut: a sheet is not the plan. */
const MAX_TEXT = 700

export function shortened(text: string, max = MAX_TEXT): string {
  const all = text.trim()
  // Not within a character of two code units, such as an emoji.
  return all.length <= max ? all : `${[...all.slice(0, max)].slice(0, -1).join('').trimEnd()}…`
}

const nothing = { over: '', title: '', aside: '', facts: [], rows: [] } as const

/** A card. `parts` are what it has. */
export const card = (id: string, parts: Partial<Omit<SheetCard, 'id'>>): SheetCard => ({ id, ...nothing, ...parts })

const noWords = { box: 'none', time: '', aside: '', notes: [] } as const

/** A row. `parts` are what it has beside its text. */
export const row = (id: string, text: string, parts: Partial<Omit<SheetRow, 'id' | 'text'>> = {}): SheetRow => ({
  id,
  text: shortened(text),
  ...noWords,
  ...parts,
})

export const sheetTitles: Record<SheetKind, () => string> = {
  cover: m.print_cover,
  overview: m.print_overview,
  days: m.print_days,
  menus: m.print_menus,
  shopping: m.shopping_title,
  packing: m.print_packing,
  'own-packing': m.print_own_packing,
  rota: m.duties_title,
  seats: m.print_seats,
  contacts: m.print_contacts,
  emergency: m.emergency_title,
  costs: m.costs_title,
}
