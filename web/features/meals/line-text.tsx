import type { MealAmounts } from '#domain/food/amounts.ts'
import { textToRead } from '#domain/food/food-plan.ts'
import { scaleIn } from '#domain/food/meal-amounts.ts'
import { readLine } from '#domain/food/read-line.ts'
import { isLessForChildren, isScaled, remarkOf } from '#domain/food/remarks.ts'
import { isAsWritten, isUnreadAmount, type LineScale, type ScaledPart, scaleParts } from '#domain/food/scale.ts'
import { formatRounded, itemOfScaled } from '#domain/food/scaled-text.ts'
import type { Line } from '#domain/plan/meals.ts'
import type { Party } from '#domain/plan/people.ts'
import * as m from '#messages'
import { rich } from '#web/ui/rich.ts'
import { UnbrokenAmounts } from '#web/ui/unbroken-amounts.tsx'
import { forWhomWords, markedNames } from './food-words.ts'

interface LineTextProps {
  line: Line
  /** Absent to show the line as it was written. */
  amounts: MealAmounts | undefined
}

/** A line with the amounts for those who eat, or as it was written if these are the same. */
export function LineText({ line, amounts }: LineTextProps) {
  const written = <UnbrokenAmounts text={line.text} />
  if (!amounts?.follows || line.for_whom === 'not_counted') return written
  const scale = scaleIn(amounts, line)
  if (scale.factor === 0) return rich(m.food_line_for_nobody({ line: line.text, small: muted }))
  const parts = scaleParts(readLine(textToRead(line)), scale)
  const [only] = parts
  if (parts.length === 1 && only?.part.isEach && only.amount) {
    const total = formatRounded(only.amount, only.part)
    const less = isLessForChildren(only, scale) ? 'yes' : 'no'
    return rich(m.food_line_total({ line: line.text, total, less, small: muted }))
  }
  // A correction says more than the text: '200 g hummus' of 'hummus'.
  const isCorrected = line.read_as.trim() !== '' && parts.length > 0
  const isChanged = parts.some((part) => isScaled(part) || isLessForChildren(part, scale))
  return isCorrected || isChanged ? <Parts {...{ parts, scale }} /> : written
}

/** For whom a line is, where amounts follow those who eat. */
export function ForWhom({ line, amounts, parties }: LineTextProps & { parties: readonly Party[] }) {
  const { for_whom } = line
  // Readers of a share link get no people of a line.
  const isForSome = for_whom.includes(':') || for_whom === 'fixed' || (for_whom === 'people' && parties.length > 0)
  return amounts?.follows && isForSome ? muted(` · ${forWhomWords(line, parties)}`) : null
}

/** That the amount of a line does not follow those who eat, or was written for others than the rest of the meal. */
export function WrittenNote({ line, amounts }: LineTextProps) {
  if (!amounts?.follows || line.for_whom === 'fixed' || line.for_whom === 'not_counted') return null
  const scale = scaleIn(amounts, line)
  if (scale.factor === 0) return null
  const text = textToRead(line)
  const reading = readLine(text)
  if (isUnreadAmount(reading, text) || scaleParts(reading, scale).some((part) => isAsWritten(part, scale)))
    return muted(` · ${m.food_line_as_written()}`)
  // Of a line for some, that is what they are.
  const isOther = line.for_whom === 'everyone' && scale.written_for > amounts.servings
  return isOther ? muted(` · ${m.food_line_written_note({ count: scale.written_for })}`) : null
}

/** What people marked a line to contain, for everybody who eats it: its words do not say it. */
export function MarkedContents({ line }: { line: Line }) {
  const contents = markedNames(line)
  return contents !== '' && muted(` ${m.food_line_contains({ contents })}`)
}

/** Each part is an entry of a list within the line. */
function Parts({ parts, scale }: { parts: readonly ScaledPart[]; scale: LineScale }) {
  return parts.map((scaled, index) => {
    const { part, amount } = scaled
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no ids
      <span key={index}>
        {index > 0 && ', '}
        {amount && <span className="inline-block max-w-full">{formatRounded(amount, part)}</span>}{' '}
        {itemOfScaled(scaled)}
        <Remark remark={remarkOf(scaled, scale)} />
      </span>
    )
  })
}

const Remark = ({ remark }: { remark: string }) => remark !== '' && muted(` (${remark})`)

const muted = (text: string) => <span className="text-muted">{text}</span>
