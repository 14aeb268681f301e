const OUNCE = 28.349523125
export const POUND = 453.59237
const GALLON = 3785.411784

export const FLUID_OUNCE = 29.5735295625

export interface Measure {
  unit: 'g' | 'mL'
  factor: number
  /** 'spoon' also for cups: these may be heaped or packed. */
  system: 'metric' | 'US' | 'spoon'
}

/** Words for mass in g and volume in mL. US measures, except the cup and spoons, which are metric. */
const MEASURES: Record<Measure['system'], [unit: 'g' | 'mL', factor: number, words: string][]> = {
  metric: [
    ['g', 0.001, 'mg'],
    ['g', 1, 'g gm gms gr gram grams gramme grammes г гр'],
    ['g', 10, 'dag deka'],
    ['g', 1000, 'kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes кг'],
    ['mL', 1, 'ml mls milliliter milliliters millilitre millilitres мл'],
    ['mL', 10, 'cl'],
    ['mL', 100, 'dl'],
    ['mL', 1000, 'l ltr ltrs liter liters litre litres л'],
  ],
  spoon: [
    ['mL', 5, 'tsp tsps tspn tspns teaspoon teaspoons'],
    ['mL', 10, 'dsp dstsp dessertspoon dessertspoons'],
    ['mL', 15, 'tbsp tbsps tbs tb tbl tbls tblsp tblsps tbspn tbspns tablespoon tablespoons'],
    ['mL', 250, 'cup cups'],
  ],
  US: [
    ['g', OUNCE, 'oz ounce ounces'],
    ['g', POUND, 'lb lbs pound pounds'],
    ['mL', FLUID_OUNCE, 'floz fl.oz'],
    ['mL', GALLON / 8, 'pint pints pt pts'],
    ['mL', GALLON / 4, 'quart quarts qt qts'],
    ['mL', GALLON, 'gallon gallons gal gals'],
  ],
}

/** In which amounts are written that are round in them, and not in metric units. */
export const IMPERIAL = {
  g: [
    { word: 'lb', factor: POUND, min: 1 },
    { word: 'oz', factor: OUNCE, min: 0.25 },
    { word: 'lb', factor: POUND, min: 0.25 },
  ],
  mL: [
    { word: 'gal', factor: GALLON, min: 0.5 },
    { word: 'qt', factor: GALLON / 4, min: 0.5 },
    { word: 'fl oz', factor: FLUID_OUNCE, min: 0.25 },
  ],
}

const measures = new Map<string, Measure>()
for (const system of ['metric', 'spoon', 'US'] as const) {
  for (const [unit, factor, words] of MEASURES[system]) {
    for (const word of words.split(' ')) measures.set(word, { unit, factor, system })
  }
}

function plain(word: string): string {
  const lower = word.toLowerCase()
  return lower.endsWith('.') ? lower.slice(0, -1) : lower
}

/** The measure that a word names, in any case: 'KG', 'lbs.', 'cups'. */
export function findMeasure(word: string): Measure | undefined {
  return measures.get(plain(word))
}

/** Of cookbooks. The case decides: 'T' is three times 't'. */
const LETTERS = new Map([
  ['c', 'cup'],
  ['C', 'cup'],
  ['T', 'tbsp'],
  ['t', 'tsp'],
])

/** The measure of a single letter, such as the 'c.' of '1 c. sugar'. */
export function findLetterMeasure(letter: string): Measure | undefined {
  return measures.get(LETTERS.get(letter.replace('.', '')) ?? '')
}

/** What holds a number of pieces or an amount of something, so that '540 mL each' is the size of one. */
const CONTAINERS =
  'bag bottle box bucket can canister carton case container crate envelope jar jug keg loaf net pack package packet pail pouch ' +
  'punnet sachet sack tin tray tub tube'
/** Other words that things are counted in. */
const PIECES =
  'ball bar block bunch clove cube dash ear fillet handful head knob piece pinch rack rasher roll sheet slice sprig ' +
  'stalk stick strip wedge'
const ABBREVIATIONS: Record<string, string> = { pkg: 'package', pkgs: 'package', pkt: 'packet', pkts: 'packet' }
/** In front of these, a singular is no part of a compound, as it is in '6 box lunches': '3 head lettuce'. */
const NEVER_COMPOUND = new Set(['bunch', 'clove', 'ear', 'head', 'loaf'])

const containers = new Set(CONTAINERS.split(' '))
const counted = new Map<string, CountWord>()
for (const word of [...containers, ...PIECES.split(' ')]) {
  counted.set(word, { name: word, fits: (value) => value <= 1 || NEVER_COMPOUND.has(word) })
  counted.set(pluralOf(word), { name: word, fits: (value) => value !== 1 })
}
for (const [word, name] of Object.entries(ABBREVIATIONS)) counted.set(word, { name, fits: () => true })

export interface CountWord {
  /** The singular. */
  name: string
  /** Whether the form that was typed, singular or plural, goes with a number. */
  fits: (value: number) => boolean
}

/** The word that things are counted in, by its singular or plural: 'loaves' is a loaf. */
export function findCountWord(word: string): CountWord | undefined {
  return counted.get(plain(word))
}

/** Whether a count word, with or without its size ('small can'), holds something. */
export function isContainer(name: string): boolean {
  return containers.has(name.slice(name.lastIndexOf(' ') + 1))
}

/** The plural of a count word: 'loaves', 'small cans'. */
export function pluralOf(name: string): string {
  if (name === '') return ''
  if (/(?:x|ch|sh)$/.test(name)) return `${name}es`
  return name.endsWith('loaf') ? `${name.slice(0, -1)}ves` : `${name}s`
}

/** Whether a word only says how something is counted, so that it is no item beside others. */
export function isCountWord(word: string): boolean {
  return findCountWord(word) !== undefined
}

export function isContainerWord(word: string): boolean {
  return containers.has(findCountWord(word)?.name ?? '')
}

export function isOunce(word: string): boolean {
  return findMeasure(word)?.factor === OUNCE
}
