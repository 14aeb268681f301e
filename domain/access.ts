import type { User } from './person.ts'
import { DEMO_TRIP_NAME, type Trip } from './trip.ts'

/**
 * Who may do what. Every route asks here, and so does every button, so that the two cannot disagree.
 * `person` is null for somebody who is not signed in.
 */
type Person = Pick<User, 'id' | 'is_beta_user'> | null
type Owned = Pick<Trip, 'owner_id'>
type Shared = Pick<Trip, 'owner_id' | 'is_public'> & { share_token: string | null }

/** A signed-in person may plan trips of their own. */
export function canCreateTrip(person: Person): boolean {
  return person !== null
}

/** The owner edits everything in a trip. A trip without an owner is everybody's who is signed in. */
export function canEditTrip(person: Person, trip: Owned): boolean {
  return person !== null && (trip.owner_id === null || trip.owner_id === person.id)
}

/** The workspace is for those who may edit; readers have the shared view. */
export function canOpenTrip(person: Person, trip: Owned): boolean {
  return canEditTrip(person, trip)
}

/** AI texts cost somebody money: they are for those who are signed in. */
export function canAskAi(person: Person): boolean {
  return person !== null
}

/** Share links are for those who are signed in, unless the operator opens them to everybody. */
export function canUseShareLinks(person: Person, { withoutSignIn }: { withoutSignIn: boolean }): boolean {
  return person !== null || withoutSignIn
}

/**
 * A trip is read by those who may open it and, where it is public or they have its link, by whoever may use share links.
 * A missing token matches nothing.
 */
export function canReadTrip(person: Person, trip: Shared, token: string | undefined): boolean {
  if (canOpenTrip(person, trip) || trip.is_public) return true
  return token !== undefined && trip.share_token !== null && isSame(trip.share_token, token)
}

/** Who edits a trip decides who reads it. */
export function canShareTrip(person: Person, trip: Owned): boolean {
  return canEditTrip(person, trip)
}

/** Compares in the same time wherever the two differ, so that nobody can guess a secret piece by piece. */
function isSame(secret: string, guess: string): boolean {
  let difference = secret.length ^ guess.length
  for (let i = 0; i < secret.length; i++) difference |= secret.charCodeAt(i) ^ guess.charCodeAt(i)
  return difference === 0
}

/** A beta user's list holds the demo trip and their own trips; everybody else's holds every trip that they may open. */
export function canSeeTripInList(person: Person, trip: Owned & Pick<Trip, 'name'>): boolean {
  if (!canOpenTrip(person, trip)) return false
  return !person?.is_beta_user || trip.owner_id === person.id || trip.name === DEMO_TRIP_NAME
}
