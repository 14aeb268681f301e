import * as m from '#messages'
import { toListUnit } from './list-unit.ts'
import { clausesOf } from './notes.ts'
import type { LinePart } from './reading.ts'
import { roundUpToBuy } from './round-up.ts'
import type { LineScale, ScaledPart } from './scale.ts'
import { eachInRemark, readEach } from './written-for.ts'

/** What is said about the item of a scaled line: '100 g each, less for children'. '' if nothing. */
export function remarkOf(scaled: ScaledPart, scale: LineScale): string {
  const { part } = scaled
  const remark = isScaled(scaled) ? withoutAmounts(part.remark) : part.remark
  return !part.isEach && isLessForChildren(scaled, scale) ? m.food_remark_less({ remark }) : remark
}

export const isScaled = ({ part, amount }: ScaledPart) => amount !== null && amount.value !== part.amount?.value

/** Whether a part says what each person gets, and its amount is less than that for everybody who eats. */
export function isLessForChildren({ part, amount }: ScaledPart, { written_for, eating }: LineScale): boolean {
  const each = eachOf(part, written_for)
  if (each === null || amount === null || eating === 0) return false
  const { listUnit, value } = toListUnit(amount, part.pack)
  const forEverybody = toListUnit({ ...amount, value: each * eating }, part.pack).value
  return roundUpToBuy(value, listUnit) < forEverybody * (1 - 1e-9)
}

/** What one person gets, in the unit of the part's amount; null if the part does not say it. */
function eachOf(part: LinePart, writtenFor: number): number | null {
  const { amount, isEach, pack } = part
  if (amount === null) return null
  if (isEach) return amount.value
  if (pack !== null) return null
  const each = eachInRemark(part)
  // Otherwise it is what a piece weighs: '3 kg sausages (100 g each)' for 20.
  const isOfPerson = each !== null && Math.abs(each * writtenFor - amount.value) <= 1e-6 * amount.value
  return isOfPerson ? each : null
}

/** A remark such as 'about 5 kg' is about the amount that was written. What one person gets remains right. */
function withoutAmounts(remark: string): string {
  return clausesOf(remark)
    .filter((clause) => !/\d/.test(clause) || /\beach\b/i.test(clause) || readEach(clause) !== null)
    .join(', ')
}
