/** Letters that do not decompose into a letter and an accent. */
const letters: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
}
const LETTERS = /[ßøđðłħæœþı]/g
/** Accents of Latin, Greek and Cyrillic letters. The marks of other scripts are vowels, and stay. */
const ACCENTS = /[\u0300-\u036f]/g
/** "St. John's" is also written "St Johns". */
const APOSTROPHES = /['’‘ʻʼ`´]/g
const PLAIN = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/gu

/** A text as it is searched: in lower case, without accents and punctuation, with one space between words. */
export function searchKey(text: string): string {
  // Most names, and much faster: a device reads 20,000.
  if (PLAIN.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(LETTERS, (letter) => letters[letter] ?? letter)
    .replace(APOSTROPHES, '')
    .replace(BETWEEN_WORDS, ' ')
    .trim()
}

/** The words of a text, as they are searched. */
export function wordsOf(text: string): string[] {
  const key = searchKey(text)
  return key === '' ? [] : key.split(' ')
}

const abbreviations = [
  ['saint', 'st'],
  ['sainte', 'ste'],
  ['mount', 'mt'],
  ['fort', 'ft'],
] as const

const otherForms: ReadonlyMap<string, string> = new Map(
  abbreviations.flatMap(([long, short]): [string, string][] => [
    [long, short],
    [short, long],
  ]),
)

/** Another way to write a word of a name, such as 'st' for 'saint'; undefined if there is none. */
export const otherFormOf = (word: string): string | undefined => otherForms.get(word)
