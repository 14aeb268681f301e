import { groupBy } from '../group-by.ts'
import { isLoose, type ListAmount, type ListUnit } from './list-unit.ts'
import { memoByText } from './memo-by-text.ts'
import { amountToBuy } from './round-up.ts'
import { isContainer } from './units.ts'
import { type UsualGood, usualGood } from './usual-weights.ts'

/*
 * What a shop sells of an item (decision 86).
 * Job: what the meals need, '1 bottle of 400 mL' and '30 mL', in as few list units as one would buy.
 * Invariants: only amounts that are surely the same thing are added. The list units say which, not how much there is of
 *   them, so more is never shown as less.
 */

/** How much the meals need in one of the list units in which they say it. */
export interface NeedForm {
  listUnit: ListUnit
  /** Before rounding, in the list unit: grams, slices, packs. */
  exact: number
}

/** A form that was added to others. */
export interface AddedForm extends NeedForm {
  /** How much one of it is in the need's list unit: 1 g is 0.0025 bottles of 400 mL. */
  rate: number
}

/** How much of an item is needed in one list unit. */
export interface Need extends NeedForm {
  /** Rounded to what can be bought. */
  toBuy: number
  /** What was added up, the need's own form among it. Undefined if that is all. */
  forms?: readonly AddedForm[]
}

/** A form with what one of it is in a measure that it shares with others: grams, or millilitres. */
interface Measured {
  form: NeedForm
  measure: string
  size: number
}

/**
 * The needs of an item, in the order of its forms.
 * @param name as in the item's key: 'red onion'
 */
export function needsInShop(name: string, forms: readonly NeedForm[]): Need[] {
  if (forms.length < 2) return forms.map(needOf)
  const good = findGood(name)
  const measured = forms.map((form) => measuredOf(form, forms, good))
  const joined = [...groupBy(measured, ({ measure }) => measure).values()].flatMap((group) => join(group, good))
  return joined.toSorted((one, other) => indexOf(forms, one) - indexOf(forms, other))
}

const findGood = memoByText(usualGood)

const indexOf = (forms: readonly NeedForm[], { listUnit }: Need) =>
  forms.findIndex((form) => form.listUnit.key === listUnit.key)

function needOf({ listUnit, exact }: NeedForm): Need {
  return { listUnit, exact, toBuy: amountToBuy(exact, listUnit) }
}

function measuredOf(form: NeedForm, forms: readonly NeedForm[], good: UsualGood | undefined): Measured {
  const { unit, pack } = form.listUnit
  // 'A can' beside cans of one size is one of these.
  const named = forms.filter(({ listUnit }) => listUnit.pack && kindOf(listUnit.pack.name) === kindOf(unit))
  const [likeIt] = named
  if (pack === null && named.length === 1 && likeIt) return { ...measuredOf(likeIt, forms, good), form }
  return { form, ...measureOf(form.listUnit, good) }
}

function measureOf({ unit, pack }: ListUnit, good: UsualGood | undefined): Omit<Measured, 'form'> {
  const grams = good && Object.hasOwn(good.grams, unit) ? good.grams[unit] : undefined
  const [measure, size] = grams === undefined ? [unit, 1] : ['g', grams]
  if (pack === null) return { measure, size }
  // Onions are sold loose beside their bags. Tomatoes in cans are something else.
  return { measure: good?.isAlsoLoose ? `${measure} in packs` : measure, size: size * pack.size }
}

/** What was bought in no pack, in a list unit in which the item is no longer needed: 4 onions of 500 g. */
export function inUsualWeight(name: string, bought: ListAmount, needs: readonly Need[]): ListAmount | undefined {
  if (bought.listUnit.pack !== null) return undefined
  const good = findGood(name)
  const { measure, size } = measureOf(bought.listUnit, good)
  for (const { listUnit } of needs) {
    const of = measureOf(listUnit, good)
    if (of.measure === measure) return { listUnit, value: (bought.value * size) / of.size }
  }
  return undefined
}

/** One need of forms with the same measure; several if they are in packs that differ. */
function join(group: readonly Measured[], good: UsualGood | undefined): Need[] {
  const packs = packsIn(group).toSorted((one, other) => one.size - other.size)
  const largest = packs.at(-1)
  if (!largest) return [sumIn(targetOf(group, good), group)]
  const rest = group.filter((one) => !packs.includes(one))
  const kinds = new Set(packs.map(({ form }) => packKind(form)).filter((kind) => kind !== ANY_PACK))
  const [only] = kinds.size === 1 ? kinds : []
  const byKind = groupBy(packs, ({ form }) => (packKind(form) === ANY_PACK && only) || packKind(form))
  return [...byKind.values()].flatMap((sizes) => {
    // What is in no pack is bought in the largest.
    const withRest = (some: readonly Measured[]) => (some.includes(largest) ? [...some, ...rest] : some)
    const inOne = sumIn(sizes.at(-1) as Measured, withRest(sizes))
    if (inOne.toBuy === 1) return [inOne]
    return likeSizes(sizes).map((same) => sumIn(same[0] as Measured, withRest(same)))
  })
}

/** Sizes that are nearly the same, such as 398 mL and 400 g, the largest first. */
function likeSizes(sizes: readonly Measured[]): Measured[][] {
  const groups: Measured[][] = []
  for (const one of sizes.toReversed()) {
    const last = groups.at(-1)
    if (last?.[0] && one.size >= last[0].size * 0.9) last.push(one)
    else groups.push([one])
  }
  return groups
}

/** What '2 x 500 g' is in. */
const ANY_PACK = 'pack'
const KINDS: Record<string, string> = { packet: ANY_PACK, package: ANY_PACK, tin: 'can' }
const kindOf = (name: string) => (Object.hasOwn(KINDS, name) && KINDS[name]) || name
const packKind = ({ listUnit: { unit, pack } }: NeedForm) => kindOf(pack?.name ?? unit)

/** Packs of a size; if there are none, cans and the like whose usual size is known. */
function packsIn(group: readonly Measured[]): Measured[] {
  const sized = group.filter(({ form }) => form.listUnit.pack !== null)
  return sized.length > 0 ? sized : group.filter(({ form }) => isContainer(form.listUnit.unit))
}

/** How cooks say a little. */
const KITCHEN_WORDS = new Set(['dash', 'knob', 'pinch', 'sprig'])

/** Of heads and cloves it is heads; of mass and volume what the good is sold by. */
function targetOf(group: readonly Measured[], good: UsualGood | undefined): Measured {
  const counted = group.filter(({ form }) => !isLoose(form.listUnit) && !KITCHEN_WORDS.has(form.listUnit.unit))
  const isPiece = ({ form }: Measured) => Number(form.listUnit.unit === '')
  const [largest] = counted.toSorted((one, other) => other.size - one.size || isPiece(one) - isPiece(other))
  const loose = group.filter(({ form }) => isLoose(form.listUnit))
  const soldBy = loose.find(({ form }) => form.listUnit.unit === (good?.soldBy === 'mL' ? 'mL' : 'g'))
  return largest ?? soldBy ?? loose[0] ?? (group[0] as Measured)
}

function sumIn(target: Measured, group: readonly Measured[]): Need {
  const { listUnit } = target.form
  if (group.length === 1) return needOf(target.form)
  const forms = group.map(({ form, size }): AddedForm => {
    const own = form === target.form
    return { listUnit: form.listUnit, exact: form.exact, rate: own ? 1 : size / target.size }
  })
  const exact = forms.reduce((sum, form) => sum + form.exact * form.rate, 0)
  return { ...needOf({ listUnit, exact }), forms }
}

/** All list units in which amounts of a need can be said, its own first. */
export function listUnitsOf({ listUnit, forms = [] }: Need): ListUnit[] {
  return [listUnit, ...forms.map((form) => form.listUnit).filter(({ key }) => key !== listUnit.key)]
}

/** How much an amount is in the list unit of a need; undefined if it is of another one. */
export function inNeed({ listUnit, forms = [] }: Need, amount: ListAmount): number | undefined {
  if (amount.listUnit.key === listUnit.key) return amount.value
  const form = forms.find((one) => one.listUnit.key === amount.listUnit.key)
  return form && amount.value * form.rate
}
