import { useSyncExternalStore } from 'react'
import { session } from '../session/current-session.ts'
import { readChoices, writeChoices } from './offline-choices.ts'

/*
 * For which trips a person switched on 'Available offline'; offline-copy.ts does the work.
 * Invariants: a choice belongs to a person and a trip; all tabs see a change at once; dropping the copies also removes
 *   the choices.
 */

const listeners = new Set<() => void>()

export function useOfflineChoice(tripId: string): boolean {
  return useSyncExternalStore(subscribe, () => isOfflineChosen(session.getCurrentUser()?.id, tripId))
}

export function isOfflineChosen(person: string | undefined, tripId: string): boolean {
  return person !== undefined && readChoices().includes(choiceOf(person, tripId))
}

export function chooseOffline(person: string, tripId: string, isWanted: boolean): void {
  const choice = choiceOf(person, tripId)
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

const choiceOf = (person: string, tripId: string) => `${person} ${tripId}`
