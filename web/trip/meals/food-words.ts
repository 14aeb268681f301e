import type { MealAmounts } from '#domain/food/amounts.ts'
import { formatAmount, formatListAmount } from '#domain/food/format-amount.ts'
import { toListUnit } from '#domain/food/list-unit.ts'
import { isAsWritten } from '#domain/food/meal-amounts.ts'
import type { Amount, LinePart, LineReading } from '#domain/food/reading.ts'
import { roundUpToBuy } from '#domain/food/round-up.ts'
import { dietName } from '#domain/people-words.ts'
import type { ForWhom, Line } from '#domain/plan/meals.ts'
import type { Diet, Party } from '#domain/plan/people.ts'
import { nameOfPersonRef } from '#domain/plan/person-ref.ts'
import * as m from '#messages'

/** For whom a line is, as an option to choose. */
export function forWhomLabel(forWhom: ForWhom): string {
  const [kind, diet] = forWhom.split(':')
  if (kind === 'only') return m.food_for_only({ diet: dietName(diet as Diet) })
  if (kind === 'except') return m.food_for_except({ diet: dietName(diet as Diet) })
  if (kind === 'people') return m.food_for_people()
  if (kind === 'fixed') return m.food_for_fixed()
  return kind === 'not_counted' ? m.food_for_not_counted() : m.food_for_everyone()
}

/** The same within a row of facts, with the names of people. */
export function forWhomWords({ for_whom, people }: Line, parties: readonly Party[]): string {
  if (for_whom !== 'people' || people.length === 0) return forWhomLabel(for_whom)
  return people.map(({ id }) => nameOfPersonRef(parties, id)).join(', ')
}

/** How a line was read: '2 kg onions, 12 peppers'. '' if it was not understood. */
export function readingWords({ parts }: LineReading): string {
  return parts.map(partWords).join(', ')
}

function partWords({ item, amount, isEach, pack }: LinePart): string {
  if (!amount) return item
  const { listUnit, value } = toListUnit(amount, pack)
  const words = pack ? formatListAmount(value, listUnit) : formatAmount(amount)
  return isEach ? m.food_part_each({ amount: words, item }) : m.food_part({ amount: words, item })
}

/** An amount that one can buy or measure: nobody boils 26.1 eggs. */
export function formatRounded(amount: Amount, { pack }: LinePart): string {
  const { listUnit, value } = toListUnit(amount, pack)
  return formatListAmount(roundUpToBuy(value, listUnit), listUnit)
}

/** 'For 27 people (24.5 portions), written for 30'. */
export function headcountWords(amounts: MealAmounts): string {
  const { count, servings, portions, follows } = amounts
  if (!follows) return m.food_meal_not_following({ count })
  return m.food_meal_for({
    count,
    has_portions: portions === count ? 'no' : 'yes',
    portions: formatAmount({ value: Math.round(portions * 10) / 10, unit: '' }),
    is_written: servings === 0 || isAsWritten(amounts) ? 'no' : 'yes',
    servings,
  })
}

/** A remark such as 'about 5 kg' is about the amount that was written. What one person gets remains right. */
export function withoutAmounts(remark: string): string {
  const clauses = remark.split(/[,;]\s*/)
  return clauses.filter((clause) => !/\d/.test(clause) || /\beach\b/i.test(clause)).join(', ')
}
