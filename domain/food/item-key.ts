/*
 * The key by which equal items are summed.
 * Job: one key for what differs in case, spaces, hyphens, accents, or singular and plural.
 * Invariants: purchases are stored by it, so the key of an item never changes: other rules need another version in
 *   front and must find what is stored by this one. Different foods have different keys; when in doubt, two keys.
 */

const VERSION = '1'

/** Plurals that are another food than the singular, and singulars that look like a plural. */
const UNCHANGED = new Set([
  'bitters',
  'crisps',
  'grits',
  'greens',
  'hops',
  'mints',
  'molasses',
  'peppers',
  'schnapps',
  'sweets',
  'wraps',
])
const IRREGULAR: Record<string, string> = {
  calves: 'calf',
  geese: 'goose',
  halves: 'half',
  knives: 'knife',
  leaves: 'leaf',
  loaves: 'loaf',
}

/**
 * The key of an item: '1:bell pepper' for 'Bell  Peppers'. Two items with the same key are added up.
 * @param item as in `LinePart`, not empty
 */
export function itemKey(item: string): string {
  const text = plain(item)
  // Only emoji, or marks.
  if (text === '') return `${VERSION}:${item.normalize('NFC').trim()}`
  const words = text.split(' ')
  const last = words.pop() ?? ''
  // 'peppers' alone are vegetables, 'pepper' alone is a spice. 'Bell peppers' are not.
  const isUnchanged = UNCHANGED.has(last) && (words.length === 0 || last !== 'peppers')
  return `${VERSION}:${[...words, isUnchanged ? last : singular(last)].join(' ')}`
}

/** Latin letters without accents. In other scripts a mark makes another letter. */
const ACCENTED = /(\p{Script=Latin})[\u0300-\u036f]+/gu
/** What separates words, or is only typography. A percent sign is neither: '2% milk'. */
const SEPARATORS = /[^\p{L}\p{M}\p{N}%]+/gu
const APOSTROPHES = /['’`´]/g

function plain(item: string): string {
  return item
    .normalize('NFKD')
    .replace(ACCENTED, '$1')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(APOSTROPHES, '')
    .replace(/&/g, ' and ')
    .replace(/(\d) %/g, '$1%')
    .replace(SEPARATORS, ' ')
    .trim()
}

/**
 * The singular, or what the singular becomes as well: 'cookies' and 'cookie' are both 'cooky'. Only for comparing.
 */
function singular(word: string): string {
  const irregular = IRREGULAR[word]
  if (irregular) return irregular
  if (!/^[a-z]{3,}$/.test(word)) return word
  const stem = /[^su]s$/.test(word) ? word.slice(0, -1) : word
  if (stem.length >= 4 && stem.endsWith('ie')) return `${stem.slice(0, -2)}y`
  return /(?:[cs]h|ss|x|zz|o)e$/.test(stem) ? stem.slice(0, -1) : stem
}
