import * as m from '#messages'
import type { ListUnit } from './list-unit.ts'
import type { Amount } from './reading.ts'
import { plural } from './word-forms.ts'

/*
 * Amounts as people read them: '2.4 kg', '13.5 L', '180 slices', '10 loaves of 18 slices'.
 * Amounts that are rounded up to what can be bought are shown exactly, others with sensible digits.
 */

// Created once and late: it takes a phone long, and a list has hundreds of numbers.
const formats: Intl.NumberFormat[] = []

function formatNumber(value: number, digits: 0 | 1 | 2): string {
  formats[digits] ??= new Intl.NumberFormat('en-CA', { maximumFractionDigits: digits })
  return formats[digits].format(value)
}

/** An amount that is not in packs. '' for pieces: '6' of '6 eggs'. */
export function formatAmount({ value, unit }: Amount): string {
  if (unit === 'g' || unit === 'mL') return formatMetric(value, unit === 'g')
  const amount = formatNumber(value, value < 10 ? 2 : value < 100 ? 1 : 0)
  if (unit === '') return amount
  return m.food_amount_counted({ amount, unit: amount === '1' ? unit : plural(unit) })
}

/** An amount of the list, which may be in packs: '4 cans of 540 mL'. */
export function formatListAmount(value: number, { unit, pack }: ListUnit): string {
  if (pack === null) return formatAmount({ value, unit })
  return m.food_amount_packs({
    packs: formatAmount({ value, unit: pack.name }),
    size: formatAmount({ value: pack.size, unit }),
  })
}

function formatMetric(value: number, isMass: boolean): string {
  // From 999.5 on, whole grams would be shown as 1,000 g.
  if (value < 999.5) {
    const amount = formatNumber(value, value < 10 ? 1 : 0)
    return isMass ? m.food_amount_grams({ amount }) : m.food_amount_millilitres({ amount })
  }
  const thousands = value / 1000
  const amount = formatNumber(thousands, thousands < 10 ? 2 : thousands < 100 ? 1 : 0)
  return isMass ? m.food_amount_kilograms({ amount }) : m.food_amount_litres({ amount })
}
