import { dutyTitle } from '#domain/duties/duty-words.ts'
import type { MealAmounts } from '#domain/food/amounts.ts'
import { textToRead } from '#domain/food/food-plan.ts'
import { amountsAt, isForDietOfNobody, scaleIn } from '#domain/food/meal-amounts.ts'
import { countMealDiets } from '#domain/food/meal-diets.ts'
import { readLine } from '#domain/food/read-line.ts'
import { isLessForChildren, isScaled } from '#domain/food/remarks.ts'
import { isAsWritten, isUnreadAmount, scaleParts } from '#domain/food/scale.ts'
import { formatRounded, textOfScaled } from '#domain/food/scaled-text.ts'
import { listText } from '#domain/list-text.ts'
import { allergenName, dietName } from '#domain/people-words.ts'
import { listDays } from '#domain/plan/day-number.ts'
import type { Line, Meal, MealDay } from '#domain/plan/meals.ts'
import type { Party } from '#domain/plan/people.ts'
import { isPlannedMeal } from '#domain/templates/placeholders.ts'
import { clockTimeText } from '#domain/today/time-text.ts'
import { dayLabel, isAfterReturn, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { childrenWords, forWhomWords, markedNames, startText } from '#web/features/meals/food-words.ts'
import { type MealPlace, mealOrder, mealTitles } from '#web/trip-core/days/meal-order.ts'
import { onDuties } from '#web/trip-core/derived/duties.ts'
import { guests } from '#web/trip-core/derived/food.ts'
import { listedPeople, tripDates } from '#web/trip-core/derived/people.ts'
import { type PlanView, section } from '#web/trip-core/derived/plan-view.ts'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { labelOf } from '#web/trip-core/people/person-words.ts'
import { card, row, type SheetCard, type SheetRow, shortened } from '../sheet.ts'

const mealsSection = section('meals')

/** What is eaten when, by how many, and how much of what it takes. */
export function menuCards(view: PlanView, nameOf: NameOf): SheetCard[] {
  const meals = mealsSection(view) ?? {}
  const dates = tripDates(view)
  const parties = listedPeople(view)
  const counted = guests(view)
  return listDays(meals).flatMap((number) => {
    const day = meals[number]
    if (!day || isAfterReturn(dates, number)) return []
    let before = ''
    const cards = mealOrder(number).flatMap((place): SheetCard[] => {
      const amounts = amountsAt(counted, { number, place, day, read: readLine })
      const rows = linesOf(day, place).flatMap((line) => lineRow(line, amounts, parties))
      if (place === 'snacks')
        return rows.length === 0 ? [] : [card(`${number} snacks`, { title: mealTitles.snacks, rows })]
      const meal = day.meals[place]
      if (!isPlannedMeal(meal)) return []
      const dish = meal.name.trim()
      const diets = dietsAt(parties, { number, place }, dates)
      // The same people with the same needs at each meal: once a day is enough.
      const isSame = diets.length > 0 && diets.join() === before
      before = diets.join()
      return [
        card(`${number} ${place}`, {
          title: dish ? m.today_meal({ meal: mealTitles[place], dish: shortened(dish, 200) }) : mealTitles[place],
          aside: sizeOf(meal, amounts),
          facts: [
            ...factsOf(meal, amounts),
            ...cooksAt(view, { number, place }, nameOf),
            ...(isSame ? [m.print_diets_same()] : diets),
          ],
          rows,
        }),
      ]
    })
    return cards.map((one, index) => (index === 0 ? { ...one, over: dayLabel(dates, number) } : one))
  })
}

const linesOf = (day: MealDay, place: MealPlace) => (place === 'snacks' ? day.snacks : day.meals[place].ingredients)

/** How many eat, or for how many the amounts are written. */
function sizeOf({ servings }: Meal, amounts: MealAmounts | undefined): string {
  if (amounts?.follows) return m.print_people({ count: amounts.count })
  return servings > 0 ? m.print_servings({ count: servings }) : ''
}

function factsOf(meal: Meal, amounts: MealAmounts | undefined): string[] {
  const who = !amounts ? '' : amounts.follows ? childrenWords(amounts) : m.food_meal_not_following(amounts)
  const served = meal.served_at && m.food_meal_served({ time: clockTimeText(meal.served_at) })
  const times = [served, startText(meal), meal.prep.trim()].filter(Boolean).join(' · ')
  return [who, times, shortened(meal.description), shortened(meal.link, 200)].filter(Boolean)
}

function cooksAt(view: PlanView, { number, place }: { number: number; place: MealPlace }, nameOf: NameOf): string[] {
  const crew = onDuties(view).filter(({ duty, on }) => duty.day === number && duty.meal === place && on.length > 0)
  return crew.map(({ duty, on }) => m.print_duty({ duty: dutyTitle(duty), people: listText(on.map(nameOf)) }))
}

/** Who of those who come needs something else: the diets by number, the allergies by name. */
function dietsAt(
  parties: readonly Party[],
  { number, place }: { number: number; place: Exclude<MealPlace, 'snacks'> },
  dates: TripDates,
): string[] {
  const { diets, allergies } = countMealDiets(parties, { day: number, meal: place }, dates)
  const eat = diets.filter(({ count }) => count > 0).map(({ diet, count }) => `${count} ${dietName(diet)}`)
  const avoid = allergies.map(({ allergen, who }) =>
    m.print_allergy({ allergen: allergenName(allergen), people: listText(who.map(labelOf)) }),
  )
  return [
    ...(eat.length > 0 ? [m.print_diets({ diets: eat.join(', ') })] : []),
    ...(avoid.length > 0 ? [m.print_allergies({ allergies: avoid.join('; ') })] : []),
  ]
}

/** A line with the amount for those who eat, as the tab shows it. Nothing if nobody at the meal needs it. */
function lineRow(line: Line, amounts: MealAmounts | undefined, parties: readonly Party[]): SheetRow[] {
  if (line.text.trim() === '' || (amounts && isForDietOfNobody(amounts, line))) return []
  const contents = markedNames(line)
  const notes = [...notesOn(line, amounts, parties), ...(contents ? [m.food_line_contains({ contents })] : [])].join(
    ' · ',
  )
  return [row(line.id, lineText(line, amounts), { notes: notes ? [notes] : [] })]
}

const plain = (text: string) => text

function lineText(line: Line, amounts: MealAmounts | undefined): string {
  const written = line.text.trim()
  if (!amounts?.follows || line.for_whom === 'not_counted') return written
  const scale = scaleIn(amounts, line)
  if (scale.factor === 0) return m.food_line_for_nobody({ line: written, small: plain }).join('')
  const parts = scaleParts(readLine(textToRead(line)), scale)
  const [only] = parts
  if (parts.length === 1 && only?.part.isEach && only.amount) {
    const total = formatRounded(only.amount, only.part)
    const less = isLessForChildren(only, scale) ? 'yes' : 'no'
    return m.food_line_total({ line: written, total, less, small: plain }).join('')
  }
  const isCorrected = line.read_as.trim() !== '' && parts.length > 0
  const isChanged = parts.some((part) => isScaled(part) || isLessForChildren(part, scale))
  return isCorrected || isChanged ? parts.map((part) => textOfScaled(part, scale)).join(', ') : written
}

function notesOn(line: Line, amounts: MealAmounts | undefined, parties: readonly Party[]): string[] {
  const { for_whom } = line
  if (!amounts?.follows) return []
  const whom =
    for_whom.includes(':') || for_whom === 'fixed' || for_whom === 'people' ? [forWhomWords(line, parties)] : []
  const scale = scaleIn(amounts, line)
  if (for_whom === 'fixed' || for_whom === 'not_counted' || scale.factor === 0) return whom
  const text = textToRead(line)
  const reading = readLine(text)
  const isWritten = isUnreadAmount(reading, text) || scaleParts(reading, scale).some((part) => isAsWritten(part, scale))
  return isWritten ? [...whom, m.food_line_as_written()] : whom
}
