/*
 * What one of something usually weighs: an onion, a slice of bread, a millilitre of flour.
 * Only for adding up what a shop sells in one form. An item that is not here is never converted.
 */

/** Grams of one of each unit; '' is a piece. */
export type UsualWeights = Readonly<Record<string, number>>

/**
 * Sold by the piece. Pieces: medium ones of the FDA's labels of raw fruit and vegetables, 21 CFR 101 appendix C ('1
 * medium onion 148 g'). Chopped in mL: USDA FoodData Central. Garlic, bunches and stalks of celery: estimates.
 * Of other sizes and kinds ('baby carrots', 'cherry tomatoes') one weighs less, so only these names are meant.
 */
const produce: Record<string, UsualWeights> = {
  apple: { '': 154, mL: 0.53 },
  avocado: { '': 150 },
  banana: { '': 126 },
  'bell pepper': { '': 148, mL: 0.63 },
  cabbage: { '': 1008, head: 1008, mL: 0.38 },
  cantaloupe: { '': 536 },
  carrot: { '': 78, mL: 0.54 },
  cauliflower: { '': 594, head: 594 },
  celery: { stalk: 55, stick: 55, bunch: 440, head: 440, mL: 0.43 },
  cucumber: { '': 297, mL: 0.56 },
  garlic: { '': 50, clove: 5, head: 50, mL: 0.57 },
  grapefruit: { '': 308 },
  kiwi: { '': 74 },
  lemon: { '': 58 },
  lettuce: { '': 534, head: 534 },
  lime: { '': 67 },
  nectarine: { '': 140 },
  onion: { '': 148, mL: 0.68 },
  orange: { '': 154 },
  peach: { '': 147 },
  pear: { '': 166 },
  plum: { '': 75 },
  potato: { '': 148, mL: 0.63 },
  'sweet potato': { '': 130 },
  tomato: { '': 148, mL: 0.76 },
  zucchini: { '': 196, mL: 0.52 },
}

/** Fresh herbs: an estimate of a small bunch, chopped as USDA's parsley. */
const herb = { bunch: 30, sprig: 1, mL: 0.25 }
for (const name of ['basil', 'chive', 'cilantro', 'coriander', 'dill', 'mint', 'parsley']) produce[name] = herb

/** Pieces and chopped: USDA. A bunch is an estimate. */
const onion = { '': 15, bunch: 90, mL: 0.42 }
for (const name of ['green onion', 'scallion', 'spring onion']) produce[name] = onion

/** Words that change little about the weight: 'red onions'. */
const LOOKS = new Set(['brown', 'fresh', 'iceberg', 'medium', 'organic', 'red', 'ripe', 'white', 'yellow'])

/**
 * Sold by volume. A millilitre of drinks counts as a gram, which is rather too much by volume; the others: USDA
 * FoodData Central, 1 cup = 237 mL. Cans, bottles and cartons: estimates of small ones.
 */
const drink = { mL: 1, can: 330, carton: 1000 }
const liquids: Record<string, UsualWeights> = {
  ...Object.fromEntries('ale beer cider cola juice lemonade milk soda'.split(' ').map((name) => [name, drink])),
  ...Object.fromEntries('broth cream stock water'.split(' ').map((name) => [name, { mL: 1 }])),
  'coconut milk': { mL: 1, can: 400, tin: 400 },
  'maple syrup': { mL: 1.32 },
  oil: { mL: 0.92, bottle: 460 },
  vinegar: { mL: 1, bottle: 500 },
  wine: { mL: 1, bottle: 750 },
}
/** From the tap or in jugs, beside bottles of some size. */
const WATER = new Set(['water', 'drinking water'])

/** Sold by weight, with USDA's cups. Cans (drained), jars and loaves: estimates of small ones. */
const beans = { mL: 0.6, can: 240, tin: 240 }
const tomatoes = { mL: 1, can: 400, tin: 400 }
const solids: Record<string, UsualWeights> = {
  'baked bean': { mL: 1.07, can: 400, tin: 400 },
  'baking powder': { mL: 0.94 },
  'baking soda': { mL: 0.94 },
  'black bean': beans,
  bread: { slice: 28, loaf: 450 },
  'brown sugar': { mL: 0.93 },
  butter: { mL: 0.96, stick: 113, knob: 15 },
  cheddar: { mL: 0.48 },
  chickpea: beans,
  'chocolate chip': { mL: 0.72 },
  cocoa: { mL: 0.37 },
  couscous: { mL: 0.73 },
  'cream cheese': { mL: 0.98 },
  'crushed tomato': tomatoes,
  'diced tomato': tomatoes,
  flour: { mL: 0.53 },
  honey: { mL: 1.43, jar: 340 },
  'icing sugar': { mL: 0.51 },
  ketchup: { mL: 1.15 },
  'kidney bean': beans,
  lentil: { mL: 0.81 },
  margarine: { mL: 0.96 },
  mayonnaise: { mL: 0.93 },
  mozzarella: { mL: 0.48 },
  mustard: { mL: 1.05 },
  oat: { mL: 0.4 },
  parmesan: { mL: 0.42 },
  'peanut butter': { mL: 1.09, jar: 340 },
  'powdered sugar': { mL: 0.51 },
  quinoa: { mL: 0.72 },
  raisin: { mL: 0.7 },
  rice: { mL: 0.85 },
  salt: { mL: 1.23, pinch: 0.4 },
  'sour cream': { mL: 0.97 },
  sugar: { mL: 0.85 },
  tuna: { can: 112, tin: 112 },
  'white bean': beans,
  yogurt: { mL: 1.04 },
}
/** They end in a name from the lists and are something else. */
const OTHERS = new Set(['ice cream', 'whipped cream', 'flat bread', 'garlic bread', 'banana bread'])

export interface UsualGood {
  /** What a shop sells it by, if it has no packs. */
  soldBy: 'piece' | 'mL' | 'g'
  /** Whether a shop sells it loose beside its packs. */
  isAlsoLoose: boolean
  grams: UsualWeights
}

/**
 * What is known of an item; undefined for most.
 * @param name as in its key: 'red onion'
 */
export function usualGood(name: string): UsualGood | undefined {
  const words = name.split(' ')
  const piece = find(produce, words.slice(words.findIndex((word) => !LOOKS.has(word))).join(' '))
  if (piece) return { soldBy: 'piece', isAlsoLoose: true, grams: piece }
  // 'Whole milk' is milk, 'peanut butter' is no butter.
  for (let start = Math.max(0, words.length - 3); start < words.length; start++) {
    const ending = words.slice(start).join(' ')
    if (OTHERS.has(ending)) return undefined
    const [liquid, solid] = [find(liquids, ending), find(solids, ending)]
    if (liquid) return { soldBy: 'mL', isAlsoLoose: WATER.has(name), grams: liquid }
    if (solid) return { soldBy: 'g', isAlsoLoose: false, grams: solid }
  }
  return undefined
}

function find(goods: Record<string, UsualWeights>, name: string): UsualWeights | undefined {
  return Object.hasOwn(goods, name) ? goods[name] : undefined
}
