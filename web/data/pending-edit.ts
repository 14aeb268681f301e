import type { Save, SaveRequest } from '#domain/api/plan.ts'
import { joined, rebased, startAfter } from '#domain/merge/merge.ts'
import { equal } from '#domain/operations/json.ts'
import type { SectionName, SectionValue } from '#domain/plan/index.ts'

/*
 * What a page, and the outbox of all pages, hold of an edit of one section that the server does not have yet.
 */

export interface Versioned<Name extends SectionName> {
  version: number
  value: SectionValue<Name>
}

/** What the person has made of a version. */
export interface PendingEdit<Name extends SectionName> {
  /** What the edit started from; `isOwn` where the server's value of that version is another, or may be. */
  base: Versioned<Name> & { isOwn?: boolean }
  /** Names this edit as it is: the save that brings it to the server has this id, whoever sends it. */
  id: string
  mine: SectionValue<Name>
}

/** A save that went out while the one before it had no answer, and what it would be from what `pending` starts from. */
export interface BesideSave<Name extends SectionName> {
  save: Save<Name>
  value: SectionValue<Name>
}

/** What one page has made of what is in the outbox: what went out when it was left, and what it shows. */
export interface OwnSince<Name extends SectionName> {
  /** What of it was not typed since: see startOf. */
  start: SectionValue<Name>
  /** What is shown for what is in the outbox. */
  from: SectionValue<Name>
  left: BesideSave<Name>[]
  mine: SectionValue<Name>
}

/** What is kept in the outbox of an edit that the server does not have yet. */
export interface KeptEdit<Name extends SectionName> {
  pending: PendingEdit<Name> | undefined
  sent: Save<Name> | undefined
  /** What that save would be from what `pending` starts from, where that is newer. */
  sentValue: SectionValue<Name> | undefined
  /** What went beside it when a page was left, oldest first: to be sent again after it. */
  beside: readonly BesideSave<Name>[]
}

/** What stands in the outbox for a section, and the name of that state; both are undefined while nothing is pending. */
export interface OutboxRecord<Name extends SectionName> {
  revision: string | undefined
  edit: KeptEdit<Name> | undefined
}

/** What a page leaves that goes away before the disk has its last edit. */
export interface LeftEdit<Name extends SectionName> {
  /** The state of the outbox that the page knew, and the one that it was about to make, if any; with what it showed for each. */
  known: readonly { revision: string | undefined; value: SectionValue<Name> }[]
  /** What it would have put in their place. */
  edit: KeptEdit<Name>
  /** How many of its saves went out without being in the outbox: the last ones. */
  unkept: number
  /** What the page showed. */
  mine: SectionValue<Name>
}

/** What the tabs of a person share: the section's edit that the server does not have yet. */
export interface SectionOutbox<Name extends SectionName> {
  /**
   * Puts a record, which is empty once the server has the edit, in the place of the state `known`. It is made when it is
   * written down. Where another tab was faster nothing is put, and what that tab has put there is answered.
   * @returns undefined where the disk cannot be used
   */
  put: (make: () => OutboxRecord<Name>, known: string | undefined) => Promise<(OutboxRecord<Name> & { isPut: boolean }) | undefined>
  /** What stands there now; undefined where the disk cannot be used. */
  read: () => Promise<OutboxRecord<Name> | undefined>
  /** Whether other tabs are open that may show the same. */
  isShared: () => boolean
  /** Runs `send` while no other tab sends. */
  sendAlone: (send: () => Promise<void>) => Promise<void>
  /** Leaves an edit for whichever page comes next, or is open beside this one: at once, for a page that goes away. */
  leave: (edit: LeftEdit<Name>) => void
  /** What pages that are gone have left. */
  findLeft: () => FoundEdit<Name>[]
}

/** What a page has left, `key` names it. `forget` removes it, once the outbox has it. */
export interface FoundEdit<Name extends SectionName> {
  key: string
  left: LeftEdit<Name>
  forget: () => void
}

/** The saves of an edit that have been sent, or may have been, oldest first. */
export function savesOf<Name extends SectionName>({
  sent,
  sentValue,
  beside,
}: Omit<KeptEdit<Name>, 'pending'>): BesideSave<Name>[] {
  return sent ? [{ save: sent, value: sentValue ?? sent.value }, ...beside] : []
}

/**
 * What the server has of what an edit shows, or will have from its saves that are under way; what is in the edit alone was
 * typed since.
 * @param latest what it starts from where nothing is pending
 */
export function startOf<Name extends SectionName>(edit: KeptEdit<Name>, latest: SectionValue<Name>): SectionValue<Name> {
  const base = edit.pending?.base.value ?? latest
  const last = savesOf(edit).at(-1)
  return last ? joined(last.value, base) : base
}

/** `to`, as what an edit `mine` starts from that started `from` another value; `shown` has the entries that are still there. */
export function movedBase<Name extends SectionName>(
  to: PendingEdit<Name>['base'],
  from: SectionValue<Name>,
  mine: SectionValue<Name>,
  shown: SectionValue<Name> = to.value,
): PendingEdit<Name>['base'] {
  const value = rebased(from, to.value, mine, { shown })
  return value === to.value ? to : { version: to.version, value, isOwn: true }
}

/** The save of an edit that follows one without an answer. */
export function besideOf<Name extends SectionName>(
  { base, id, mine }: PendingEdit<Name>,
  last: BesideSave<Name>,
): BesideSave<Name> {
  return { save: { id, base: base.version, from: startAfter(base.value, last.value, mine), value: mine }, value: mine }
}

/**
 * What a page that is gone has left in the outbox. It may have sent all of it when it was left, and had no time to note that:
 * so each save is repeated as it would have been sent, under its own id, and what the server has it does not take twice.
 */
export function asSent<Name extends SectionName>(edit: KeptEdit<Name>): KeptEdit<Name> {
  const { pending, beside } = edit
  if (!pending) return edit
  const last = savesOf(edit).at(-1)
  if (!last) return { ...edit, sent: saveOf(pending) }
  if (equal(last.value, pending.mine)) return edit
  return { ...edit, beside: [...beside, besideOf(pending, last)] }
}

/** Saves as one request: the last of them, with those that it follows. */
export function inOneRequest<Name extends SectionName>(saves: readonly BesideSave<Name>[]): SaveRequest<Name> | undefined {
  const after = saves.map(({ save }) => save)
  const last = after.pop()
  return last && after.length > 0 ? { ...last, after } : last
}

/** The save that brings an edit to the server. */
export function saveOf<Name extends SectionName>({ base, id, mine }: PendingEdit<Name>): Save<Name> {
  return { id, base: base.version, ...(base.isOwn ? { from: base.value } : {}), value: mine }
}
