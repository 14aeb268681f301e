import { findBought, type OpenNeed, readAtHome } from '#domain/food/bought.ts'
import type { FoodPlace } from '#domain/food/food-plan.ts'
import { formatAmount, formatListAmount } from '#domain/food/format-amount.ts'
import { type ListUnit, listUnitOfKey } from '#domain/food/list-unit.ts'
import { inNeed, listUnitsOf, type Need, type NeedForm } from '#domain/food/shop-needs.ts'
import type { Demand } from '#domain/food/shopping-list.ts'
import { plural } from '#domain/food/word-forms.ts'
import { listText } from '#domain/list-text.ts'
import type { Aisle, Purchase } from '#domain/plan/shopping.ts'
import type { Grouping, RowGroup } from '#domain/shopping/group-rows.ts'
import type { ShoppingRow } from '#domain/shopping/rows.ts'
import { dayLabel, dayName, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import type { NameOf } from '#web/trip-core/people/names.ts'

/* What the list says about its items. */

/** An amount of an item. Beside kilograms, '26' would be read as 26 kg. */
function needText(value: number, listUnit: ListUnit, isBesideOthers: boolean): string {
  const isBare = isBesideOthers && listUnit.key === ''
  return isBare ? m.shopping_amount_pieces({ count: value }) : formatListAmount(value, listUnit)
}

/** Whether amounts of an item are said in several list units, also if it is bought in one of them. */
const isInOthers = (needs: readonly Need[]) => needs.flatMap(listUnitsOf).length > 1

const joined = (amounts: readonly string[]) =>
  amounts.length > 0 ? amounts.reduce((before, amount) => m.shopping_amount_and({ before, amount })) : ''

/** How much is to buy; of what is bought, how much is needed. '' if nothing says it. */
export function amountText({ needs }: Pick<ShoppingRow, 'needs'>): string {
  const missing = needs.filter((need) => need.missing > 0)
  const shown = missing.length > 0 ? missing : needs
  return joined(
    shown.map(({ listUnit, ...need }) =>
      needText(missing.length > 0 ? need.missing : need.toBuy, listUnit, needs.length > 1),
    ),
  )
}

/** How much is still to buy, or how much was needed. */
export function dueText(row: ShoppingRow): string {
  const amount = amountText(row)
  return amount && !row.isDone ? m.shopping_to_buy({ amount }) : amount
}

/** What to type for all that is missing: '6 cans of 398 mL', '4 pieces'. Always read as that. */
export function exampleText({ missing, toBuy, listUnit }: OpenNeed): string {
  return needText(missing || toBuy || 1, listUnit, true)
}

/** What the field for one of several list units is called. */
export function amountLabel({ unit, pack }: ListUnit): string {
  if (pack !== null) {
    const packs = m.food_amount_packs({ packs: plural(pack.name), size: formatAmount({ value: pack.size, unit }) })
    return m.shopping_purchase_how_many({ things: packs })
  }
  if (unit === 'g') return m.shopping_purchase_by_weight()
  if (unit === 'mL') return m.shopping_purchase_by_volume()
  return m.shopping_purchase_how_many({ things: unit === '' ? m.shopping_purchase_pieces() : plural(unit) })
}

export function purchaseText({ amount, unit }: Purchase, needs: readonly OpenNeed[]): string {
  if (amount === '') return m.shopping_purchase_all()
  const value = Number(amount)
  if (!Number.isFinite(value)) return `${amount} ${unit}`.trim()
  return needText(value, listUnitOfKey(unit), isInOthers(needs))
}

/** A remark on an item. A warning is about something that somebody may want to do about. */
export interface RowLine {
  text: string
  isWarning?: boolean
}

/** How people are named in the list. */
export interface Naming {
  nameOf: NameOf
  me: string
  /** The ids of people who are not coming. */
  notComing: ReadonlySet<string>
}

/**
 * What is said below the name of an item.
 * @param naming with `by`, by what the list is grouped: that is not repeated
 */
export function rowLines(
  row: ShoppingRow,
  { nameOf, me, by: hidden, notComing }: Naming & { by: Grouping },
): RowLine[] {
  const { details, needs, parts } = row
  return [
    ...(parts.length > 0 ? [{ text: joined(parts.map(({ text }) => text)) }] : []),
    ...needs.flatMap((need) => needLines(need, isInOthers(needs))),
    ...asWrittenLines(row),
    ...buyersOfPurchases(row, nameOf, me),
    ...uncountedLines(row),
    ...(details.isAtHome ? [atHomeLine(row)] : []),
    ...(details.buyer && !row.isDone ? buyerLines(details.buyer, { nameOf, me, notComing }, hidden === 'buyer') : []),
    ...(details.shop.trim() && hidden !== 'shop' ? [{ text: details.shop.trim() }] : []),
    ...(details.note.trim() ? [{ text: details.note.trim() }] : []),
  ]
}

/** That an amount does not follow the headcount, although nobody chose that. */
function asWrittenLines({ demands, isDone }: ShoppingRow): RowLine[] {
  const unclear = demands.filter(({ asWritten }) => asWritten === 'unclear')
  if (isDone || unclear.length === 0) return []
  return [{ text: m.shopping_as_written({ amount: unclear.length === demands.length ? 'all' : 'some' }) }]
}

/** An amount that changed after something was bought. */
function needLines({ bought, missing, surplus, listUnit }: OpenNeed, isBesideOthers: boolean): RowLine[] {
  const textOf = (value: number) => needText(value, listUnit, isBesideOthers)
  if (bought > 0 && missing > 0)
    return [{ text: m.shopping_more({ bought: textOf(bought), amount: textOf(missing) }), isWarning: true }]
  if (surplus > 0) return [{ text: m.shopping_surplus({ amount: textOf(surplus) }), isWarning: true }]
  return []
}

/** Who bought an item, if others did. People who bought it both without knowing are told. */
function buyersOfPurchases(row: ShoppingRow, nameOf: NameOf, me: string): RowLine[] {
  const buyers = [...new Set(row.purchases.map(({ person_id }) => person_id))]
  if (buyers.length === 0 || (buyers.length === 1 && buyers[0] === me)) return []
  const texts = buyers.map((buyer) => {
    const own = row.purchases.filter(({ person_id }) => person_id === buyer)
    const name = buyer === me ? m.shopping_you_in_sentence() : nameOf(buyer)
    const amounts = own.filter(({ amount }) => amount !== '').map((purchase) => purchaseText(purchase, row.needs))
    return amounts.length > 0 ? m.shopping_bought_by_amount({ name, amount: listText(amounts) }) : name
  })
  const people = listText(texts)
  if (!isBoughtTwice(row)) return [{ text: m.shopping_bought_by({ people }) }]
  return [{ text: m.shopping_bought_twice({ people }), isWarning: true }]
}

/** What was bought of an item that is not done, in an amount that says nothing about the rest. */
function uncountedLines({ purchases, needs, name, isDone }: ShoppingRow): RowLine[] {
  if (isDone || needs.length === 0) return []
  const uncounted = purchases.filter((purchase) => !findBought(purchase, { needs, name }))
  return uncounted.map((purchase) => ({
    text: m.shopping_bought_not_counted({ amount: purchaseText(purchase, needs) }),
    isWarning: true,
  }))
}

/** Whether several people bought all of an item: without what one of them bought there would still be enough. */
export function isBoughtTwice({ purchases, needs, name }: Pick<ShoppingRow, 'purchases' | 'needs' | 'name'>): boolean {
  const buyers = [...new Set(purchases.map(({ person_id }) => person_id))]
  if (buyers.length < 2) return false
  if (needs.length === 0 || purchases.some(({ amount }) => amount === '')) return true
  return needs.some((need) =>
    buyers.some((buyer) => {
      const amounts = purchases.flatMap((purchase) =>
        purchase.person_id === buyer ? (findBought(purchase, { needs, name }) ?? []) : [],
      )
      const bought = amounts.reduce((sum, amount) => sum + (inNeed(need, amount) ?? 0), 0)
      return bought > 0 && bought <= need.surplus
    }),
  )
}

/** What is at home, in the units of the list. */
function atHomeLine({ needs, name, details }: ShoppingRow): RowLine {
  const typed = details.amountAtHome.trim()
  if (typed === '') return { text: m.shopping_at_home_enough() }
  if (needs.length === 0) return { text: m.shopping_at_home_amount({ amount: typed }) }
  const amounts = readAtHome(typed, { needs, name })
  if (!amounts) return { text: m.shopping_at_home_not_counted({ amount: typed }), isWarning: true }
  const texts = amounts.map(({ value, listUnit }) => needText(value, listUnit, isInOthers(needs)))
  return { text: m.shopping_at_home_amount({ amount: joined(texts) }) }
}

/** Who gets an item. If they are not coming, a warning says so, also in a list that is grouped by buyer. */
function buyerLines(buyer: string, { nameOf, me, notComing }: Naming, isNamed: boolean): RowLine[] {
  if (buyer !== me && notComing.has(buyer))
    return [{ text: m.shopping_buyer_not_coming({ name: nameOf(buyer) }), isWarning: true }]
  if (isNamed) return []
  return [{ text: buyer === me ? m.shopping_buyer_you() : m.shopping_buyer({ name: nameOf(buyer) }) }]
}

const meals: Record<FoodPlace, () => string> = {
  breakfast: m.common_meal_breakfast,
  lunch: m.common_meal_lunch,
  dinner: m.common_meal_dinner,
  snacks: m.days_meal_snacks,
}

/**
 * Where an item is needed: 'Dinner (Chili), Fri: 2.4 kg (chopped, as written)'.
 * @param dish what the meal is called; '' for snacks
 */
export function demandText(
  { day, place, amount, remark, asWritten }: Demand,
  { needs }: Pick<ShoppingRow, 'needs'>,
  dates: TripDates,
  dish: string,
): string {
  const meal = dish ? m.shopping_source_dish({ meal: meals[place](), dish }) : meals[place]()
  const at = { meal, day: dayName(dates, day) }
  const text = amount
    ? m.shopping_source_amount({ ...at, amount: needText(amount.value, amount.listUnit, isInOthers(needs)) })
    : m.shopping_source(at)
  const remarks = [remark, asWritten && m.shopping_source_as_written()].filter(Boolean).join(', ')
  return remarks ? m.shopping_source_remark({ source: text, remark: remarks }) : text
}

/** Why the amount to buy is not that of its demands: 'In total 12.8 loaves, rounded up to 13'. '' if it is. */
export function roundedText({ needs }: Pick<ShoppingRow, 'needs'>): string {
  const isBesideOthers = isInOthers(needs)
  const forms = needs.flatMap((need): readonly NeedForm[] => need.forms ?? [need])
  const exact = joined(forms.map(({ exact: value, listUnit }) => needText(value, listUnit, isBesideOthers)))
  const amount = joined(needs.map(({ toBuy, listUnit }) => needText(toBuy, listUnit, isBesideOthers)))
  if (exact === amount) return ''
  const isRoundedUp = needs.every((need) => need.forms === undefined && need.toBuy >= need.exact * (1 - 1e-9))
  return isRoundedUp ? m.shopping_sources_rounded({ exact, amount }) : m.shopping_sources_in_shop({ exact, amount })
}

export const aisleNames: Record<Aisle, () => string> = {
  produce: m.shopping_aisle_produce,
  bread: m.shopping_aisle_bread,
  dairy: m.shopping_aisle_dairy,
  meat_fish: m.shopping_aisle_meat_fish,
  dry: m.shopping_aisle_dry,
  cans: m.shopping_aisle_cans,
  spices_oils: m.shopping_aisle_spices_oils,
  drinks: m.shopping_aisle_drinks,
  snacks: m.shopping_aisle_snacks,
  frozen: m.shopping_aisle_frozen,
  household: m.shopping_aisle_household,
  other: m.shopping_aisle_other,
}

export const groupingNames: Record<Grouping, () => string> = {
  aisle: m.shopping_grouping_aisle,
  shop: m.shopping_grouping_shop,
  day: m.shopping_grouping_day,
  buyer: m.shopping_grouping_buyer,
}

export function groupTitle({ id, name }: RowGroup, by: Grouping, nameOf: NameOf, dates: TripDates): string {
  switch (by) {
    case 'aisle':
      return aisleNames[id as Aisle]()
    case 'shop':
      return name || m.shopping_group_shop_none()
    case 'buyer':
      return id ? nameOf(id) : m.shopping_buyer_nobody()
    case 'day':
      return id ? m.shopping_group_day({ day: dayLabel(dates, Number(id)) }) : m.shopping_group_day_any()
  }
}
