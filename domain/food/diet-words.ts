import type { Diet } from '../plan/people.ts'
import { contentsOf } from './contents.ts'
import { bitsOfDiet } from './warnings.ts'
import { plainText } from './word-forms.ts'

/*
 * For whom a line may be, by its words: '12 veggie patties (for the vegetarians)', '1 kg GF pasta', 'vegan option'.
 * Job: diets that somebody can choose by one tap. Nothing is ever applied by itself.
 * Invariants: a diet that is named beside other food is none: 'beef or vegan burgers', 'some gluten-free bread'.
 * Failure: no diet. The line then stays for everyone.
 */

/** What 'veg' and 'veggie' stand in front of if they mean vegetarian: '2 kg veg' and 'veggie sticks' are vegetables. */
const VEGETARIAN_GOODS =
  'option|alternative|version|meal|dish|bag|box|kit|burger|patty|patties|sausage|hot ?dog|dog|wiener|meatball|nugget|' +
  'mince|ground|bacon|ham|chilli?|curry|lasagn[ae]|sandwich|wrap|breakfast sausage|burger patt(?:y|ies)'

/**
 * By words in plain text, with spaces for hyphens. What the line contains must suit the diet; for `goods`, what it
 * contains beside these words; for `any`, nothing is asked: 'kosher hot dogs' may be of beef.
 */
const words: readonly [diet: Diet, of: RegExp, check?: 'goods' | 'any'][] = [
  ['vegan', /\b(?:vegans?|plant ?based)\b|\(v[eg]\)/g],
  ['vegetarian', /\b(?:vegetarians?|meatless)\b|\(v\)|[(,] ?veg(?:gie)? ?(?:[),]|$)/g],
  ['vegetarian', new RegExp(String.raw`\bveg(?:gie)? (?:${VEGETARIAN_GOODS})(?:e?s)?\b`, 'g'), 'goods'],
  [
    'vegetarian',
    /\bveg(?:gie)?s?(?= (?:people|persons?|guests?|eaters?)\b)|(?<=\bfor (?:the |our )?(?:\d+ )?)veg(?:gie)?s\b/g,
  ],
  ['gluten_free', /\b(?:gf|gluten ?free|co?eliacs?)\b/g],
  ['lactose_free', /\b(?:df|(?:dairy|lactose|milk) ?free|lactose intolerant|non ?dairy)\b/g],
  ['halal', /\bhalal\b/g, 'any'],
  ['kosher', /\bkosher\b(?! (?:salt|pickle|dill))/g, 'any'],
  ['no_pork', /\b(?:pork ?free|(?:no|without) pork)\b/g],
  ['no_alcohol', /\b(?:alcohol ?free|non ?alcoholic)\b/g],
]

/** 'for the vegetarians', 'for 6 vegan guests': it says who eats it, whatever the goods contain. */
const FOR_PEOPLE = /(?<!\b(?:not|un|not be|be not) ?(?:suitable |ok |okay )?)\bfor (?:(?:the|our|all|any) )?(?:\d+ )?$/
/** 'not vegan', 'not suitable for vegans', 'half of them vegan', 'beef or vegan', '12 pizzas (4 vegetarian)' */
const DOUBT_BEFORE =
  /(?:\b(?:non|not|no|some|half|partly|or|unsuitable)(?: (?:of them|be|suitable|for|the|are))* |\/ ?|[(,] ?\d+ (?:of them )?)$/
/** 'vegan or beef', 'vegan/regular', 'vegan?' */
const DOUBT_AFTER = /^ ?(?:\?|\/|or\b)/

/** The diets that the words of a line say it is for. Mostly one; two in 'vegan, gluten-free muffins'. */
export function dietsInWords(text: string): Diet[] {
  const line = plainText(text)
    .replace(/[-–\s]+/g, ' ')
    .replace(/\b(?:vegan ?\/ ?(?:vegetarian|veggie)|(?:vegetarian|veggie) ?\/ ?vegan)\b/, 'vegetarian')
  const found = words.filter(([diet, of, check]) =>
    [...line.matchAll(of)].some(({ 0: word, index }) => {
      const [before, after] = [line.slice(0, index), line.slice(index + word.length)]
      if (FOR_PEOPLE.test(before)) return true
      if (DOUBT_BEFORE.test(before) || DOUBT_AFTER.test(after)) return false
      return check === 'any' || suits(check === 'goods' ? `${before} ${after}` : text, diet)
    }),
  )
  const diets = [...new Set(found.map(([diet]) => diet))]
  // Vegans eat what is vegetarian.
  return diets.includes('vegetarian') ? diets.filter((diet) => diet !== 'vegan') : diets
}

/** Whether no word says that something is in it that the diet leaves out. */
function suits(text: string, diet: Diet): boolean {
  return contentsOf(text).every(({ tags }) => (tags & bitsOfDiet[diet]) === 0)
}
