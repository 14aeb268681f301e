import { toSingleLine } from './text.ts'

/** Combining accents. Marks of other scripts stay: there they are vowels. */
const ACCENTS = /[\u0300-\u036f]/g
/** Invisible characters, such as a zero-width space. */
const INVISIBLE = /\p{Cf}/gu

/** Whether two names read the same, apart from case, accents and spaces. A blank name matches nothing. */
export function isSameName(one: string, other: string): boolean {
  const plain = normalizeName(one)
  return plain !== '' && plain === normalizeName(other)
}

/** A name as it is compared. */
export function normalizeName(name: string): string {
  const letters = toSingleLine(name).normalize('NFKD').replace(ACCENTS, '').replace(INVISIBLE, '')
  // Upper case first: 'ß' becomes 'ss', and a dotless 'ı' the same letter as 'i'.
  return letters.toUpperCase().toLowerCase().trim().replace(/\s+/g, ' ')
}
