import { readChoices, writeChoices } from './offline-choices.ts'

/*
 * For which trips a user switched on 'Available offline'; web/data/offline/ does the work.
 * Invariants: a choice belongs to a user and a trip; all tabs see a change at once; dropping the copies also removes
 *   the choices.
 */

export function isOfflineChosen(userId: string | undefined, tripId: string): boolean {
  return userId !== undefined && readChoices().includes(choiceOf(userId, tripId))
}

export function chooseOffline(userId: string, tripId: string, isWanted: boolean): void {
  const choice = choiceOf(userId, tripId)
  const others = readChoices().filter((other) => other !== choice)
  writeChoices(isWanted ? [...others, choice] : others)
}

export function forgetOfflineChoices(): void {
  writeChoices(undefined)
}

const choiceOf = (userId: string, tripId: string) => `${userId} ${tripId}`
