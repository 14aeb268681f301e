import { plan, type SectionName, type SectionValue } from '#domain/plan/index.ts'
import { logFailure } from '../log.ts'
import { tabStorage } from './web-storage.ts'

/*
 * Drafts: what users are editing on an edit screen and have not saved.
 * Job: text typed into an edit screen survives a reload or a sign-out in this browser tab.
 * Invariants: a read returns the last write; a page writes everything before it goes away; a draft in another app
 *   version's format is quarantined, not deleted.
 * Failure: a crash loses the last WRITE_AFTER_MS. Writing a large draft on every key press would be too slow.
 */

const WRITE_AFTER_MS = 300

export const draftKey = (userId: string | undefined, tripId: string, name: SectionName) =>
  `wayfare.draft ${userId} ${tripId} ${name}`

/** Pending writes by key; undefined removes the draft. */
const pendingWrites = new Map<string, unknown>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Keys of drafts that a reload would lose, because the browser has no storage for the tab or it is full. */
const unpersisted = new Set<string>()

addEventListener('pagehide', write)
addEventListener('wayfare:beforereload', (event) => {
  if (unpersisted.size > 0) event.preventDefault()
})

/** Stores a draft, or removes it if `draft` is undefined. */
export function writeDraft(key: string, draft: unknown): void {
  pendingWrites.set(key, draft)
  timer ??= setTimeout(write, WRITE_AFTER_MS)
}

interface StoredDraft<Value> {
  /** The value that the user started from. */
  from: Value
  value: Value
}

/** Returns the draft of a section. Quarantines a draft in another format. */
export function findDraft<Name extends SectionName>(
  key: string,
  name: Name,
): StoredDraft<SectionValue<Name>> | undefined {
  write()
  const stored = tabStorage.getItem(key)
  if (stored === null) return undefined
  const { from, value } = JSON.parse(stored) as StoredDraft<unknown>
  if ([from, value].every((each) => plan[name].schema.safeParse(each).success))
    return { from, value } as StoredDraft<SectionValue<Name>>
  // Under a key of its own, so that the next draft does not overwrite it.
  tabStorage.setItem(`wayfare.aside ${Date.now()} ${key}`, stored)
  logFailure(`A draft is quarantined: ${name}`, 'it has the form of another version')
  return undefined
}

export function moveDrafts(from: string, to: string): void {
  write()
  const prefix = `wayfare.draft ${from} `
  for (const key of tabStorage.keys()) {
    const draft = key.startsWith(prefix) ? tabStorage.getItem(key) : null
    if (draft === null) continue
    tabStorage.setItem(`wayfare.draft ${to} ${key.slice(prefix.length)}`, draft)
    tabStorage.removeItem(key)
  }
}

function write(): void {
  clearTimeout(timer)
  timer = undefined
  for (const [key, draft] of pendingWrites) {
    if (draft === undefined) tabStorage.removeItem(key)
    else {
      unpersisted.add(key)
      tabStorage.setItem(key, JSON.stringify(draft))
    }
    if (draft === undefined || tabStorage.isPersistent) unpersisted.delete(key)
  }
  pendingWrites.clear()
}
