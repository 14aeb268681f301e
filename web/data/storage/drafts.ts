import { withDefaults } from '#domain/operations/defaults.ts'
import { forms } from '#domain/plan/forms.ts'
import { plan, type SectionName, type SectionValue } from '#domain/plan/index.ts'
import { logFailure } from '../log.ts'
import type { PageEvents } from '../page-events.ts'
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

/** The drafts of a trip's costs dialogs, which are not drafts of the whole section. */
export const costsDialogsKey = (userId: string, tripId: string) => `${draftKey(userId, tripId, 'costs')} dialogs`

/** Where what was entered for a new stay is kept. */
export const stayDraftKey = (userId: string, tripId: string): string => `${draftKey(userId, tripId, 'stays')} dialog`

/** What was typed in a trip's dialog for announcements and is not sent. */
export const announcementDraftKey = (userId: string, tripId: string) =>
  `${draftKey(userId, tripId, 'announcements')} dialog`

interface StoredDraft<Value> {
  /** The value that the user started from. */
  from: Value
  value: Value
}

export class Drafts {
  /** Pending writes by key; undefined removes the draft. */
  readonly #pendingWrites = new Map<string, unknown>()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Keys of drafts that a reload would lose, because the browser has no storage for the tab or it is full. */
  readonly #unpersisted = new Set<string>()

  constructor(page: PageEvents) {
    page.on('pagehide', () => this.#writeAll())
  }

  /** Whether a reload would lose a draft. */
  get hasUnpersisted(): boolean {
    return this.#unpersisted.size > 0
  }

  /** Stores a draft, or removes it if `draft` is undefined. */
  write(key: string, draft: unknown): void {
    this.#pendingWrites.set(key, draft)
    this.#timer ??= setTimeout(() => this.#writeAll(), WRITE_AFTER_MS)
  }

  /** Returns the draft of a section. Quarantines a draft in another format. */
  find<Name extends SectionName>(key: string, name: Name): StoredDraft<SectionValue<Name>> | undefined {
    this.#writeAll()
    const stored = tabStorage.getItem(key)
    if (stored === null) return undefined
    const draft = JSON.parse(stored) as StoredDraft<unknown>
    const [from, value] = [draft.from, draft.value].map((each) => withDefaults(forms[name], each))
    if ([from, value].every((each) => plan[name].schema.safeParse(each).success))
      return { from, value } as StoredDraft<SectionValue<Name>>
    this.quarantine(key, 'a draft of another app version')
    return undefined
  }

  /** Returns what was written under a key; undefined if there is nothing. */
  read(key: string): unknown {
    this.#writeAll()
    const stored = tabStorage.getItem(key)
    return stored === null ? undefined : JSON.parse(stored)
  }

  /** Moves a draft that cannot be shown to a key of its own, so that the next draft does not overwrite it. */
  quarantine(key: string, what: string): void {
    this.#writeAll()
    const stored = tabStorage.getItem(key)
    if (stored === null) return
    this.#rename(key, `wayfare.aside ${Date.now()} ${key}`, stored)
    logFailure(`Quarantined ${what}`, key)
  }

  /** Moves the drafts of one user to another. */
  move(from: string, to: string): void {
    this.#writeAll()
    const prefix = `wayfare.draft ${from} `
    for (const key of tabStorage.keys()) {
      const draft = key.startsWith(prefix) ? tabStorage.getItem(key) : null
      if (draft === null) continue
      this.#rename(key, `wayfare.draft ${to} ${key.slice(prefix.length)}`, draft)
    }
  }

  #rename(from: string, to: string, stored: string): void {
    // Removed first, so that a full storage has room for it.
    tabStorage.removeItem(from)
    this.#unpersisted.delete(from)
    this.#store(to, stored)
  }

  #store(key: string, stored: string): void {
    if (tabStorage.setItem(key, stored)) this.#unpersisted.delete(key)
    else this.#unpersisted.add(key)
  }

  #writeAll(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const [key, draft] of this.#pendingWrites) {
      if (draft !== undefined) this.#store(key, JSON.stringify(draft))
      else {
        tabStorage.removeItem(key)
        this.#unpersisted.delete(key)
      }
    }
    this.#pendingWrites.clear()
  }
}
