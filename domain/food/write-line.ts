import { isDrink } from './items.ts'
import { isMeasured } from './quantity.ts'
import type { Amount, LinePart } from './reading.ts'
import { roundAmount } from './round-amount.ts'
import { IMPERIAL, pluralOf } from './units.ts'

/**
 * The canonical text of a part: '1.5 kg potatoes (diced)', '6 slices bread each (loaves of 18)'. `readLine` reads it as
 * the same part, so a person can correct a reading by editing this text.
 */
export function writeLine({ item, amount, isEach, pack, remark }: LinePart): string {
  const texts = [item]
  // Without it, the first word of another script may be a unit.
  if (amount?.unit === '' && !/^[a-z\d]/i.test(item) && !/^\p{Script=Latin}/u.test(item)) texts.unshift('шт')
  if (amount) texts.unshift(writeAmount(amount, isDrink(item)))
  if (isEach) texts.push('each')
  if (amount && pack) texts.push(`(${pluralOf(pack.name)} of ${writePackSize(pack.size, amount)})`)
  if (remark !== '') texts.push(`(${remark})`)
  return texts.join(' ')
}

function writePackSize(size: number, { unit }: Amount): string {
  return writeAmount({ value: size, unit: isMeasured(unit) ? unit : '' }, false)
}

/** @param isOfDrink whether ounces are not understood, since they may be fluid */
function writeAmount({ value, unit }: Amount, isOfDrink: boolean): string {
  if (!isMeasured(unit)) {
    return [writeCount(value), value > 1 ? pluralOf(unit) : unit].filter(Boolean).join(' ')
  }
  if (!Number.isInteger(value)) {
    const imperial = writeImperial(value, unit, isOfDrink)
    if (imperial) return imperial
  }
  const large = value / 1000
  // Only where it reads as the same amount.
  const isLarge = value >= 1000 && Number(large.toFixed(3)) * 1000 === value
  if (isLarge) return `${large} ${unit === 'g' ? 'kg' : 'L'}`
  return `${decimals(value)} ${unit}`
}

/** '5 lb' in place of 2267.96185 g; undefined if it is nothing round. */
function writeImperial(value: number, unit: 'g' | 'mL', isOfDrink: boolean): string | undefined {
  for (const { word, factor, min } of IMPERIAL[unit]) {
    const number = Number((value / factor).toFixed(2))
    const isExact = number >= min && roundAmount(number * factor) === value
    if (isExact && !(word === 'oz' && isOfDrink)) return `${number} ${word}`
  }
  return undefined
}

/** With a comma from 1,000 on, since '2026 buns' may be a year. */
function writeCount(value: number): string {
  if (value >= 1000 && Number.isInteger(value))
    return `${Math.floor(value / 1000)},${String(value % 1000).padStart(3, '0')}`
  return /\.(?:5|25|75)$|^\d+$/.test(String(value)) ? String(value) : value.toFixed(6)
}

/** Not with three decimals, which may be thousands. */
function decimals(value: number): string {
  return /\.\d{3}$/.test(String(value)) ? value.toFixed(4) : String(value)
}
