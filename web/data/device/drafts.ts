import { plan, type SectionName, type SectionValue } from '#domain/plan/index.ts'
import { logFailure } from '../log.ts'
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
export function writeDraft(key: string, copy: unknown): void {
  waiting.set(key, copy)
  timer ??= setTimeout(write, WRITE_AFTER_MS)
}

/** A section that is being edited. */
export interface WorkingCopy<Value> {
  /** What the copy was taken from. */
  from: Value
  value: Value
}

/** The copy that was kept; undefined where there is none. One that has another form is of no use here, and is put aside. */
export function findDraft<Name extends SectionName>(
  key: string,
  name: Name,
): WorkingCopy<SectionValue<Name>> | undefined {
  write()
  const kept = tabStorage.getItem(key)
  if (kept === null) return undefined
  const { from, value } = JSON.parse(kept) as WorkingCopy<unknown>
  if ([from, value].every((each) => plan[name].schema.safeParse(each).success))
    return { from, value } as WorkingCopy<SectionValue<Name>>
  // The next copy does not take its place.
  tabStorage.setItem(`wayfare.aside ${Date.now()} ${key}`, kept)
  logFailure(`A working copy is put aside: ${name}`, 'it has the form of another version')
  return undefined
}

/** The copies of one person are another's from now on. */
export function moveDrafts(from: string, to: string): void {
  write()
  const prefix = `wayfare.draft ${from} `
  for (const key of tabStorage.keys()) {
    const copy = key.startsWith(prefix) ? tabStorage.getItem(key) : null
    if (copy === null) continue
    tabStorage.setItem(`wayfare.draft ${to} ${key.slice(prefix.length)}`, copy)
    tabStorage.removeItem(key)
  }
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
