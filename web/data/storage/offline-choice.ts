import { useSyncExternalStore } from 'react'
import { session } from '../root/session.ts'
import { readChoices, writeChoices } from './offline-choices.ts'

/*
 * For which trips a user switched on 'Available offline'; offline-copy.ts does the work.
 * Invariants: a choice belongs to a user and a trip; all tabs see a change at once; dropping the copies also removes
 *   the choices.
 */

const listeners = new Set<() => void>()

export function useOfflineChoice(tripId: string): boolean {
  return useSyncExternalStore(subscribe, () => isOfflineChosen(session.getCurrentUser()?.id, tripId))
}

export function isOfflineChosen(userId: string | undefined, tripId: string): boolean {
  return userId !== undefined && readChoices().includes(choiceOf(userId, tripId))
}

export function chooseOffline(userId: string, tripId: string, isWanted: boolean): void {
  const choice = choiceOf(userId, tripId)
  const others = readChoices().filter((other) => other !== choice)
  writeChoices(isWanted ? [...others, choice] : others)
  notify()
}

export function forgetOfflineChoices(): void {
  writeChoices(undefined)
  notify()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Changes by other tabs.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}

const choiceOf = (userId: string, tripId: string) => `${userId} ${tripId}`
