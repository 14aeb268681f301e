/* English plurals, for the words that lines count in. People type these words, so they are no messages. */

const irregular = new Map([
  ['loaf', 'loaves'],
  ['leaf', 'leaves'],
  ['half', 'halves'],
  ['dozen', 'dozen'],
  ['knife', 'knives'],
])
/** Units that are never plural. */
const ABBREVIATION = /^(?:g|kg|mg|lb|oz|ml|l|cl|dl|cm|mm|m)$/i

export function plural(word: string): string {
  const known = irregular.get(word)
  if (known !== undefined) return known
  if (ABBREVIATION.test(word) || !/\p{L}$/u.test(word)) return word
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

/** What a word may be the plural of, the word itself first: 'berries' of 'berrie', 'berri' or 'berry'. */
export function singularForms(word: string): string[] {
  const forms = [word]
  if (word.endsWith('s') && !word.endsWith('ss')) forms.push(word.slice(0, -1))
  if (word.endsWith('es')) forms.push(word.slice(0, -2))
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (word.endsWith('ves')) forms.push(`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`)
  return forms
}

/** Whether two words are the same, or one is the plural of the other. */
export function isSameWord(one: string, other: string): boolean {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()]
  return first === second || singularForms(first).includes(second) || singularForms(second).includes(first)
}

const ACCENTS = /[\u0300-\u036f]/g

/** In lower case without accents: 'Crème' is 'creme'. */
export function plainText(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(ACCENTS, '').replaceAll('œ', 'oe')
}
