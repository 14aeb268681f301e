import { formatListAmount } from './format-amount.ts'
import { scaledItem } from './item-number.ts'
import { toListUnit } from './list-unit.ts'
import type { Amount, LinePart } from './reading.ts'
import { remarkOf } from './remarks.ts'
import { amountToBuy, roundUpToBuy } from './round-up.ts'
import type { LineScale, ScaledPart } from './scale.ts'

/* How a part of a line reads with the amount for those who eat it. */

/** An amount that one can buy or measure: nobody boils 26.1 eggs. */
export function formatRounded(amount: Amount, { pack }: LinePart): string {
  const { listUnit, value } = toListUnit(amount, pack)
  return formatListAmount(amountToBuy(value, listUnit), listUnit)
}

/** The item of a scaled amount: '1 tomato' of '12 tomatoes'. */
export function itemOfScaled({ part, amount }: ScaledPart): string {
  if (!part.amount || !amount) return part.item
  return scaledItem(
    part.item,
    part.amount,
    { ...amount, value: roundUpToBuy(amount.value, { ...amount, pack: null }) },
    part.pack,
  )
}

/** '1 tomato', '200 g flour (sifted)': what somebody would have typed for that many people. */
export function textOfScaled(scaled: ScaledPart, scale: LineScale): string {
  const { amount, part } = scaled
  const remark = remarkOf(scaled, scale)
  const texts = [
    amount ? formatRounded(amount, part) : '',
    itemOfScaled(scaled),
    part.isEach ? 'each' : '',
    remark && `(${remark})`,
  ]
  return texts.filter(Boolean).join(' ')
}
