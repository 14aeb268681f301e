/*
 * Coordinates come from chats, web pages and scanned maps, with every sort of mark.
 * Job: one mark for one thing, so that the readers know only one: ° ' " - N S E W.
 */

const MARKS: [RegExp, string][] = [
  // Invisible: soft hyphens, directions of writing, byte order marks.
  [/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, ''],
  [/&deg;|&#176;|&#xb0;|[º˚°∘⁰]/gi, '°'],
  [/&prime;|&apos;|&#0?39;|&#x27;|[\u2032\u2019\u2018\u201b\u00b4\u0060\u02b9\u02bc\u02ca\uff07]/gi, "'"],
  [/&quot;|&#34;|[\u2033\u201c\u201d\u201e\u201f\u02ba\uff02\u3003]/gi, '"'],
  [/[\u2010-\u2015\u2212\u207b\ufe63\uff0d]/g, '-'],
]

/** German O is east, French and Spanish O is west: the letter itself is left for the reader. */
const WORDS: [RegExp, string][] = [
  [/(?<![\p{L}])(?:north|nord|norte|nördl(?:ich)?)(?![\p{L}])/giu, 'N'],
  [/(?<![\p{L}])(?:south|süd|sud|sur|südl(?:ich)?)(?![\p{L}])/giu, 'S'],
  [/(?<![\p{L}])(?:east|ost|est|este|östl(?:ich)?)(?![\p{L}])/giu, 'E'],
  [/(?<![\p{L}])(?:west|ouest|oeste|ovest|westl(?:ich)?)(?![\p{L}])/giu, 'W'],
  [/(?<=[\d°'"] ?)(?:degrees?|degrés?|grados?|gradi|grad|deg)(?![\p{L}])\.?/giu, '°'],
  [/(?<=\d ?)(?:minutes?|min)(?![\p{L}])\.?/giu, "'"],
  [/(?<=\d ?)(?:seconds?|sec)(?![\p{L}])\.?/giu, '"'],
]

/** '45d50m11s' is '45°50'11"'. Alone, the letters mean other things. */
const LETTERED = /(\d) ?d ?(\d{1,2}(?:[.,]\d{1,9})?) ?m(?: ?(\d{1,2}(?:[.,]\d{1,9})?) ?s)?(?!\p{L})/giu

/** The same text with plain marks and single spaces, but for the ends of lines. */
export function plainText(text: string): string {
  const replaceAll = (from: string, pairs: [RegExp, string][]) =>
    pairs.reduce((result, [mark, plain]) => result.replace(mark, plain), from)
  const marked = replaceAll(text, MARKS)
    .normalize('NFKC')
    .replace(/''/g, '"')
    .replace(/[^\S\n]{1,}/g, ' ')
  return replaceAll(marked, WORDS).replace(LETTERED, (_, degrees, minutes, seconds) =>
    seconds === undefined ? `${degrees}°${minutes}'` : `${degrees}°${minutes}'${seconds}"`,
  )
}
