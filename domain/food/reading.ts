/**
 * What an amount is counted in. Mass and volume have one unit each, because units of a family convert exactly.
 * Everything else is counted in its own word: '' for pieces ('6 eggs'), or what a line says ('slice', 'can', 'bunch').
 */
export type Unit = 'g' | 'mL' | CountUnit
export type CountUnit = '' | (string & {})

/** An amount that is not rounded: 0.5 kg is `{ value: 500, unit: 'g' }`. */
export interface Amount {
  value: number
  unit: Unit
}

/** What one pack holds: 500 g in '2 x 500 g', 18 slices in '(loaves of 18)'. Its unit is that of the amount. */
export interface Pack {
  size: number
  /** What a pack is called, in the singular: 'can', 'loaf'; 'pack' if the line does not say it. */
  name: string
}

/** One item of a line. '2 x 500 g pasta' is 1000 g in packs of 500 g; '2 cans beans' is 2 cans of unknown size. */
export interface LinePart {
  /** As typed, without the amount and the remark: 'ripe tomatoes'. Never empty. */
  item: string
  /** null if the line names none: 'salt'. */
  amount: Amount | null
  /** Whether the amount is for one person: '3 L each'. */
  isEach: boolean
  pack: Pack | null
  /** What is said about the item, such as 'chopped'; '' if nothing. */
  remark: string
}

/** How a line was read. */
export interface LineReading {
  /** Empty if the line was not understood: then it stays a text and nothing is counted. */
  parts: LinePart[]
  /** For how many people the line says that it was written: 6 in '(for 6)'. null if it says nothing. */
  writtenFor: number | null
}
