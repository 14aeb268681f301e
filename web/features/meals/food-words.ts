import type { MealAmounts } from '#domain/food/amounts.ts'
import { contentsOf } from '#domain/food/contents.ts'
import { formatAmount, formatListAmount } from '#domain/food/format-amount.ts'
import { toListUnit } from '#domain/food/list-unit.ts'
import { markedTags } from '#domain/food/marks.ts'
import { readLine } from '#domain/food/read-line.ts'
import type { LinePart, LineReading } from '#domain/food/reading.ts'
import { startTimeOf } from '#domain/food/start-time.ts'
import { withoutImpliedDiets } from '#domain/food/warned-people.ts'
import type { Reason, Warning } from '#domain/food/warnings.ts'
import { listText } from '#domain/list-text.ts'
import { allergenName, dietName, dietPeople } from '#domain/people-words.ts'
import type { ContentTag, ForWhom, Line, Meal } from '#domain/plan/meals.ts'
import type { Allergen, Diet, Party } from '#domain/plan/people.ts'
import { nameOfPersonRef } from '#domain/plan/person-ref.ts'
import { trimmed } from '#domain/text.ts'
import { clockTimeText } from '#domain/today/time-text.ts'
import * as m from '#messages'

/** For whom a line is, as an option to choose. */
export function forWhomLabel(forWhom: ForWhom): string {
  const [kind, diet] = forWhom.split(':')
  if (kind === 'only') return m.food_for_only({ people: dietPeople(diet as Diet) })
  if (kind === 'except') return m.food_for_except({ people: dietPeople(diet as Diet) })
  if (kind === 'people') return m.food_for_people()
  if (kind === 'fixed') return m.food_for_fixed()
  return kind === 'not_counted' ? m.food_for_not_counted() : m.food_for_everyone()
}

/** The same within a row of facts, with the names of people. */
export function forWhomWords({ for_whom, people }: Line, parties: readonly Party[]): string {
  const [kind, diet] = for_whom.split(':')
  if (kind === 'only') return m.food_for_only_words({ people: dietPeople(diet as Diet) })
  if (kind === 'except') return m.food_for_except_words({ people: dietPeople(diet as Diet) })
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

/** 'For 27 people, 5 of them children'. */
export function headcountWords(amounts: MealAmounts): string {
  const { count, follows } = amounts
  if (!follows) return m.food_meal_not_following({ count })
  return m.food_meal_amounts({ count, children: childrenWords(amounts) || 'none' })
}

/** '5 of them children', if children eat less. */
export function childrenWords({ count, portions, children }: MealAmounts): string {
  return portions === count ? '' : m.food_meal_children({ children })
}

/** How many people the recipe is for, and how its amounts are scaled. */
export function writtenWords({ servings, count, portions }: MealAmounts): string {
  return m.food_meal_written({
    servings,
    count,
    portions: portions === count ? 'none' : formatAmount({ value: portions, unit: '' }),
  })
}

const contentMessages: Record<Exclude<ContentTag, Allergen>, () => string> = {
  lactose: m.food_content_lactose,
  meat: m.food_content_meat,
  pork: m.food_content_pork,
  gelatin: m.food_content_gelatin,
  honey: m.food_content_honey,
  alcohol: m.food_content_alcohol,
  not_halal: m.food_content_not_halal,
  not_kosher: m.food_content_not_kosher,
}

/** For use within a sentence. */
export function contentName(tag: ContentTag): string {
  return tag in contentMessages ? contentMessages[tag as keyof typeof contentMessages]() : allergenName(tag as Allergen)
}

export const contentNames = (tags: readonly ContentTag[]) => tags.map(contentName).join(', ')

/** What people marked a line to contain. Whether that is halal or kosher matters only for warnings. */
export function markedNames(line: Line): string {
  if (line.marks.length === 0) return ''
  return contentNames(markedTags(line).contained.filter((tag) => !tag.startsWith('not_')))
}

/** Who cannot eat a line, and why: 'Ana, allergic to tree nuts: salad (walnuts)'. */
export function warningText({ person, reasons }: Warning, line: Pick<Line, 'text' | 'marks'>): string {
  const items = itemsOf(line, reasons)
  const words = reasons.flatMap((reason) => (reason.words.length > 0 ? reason.words : [m.food_warning_marked()]))
  const isShown = (word: string) => items.some((item) => says(item, word))
  return m.food_warning({
    name: trimmed(person.name) || m.group_person_no_name(),
    why: whyText(reasons),
    line: items.join(', '),
    words: [...new Set(words)].filter((word) => !isShown(word)).join(', ') || 'none',
  })
}

/**
 * The items of a line, without their amounts: people see scaled ones. Only the items that the warning is about, if that
 * is certain: what the line contains follows from its items alone, and no marks add to it.
 */
function itemsOf({ text, marks }: Pick<Line, 'text' | 'marks'>, reasons: readonly Reason[]): string[] {
  const { parts } = readLine(text)
  if (parts.length === 0) return [text.trim()]
  const items = parts.map(({ item }) => item)
  const words = reasons.flatMap((reason) => reason.words)
  const isCertain =
    reasons.every((reason) => reason.words.length > 0) &&
    parts.every(({ remark }) => remark === '') &&
    marks.every(({ says }) => says !== 'yes') &&
    words.every((word) => items.some((item) => says(item, word))) &&
    JSON.stringify(items.flatMap(contentsOf)) === JSON.stringify(contentsOf(text))
  return isCertain ? items.filter((item) => words.some((word) => says(item, word))) : items
}

/** Whether an item's contents were read from a word: those of 'coconut milk' are not read from 'milk'. */
const says = (item: string, word: string) => contentsOf(item).some((content) => content.word === word)

const reasonName = (reason: Reason) => ('diet' in reason ? dietName(reason.diet) : allergenName(reason.allergen))

/** 'allergic to eggs and milk, vegan' */
function whyText(reasons: readonly Reason[]): string {
  const allergies = reasons.filter((reason) => 'allergen' in reason)
  const others = withoutImpliedDiets(reasons).filter((reason) => 'diet' in reason)
  const allergic =
    allergies.length > 0 ? [m.food_warning_allergic({ allergens: listText(allergies.map(reasonName)) })] : []
  return listText([...allergic, ...others.map(reasonName)], 'unit')
}

/** 'Start at 5:20 PM'. '' if nobody can tell. */
export function startText(meal: Pick<Meal, 'prep' | 'served_at'>): string {
  const start = startTimeOf(meal)
  if (!start) return ''
  const time = clockTimeText(start.time)
  return start.isDayBefore ? m.food_meal_start_before({ time }) : m.food_meal_start({ time })
}
