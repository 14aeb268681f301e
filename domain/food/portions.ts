import type { Person } from '../plan/people.ts'
import type { FoodSettings } from './food-plan.ts'

/** More is no age but, for example, the year of birth. */
const MAX_AGE = 120

/** A number, the rest of a range or fraction, and a unit: '7', '8 months', '2-3 yrs', '1½', '18mo', '3,5'. */
const AGE = /(\d+(?:[.,]\d+)?)\s*([½¼¾])?(?:\s*[-–]\s*\d+(?:[.,]\d+)?)?\s*(\p{L}*)/u
const FRACTIONS: Record<string, number> = { '½': 0.5, '¼': 0.25, '¾': 0.75 }

/** The first age, in years, of a free text such as '8 months'; undefined if it says none. */
export function yearsOf(age: string): number | undefined {
  const [, digits, fraction, unit = ''] = AGE.exec(age) ?? []
  if (digits === undefined) return undefined
  const number = Number(digits.replace(',', '.')) + (FRACTIONS[fraction ?? ''] ?? 0)
  const years = number / unitsPerYear(unit.toLowerCase())
  return years <= MAX_AGE ? years : undefined
}

function unitsPerYear(unit: string): number {
  if (/^m(o|os|th|ths|onths?)?$/.test(unit)) return 12
  if (/^w(k|ks|eeks?)?$/.test(unit)) return 52
  return /^d(ays?)?$/.test(unit) ? 365 : 1
}

/** The share of a portion that somebody eats. Adults eat one, whatever their age. */
export function shareOf({ kind, age }: Pick<Person, 'kind' | 'age'>, settings: FoodSettings): number {
  if (kind === 'adult') return 1
  const years = yearsOf(age)
  if (years === undefined) return settings.child_share
  if (years >= settings.child_until) return 1
  return years < settings.young_child_until ? settings.young_child_share : settings.older_child_share
}
