import { shareOf } from '../food/portions.ts'
import type { Expense, Share } from '../plan/costs.ts'
import { MAX_WEIGHT, newShare } from '../plan/costs.ts'
import { mealTypes } from '../plan/day-parts.ts'
import type { Eating } from '../plan/details.ts'
import { listPersons, type Party, type Person } from '../plan/people.ts'
import { attendsMeal, isThereAtNight, type Stay, stayIn } from '../stay.ts'
import type { TripDates } from '../trip-days.ts'

/*
 * Shares by attendance, as the people list and the trip say them now. They are stored with the expense, so a later
 * change of attendance changes no expense: it is only offered.
 */

/** What attendance depends on. */
export interface Attending {
  people: readonly Party[]
  dates: TripDates
  /** The numbers of the trip's days, in order. */
  days: readonly number[]
  settings: Eating
  /** Whether somebody who is not on the list of people plans the trip. True as long as nobody knows. */
  isKnown: (personId: string) => boolean
}

/** How somebody's share by attendance comes about: '2 of 3 nights, counts half'. */
export interface AttendedShare {
  personId: string
  attended: number
  /** How many nights or meals there are. */
  of: number
  /** The trip's share for children; 1 for adults. */
  childShare: number
  /** `attended` times `childShare`, in thousandths. Of more than 1,000 nights or meals, in smaller units. */
  weight: number
}

type Basis = Pick<Expense, 'split' | 'day' | 'meal'>

/**
 * Those who may come, or only those who said that they do, if the trip counts only those. If nobody is left of them,
 * everybody on the list: what was paid is somebody's to share.
 */
export function listSharers({ people, settings }: Pick<Attending, 'people' | 'settings'>): Person[] {
  const persons = listPersons(people)
  const mayCome = persons.filter(({ coming }) => coming !== 'not_coming')
  const sharers = settings.counts === 'coming' ? persons.filter(({ coming }) => coming === 'coming') : mayCome
  return [sharers, mayCome].find(({ length }) => length > 0) ?? persons
}

/**
 * What somebody attends of what an expense is for: its meal, its day, or the whole trip.
 * @returns of an expense that is not shared by attendance, a weight of 1
 */
export function attendedShare(
  person: Person,
  basis: Basis,
  trip: Pick<Attending, 'dates' | 'days' | 'settings'>,
): AttendedShare {
  const stay = stayIn(person, trip.dates)
  const childShare = shareOf(person, trip.settings)
  const times =
    basis.split === 'nights' ? listNights(basis, trip.days) : basis.split === 'meals' ? listMeals(basis, trip.days) : []
  if (basis.split !== 'nights' && basis.split !== 'meals')
    return { personId: person.id, attended: 1, of: 1, childShare: 1, weight: 1000 }
  // Days that somebody gave before they declined are still stored.
  const attended = person.coming === 'not_coming' ? 0 : times.filter((time) => time(stay)).length
  // A thousandth of a meal, unless the meals of a long trip would be more than a weight can be.
  const unit = Math.min(1000, Math.floor(MAX_WEIGHT / Math.max(1, times.length)))
  return {
    personId: person.id,
    attended,
    of: times.length,
    childShare,
    weight: Math.round(attended * childShare * unit),
  }
}

type Attends = (stay: Stay) => boolean

function listNights({ day }: Basis, days: readonly number[]): Attends[] {
  const nights = days.slice(0, -1).filter((number) => day === 0 || number === day)
  return nights.map((number) => (stay) => isThereAtNight(stay, number))
}

function listMeals({ day, meal }: Basis, days: readonly number[]): Attends[] {
  return days
    .filter((number) => day === 0 || number === day)
    .flatMap((number) =>
      mealTypes
        .filter((type) => day === 0 || meal === '' || type === meal)
        .map(
          (type): Attends =>
            (stay) =>
              attendsMeal(stay, number, type),
        ),
    )
}

/** How many nights or meals an expense is for; 0 if it cannot be shared by them. */
export function countTimes(basis: Basis, days: readonly number[]): number {
  if (basis.split === 'nights') return listNights(basis, days).length
  return basis.split === 'meals' ? listMeals(basis, days).length : 0
}

/**
 * The shares that an expense gets as things are now: of everyone who comes, or of the people it names. Those that are
 * stored come first, in their order, so that an update moves nothing.
 */
export function proposeShares(
  expense: Pick<Expense, 'split' | 'day' | 'meal' | 'is_for_all' | 'shares'>,
  trip: Attending,
): Share[] {
  const listed = new Map(listPersons(trip.people).map((person) => [person.id, person]))
  const stored = mergeShares(expense.shares)
  const everyone = new Set(expense.is_for_all ? listSharers(trip).map(({ id }) => id) : [])
  // Somebody who plans the trip without being on its list shares what they shared; somebody who was removed does not.
  const stays = (id: string) => !expense.is_for_all || everyone.has(id) || (!listed.has(id) && trip.isKnown(id))
  return [...new Set([...[...stored.keys()].filter(stays), ...everyone])].map((id) => {
    const person = listed.get(id)
    const share = stored.get(id) ?? newShare(id)
    if (!person || expense.split === 'amounts' || expense.split === 'weights') return share
    return { ...share, weight: attendedShare(person, expense, trip).weight }
  })
}

/** Somebody who was merged may have two shares: exact amounts add up, weights count once. */
function mergeShares(shares: readonly Share[]): Map<string, Share> {
  const byId = new Map<string, Share>()
  for (const share of shares) {
    const other = byId.get(share.person_id)
    const merged = other && { amount: other.amount + share.amount, weight: Math.max(other.weight, share.weight) }
    byId.set(share.person_id, { ...(other ?? share), ...merged })
  }
  return byId
}

/**
 * Whether attendance has changed since an expense was saved: `proposeShares` would share it otherwise. Weights and
 * exact amounts are what somebody entered, so nothing is offered for them.
 */
export function hasChanged(expense: Expense, trip: Attending): boolean {
  if (expense.split === 'amounts' || expense.split === 'weights') return false
  const isEqual = expense.split === 'equally'
  const weights = (shares: readonly Share[]) =>
    new Map(shares.map(({ person_id, weight }) => [person_id, isEqual ? 1 : weight]))
  const [now, then] = [weights(proposeShares(expense, trip)), weights(expense.shares)]
  return now.size !== then.size || [...now].some(([id, weight]) => then.get(id) !== weight)
}
