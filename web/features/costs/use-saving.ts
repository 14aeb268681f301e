import { useState } from 'react'
import type { Trip } from '#domain/trip.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { findLastAuthor } from '#web/data/trips/history.ts'
import { type ConflictRules, type ConflictWords, findConflict, listSeen, type Priced, replacing } from './conflicts.ts'
import type { CostsGroup } from './costs-group.ts'

/**
 * Saves an edited entry.
 * @param before what others have now, or had until they removed it
 */
export type Save<Value extends Priced> = (before: Value, after: Value) => void

interface EditedEntry<Value extends Priced> {
  trip: Trip
  isNew: boolean
  /** As it is now; undefined if it was removed, or is new and was not added in a copy of this browser tab. */
  newest: Value | undefined
  group: CostsGroup
  rules: ConflictRules<Value>
  onSave: Save<Value>
}

interface Saving<Value extends Priced> {
  /** @param before as it was when the person began to edit it */
  save: Save<Value>
  /** What others did to the entry meanwhile; '' if nothing was found when it was to be saved. */
  conflict: string
  /** For a person who starts over. */
  reset: () => void
}

/** What somebody was told before they saved. */
interface Told<Value extends Priced> {
  /** The fields that were told, as they were; undefined if others had removed the entry. */
  seen: Partial<Value> | undefined
  words: ConflictWords
  by: string | undefined
}

/** Saves an entry unless others have changed the same meanwhile. Then it says so first. */
export function useSaving<Value extends Priced>(edited: EditedEntry<Value>): Saving<Value> {
  const { trip, isNew, newest, group, rules, onSave } = edited
  const { id: userId } = useUser()
  const [told, setTold] = useState<Told<Value>>()
  const tell = (words: ConflictWords, entryId: string, seen?: Partial<Value>) => {
    const now: Told<Value> = { seen, words, by: undefined }
    setTold(now)
    void findLastAuthor(trip.id, 'costs', { entryId, userId }).then((by) =>
      setTold((latest) => (latest === now ? { ...now, by } : latest)),
    )
  }
  const save = (before: Value, after: Value) => {
    if (isNew && !newest) return onSave(before, after)
    if (!newest) {
      if (told && !told.seen) return onSave(before, after)
      return tell(rules.removedWords, before.id)
    }
    const words = findConflict(newest, before, after, { rules, seen: told?.seen, group })
    if (words) tell(words, before.id, { ...told?.seen, ...listSeen(newest, before, after, rules) })
    else onSave(newest, replacing(newest, before, after, rules))
  }
  return { save, conflict: told ? told.words(told.by) : '', reset: () => setTold(undefined) }
}
