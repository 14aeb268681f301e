import type { SectionName } from '#domain/plan/index.ts'
import { tabStorage } from './web-storage.ts'

/*
 * The working copies of edit screens, kept over a reload of this tab.
 * Job: what was typed into an edit screen is there again after a reload or a sign-out.
 * Invariants: what was kept last is what is found; a page that goes away has written everything; a copy that this version of
 *   the app does not understand is put aside, not away.
 * Failure: of a page that crashes the last moment is lost (WRITE_AFTER_MS): a large copy takes too long to be written with
 *   every key.
 */

const WRITE_AFTER_MS = 300

/** Where the copy of a section is kept, for one person. */
export const draftKey = (person: string | undefined, tripId: string, name: SectionName) =>
  `wayfare.draft ${person} ${tripId} ${name}`

/** What is still to be written, by key; undefined for what is to be removed. */
const waiting = new Map<string, unknown>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Where the browser has no storage for the tab, or no room left in it, a copy does not outlive its page. */
const unkept = new Set<string>()

addEventListener('pagehide', write)
addEventListener('wayfare:beforereload', (event) => {
  if (unkept.size > 0) event.preventDefault()
})

/** Keeps a copy, or removes it where there is none any more. */
export function keepDraft(key: string, copy: unknown): void {
  waiting.set(key, copy)
  timer ??= setTimeout(write, WRITE_AFTER_MS)
}

/** The copy that was kept; undefined where there is none. */
export function findDraft(key: string): unknown {
  write()
  const kept = tabStorage.getItem(key)
  return kept === null ? undefined : JSON.parse(kept)
}

/** Puts a copy aside that is of no use here, so that the next one does not take its place. */
export function setDraftAside(key: string): void {
  const kept = tabStorage.getItem(key)
  if (kept !== null) tabStorage.setItem(`wayfare.aside ${Date.now()} ${key}`, kept)
}

function write(): void {
  clearTimeout(timer)
  timer = undefined
  for (const [key, copy] of waiting) {
    if (copy === undefined) tabStorage.removeItem(key)
    else {
      unkept.add(key)
      tabStorage.setItem(key, JSON.stringify(copy))
    }
    if (copy === undefined || tabStorage.isLasting) unkept.delete(key)
  }
  waiting.clear()
}
