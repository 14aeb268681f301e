import { useMemo, useSyncExternalStore } from 'react'
import { AppError, transientErrors } from '#domain/errors.ts'
import { withSharedObjects } from '../sync/shared-objects.ts'

/*
 * What the server has answered, for everybody in the page who shows it.
 * Job: a question is asked once for all who want to know, and again when its answer is no longer fresh.
 * Invariants: of two answers to a question the one that was asked for last counts; what is known stays on the screen while
 *   it is asked for again, and when that fails; what did not change stays the same object.
 * Failure: what did not reach the server, or failed there, is asked for once more; then whoever shows it is told. A question
 *   that says when it is `unsettled` is then asked again for as long as it is shown: with growing pauses, and at once when
 *   the network is back or the page is looked at again. What the server has decided is not asked again.
 */

const FRESH_MS = 10_000
const RETRY_MS = 500
const FIRST_PAUSE_MS = 1000
const LAST_PAUSE_MS = 30_000

export interface Question<Value> {
  key: readonly unknown[]
  /** @throws AppError */
  ask: () => Promise<Value>
  /** How long an answer is fresh. */
  freshMs?: number
  /** Whether it is to be asked again by itself, while it is shown, with what is known now. */
  isUnsettled?(answer: Answer<Value>): boolean
}

export interface Answer<Value> {
  /** Undefined until it is known. */
  data: Value | undefined
  /** Why it could not be asked for the last time. */
  error: Error | undefined
  isFetching: boolean
}

interface Entry {
  answer: Answer<unknown>
  /** When the data came; 0 where it is to be asked for at the next opportunity. */
  at: number
  /** Nobody has shown the data yet: it was asked for in advance, and a slow device takes its time to show it. */
  isUnseen: boolean
  asking: Promise<unknown> | undefined
  listeners: Set<() => void>
  /** The questions of those who show it. */
  shown: Set<Question<unknown>>
  /** How it was asked last. */
  question: Question<unknown> | undefined
  /** How many tries in a row have left it unsettled, and what starts the next one. */
  tries: number
  nextTry: ReturnType<typeof setTimeout> | undefined
}

export class Answers {
  readonly #entries = new Map<string, Entry>()

  /** Has questions on the screen be asked again, where they are no longer fresh, when the page is looked at. */
  constructor() {
    globalThis.document?.addEventListener?.('visibilitychange', () => {
      if (document.visibilityState !== 'visible') return
      for (const { shown } of this.#entries.values()) for (const question of shown) this.ensure(question)
    })
    globalThis.addEventListener?.('online', () => {
      for (const entry of this.#entries.values()) {
        entry.tries = 0
        this.#tryAgain(entry)
      }
    })
  }

  get<Value>(key: readonly unknown[]): Value | undefined {
    return this.#entries.get(JSON.stringify(key))?.answer.data as Value | undefined
  }

  getAnswer<Value>(key: readonly unknown[]): Answer<Value> {
    return this.#entryOf(key).answer as Answer<Value>
  }

  /** Puts in what is known otherwise. `isFresh` false has it asked for at the next opportunity. */
  set<Value>(key: readonly unknown[], data: Value, isFresh = true): void {
    const entry = this.#entryOf(key)
    entry.at = isFresh ? Date.now() : 0
    entry.isUnseen = false
    this.#publish(entry, { ...entry.answer, data, error: undefined })
  }

  /** Asks where nothing fresh is known. Failures are told to those who show it. */
  ensure<Value>(question: Question<Value>): void {
    const { freshMs = FRESH_MS } = question
    const entry = this.#entryOf(question.key)
    const { at, isUnseen, answer, asking } = entry
    const lasts = isUnseen ? Math.max(freshMs, FRESH_MS) : freshMs
    const isFresh = answer.data !== undefined && answer.error === undefined && Date.now() - at < lasts
    if (!isFresh && !asking) void this.fetch(question).catch(() => {})
    else this.#planNextTry(entry)
  }

  /** Asks where nothing is known yet. Resolves when that was answered, or failed. */
  async prefetch<Value>(question: Question<Value>): Promise<void> {
    const { answer, asking } = this.#entryOf(question.key)
    if (answer.data === undefined) await (asking ?? this.fetch(question)).catch(() => {})
  }

  /** The answer where a fresh one is known, else the server's. @throws what asking throws */
  async find<Value>(question: Question<Value>): Promise<Value> {
    const { at, answer, asking } = this.#entryOf(question.key)
    if (answer.data !== undefined && Date.now() - at < (question.freshMs ?? FRESH_MS)) return answer.data as Value
    return (asking ?? this.fetch(question)) as Promise<Value>
  }

  /** Asks, whatever is known. @throws what asking throws */
  async fetch<Value>(question: Question<Value>): Promise<Value> {
    const entry = this.#entryOf(question.key)
    const asking = askTwice(question.ask)
    const isInAdvance = entry.shown.size === 0
    entry.asking = asking
    entry.question = question
    clearTimeout(entry.nextTry)
    entry.nextTry = undefined
    const { answer, tries } = entry
    const isFirstTry = answer.data === undefined && tries === 0
    this.#publish(entry, { ...answer, isFetching: true, error: isFirstTry ? undefined : answer.error })
    try {
      const data = withSharedObjects(entry.answer.data, await asking)
      if (entry.asking === asking) {
        entry.at = Date.now()
        entry.isUnseen = isInAdvance && entry.shown.size === 0
        this.#end(entry, { data, error: undefined, isFetching: false })
      }
      return data
    } catch (failure) {
      const error = failure instanceof Error ? failure : new Error(String(failure))
      if (entry.asking === asking) this.#end(entry, { ...entry.answer, error, isFetching: false })
      throw failure
    }
  }

  /** Asks once more what was asked for, if it was. @throws what asking throws */
  async refetch(key: readonly unknown[]): Promise<void> {
    const { question } = this.#entryOf(key)
    if (question) await this.fetch(question)
  }

  /** Has what is known asked for once more: now where somebody shows it, else at the next opportunity. */
  invalidate(key: readonly unknown[]): void {
    const entry = this.#entryOf(key)
    entry.at = 0
    const [question] = entry.shown
    if (question) void this.fetch(question).catch(() => {})
  }

  /** Resolves when no request for it is on its way. */
  async whenAnswered(key: readonly unknown[]): Promise<void> {
    await this.#entries.get(JSON.stringify(key))?.asking?.catch(() => {})
  }

  /** Forgets everything. What is on its way comes to nobody, and nothing is asked again. */
  clear(): void {
    for (const { shown } of this.#entries.values()) shown.clear()
    this.#entries.clear()
  }

  forget(key: readonly unknown[]): void {
    this.#entryOf(key).shown.clear()
    this.#entries.delete(JSON.stringify(key))
  }

  subscribe(question: Question<unknown>, listener: () => void): () => void {
    const entry = this.#entryOf(question.key)
    entry.listeners.add(listener)
    entry.shown.add(question)
    this.ensure(question)
    entry.isUnseen = false
    return () => {
      entry.listeners.delete(listener)
      entry.shown.delete(question)
    }
  }

  #entryOf(key: readonly unknown[]): Entry {
    const name = JSON.stringify(key)
    const known = this.#entries.get(name)
    if (known) return known
    const answer = { data: undefined, error: undefined, isFetching: false }
    const entry: Entry = {
      answer,
      at: 0,
      isUnseen: false,
      asking: undefined,
      listeners: new Set(),
      shown: new Set(),
      question: undefined,
      tries: 0,
      nextTry: undefined,
    }
    this.#entries.set(name, entry)
    return entry
  }

  #end(entry: Entry, answer: Answer<unknown>): void {
    entry.asking = undefined
    this.#publish(entry, answer)
    entry.tries = findUnsettled(entry) ? entry.tries + 1 : 0
    this.#planNextTry(entry)
  }

  /** Has what is unsettled asked again after a pause. A page that is out of sight asks when it is looked at again. */
  #planNextTry(entry: Entry): void {
    if (!findUnsettled(entry) || entry.asking || entry.nextTry) return
    const pause = Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (entry.tries - 1))
    entry.nextTry = setTimeout(
      () => {
        entry.nextTry = undefined
        if (globalThis.document?.visibilityState !== 'hidden') this.#tryAgain(entry)
      },
      // Not all who wait for a server come at the same moment.
      pause * (0.5 + Math.random() / 2),
    )
  }

  #tryAgain(entry: Entry): void {
    const question = findUnsettled(entry)
    if (question) void this.fetch(question).catch(() => {})
  }

  #publish(entry: Entry, answer: Answer<unknown>): void {
    entry.answer = answer
    for (const listener of entry.listeners) listener()
  }
}

export const answers = new Answers()

/** Asks, and once more where the way to the server, or a mishap there, may be better next time. */
async function askTwice<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask()
  } catch (failure) {
    if (!mayPass(failure)) throw failure
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return ask()
  }
}

/** Whether a failure is a mishap, on the way to the server or there, and nothing that the server has decided. */
const mayPass = (failure: unknown): boolean => failure instanceof AppError && failure.code in transientErrors

/** The question of those who show what is unsettled, if there are any. */
function findUnsettled({ shown, answer }: Entry): Question<unknown> | undefined {
  if (answer.error !== undefined && !mayPass(answer.error)) return undefined
  const [question] = shown
  return question?.isUnsettled?.(answer) ? question : undefined
}

/** What is known of a question; it is asked where nothing fresh is. `retry` asks once more. */
export function useAnswer<Value>(question: Question<Value>): Answer<Value> & { isPending: boolean; retry: () => void } {
  const name = JSON.stringify(question.key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question is another one where its key is.
  const [subscribe, getAnswer] = useMemo(
    () => [(listener: () => void) => answers.subscribe(question, listener), () => answers.getAnswer<Value>(question.key)] as const,
    [name],
  )
  const answer = useSyncExternalStore(subscribe, getAnswer)
  const isPending = answer.data === undefined && answer.error === undefined
  return { ...answer, isPending, retry: () => void answers.fetch(question).catch(() => {}) }
}
