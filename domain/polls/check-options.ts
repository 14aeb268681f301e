import { addDays, daysBetween, type LocalDate, type OptionalLocalDate } from '../local-date.ts'
import { MAX_DAYS } from '../plan/day-number.ts'
import { normalizeName } from '../same-name.ts'
import { trimmed } from '../text.ts'

/* What is wrong with the options that somebody types for a poll. Nothing is wrong with a row that is empty. */

export interface TypedDates {
  first: OptionalLocalDate
  last: OptionalLocalDate
}

export type DatesMistake = 'no_first' | 'no_last' | 'reversed' | 'too_long' | 'twice'

/** What is wrong with each of some proposed dates. Of two equal ones, it is the later one. */
export function checkDates(rows: readonly TypedDates[]): (DatesMistake | undefined)[] {
  const known = new Set<string>()
  return rows.map(({ first, last }) => {
    if (first === '' && last === '') return undefined
    if (first === '') return 'no_first'
    if (last === '') return 'no_last'
    if (last < first) return 'reversed'
    if (daysBetween(first, last) >= MAX_DAYS) return 'too_long'
    const dates = `${first}/${last}`
    if (known.has(dates)) return 'twice'
    known.add(dates)
    return undefined
  })
}

/** Whether each of some typed options is the same as one before it. */
export function findRepeated(texts: readonly string[]): boolean[] {
  const known = new Set<string>()
  return texts.map((text) => {
    const name = normalizeName(text) || trimmed(text)
    const isRepeated = name !== '' && known.has(name)
    known.add(name)
    return isRepeated
  })
}

/** The last day to offer after a first one: as long as the dates proposed before it, else the same day. */
export function offerLast(first: LocalDate, before: TypedDates | undefined): LocalDate {
  if (!before || before.first === '' || before.last === '' || before.last < before.first) return first
  return addDays(first, daysBetween(before.first, before.last))
}
