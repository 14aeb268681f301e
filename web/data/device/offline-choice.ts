import { useSyncExternalStore } from 'react'
import { session } from '../session/current-session.ts'
import { readChoices, writeChoices } from './offline-choices.ts'

/*
 * Which trips the person wants to have whole on this device, documents included; kept-whole.ts sees to it.
 * Invariants: a choice belongs to a person and a trip; all tabs know of a change at once; all choices go with the copies.
 */

const listeners = new Set<() => void>()

/** Whether the signed-in person wants to have a trip whole on this device. */
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
  tell()
}

/** Forgets the choices of everybody. */
export function forgetOfflineChoices(): void {
  writeChoices(undefined)
  tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Of the other tabs.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function tell(): void {
  for (const listener of listeners) listener()
}

const choiceOf = (person: string, tripId: string) => `${person} ${tripId}`
