import { useEffect, useState } from 'react'
import type { Notice } from '#domain/notices/notice.ts'
import { readNotices } from '#web/data/trips/notices.ts'

/** Notices read within this time are sent in one request. */
const SEND_AFTER_MS = 100
const RETRY_MS = 20_000

/** An updated notice is unread again, but keeps its id. */
const versionOf = ({ id, created_at }: Notice) => `${id} ${created_at}`

/*
 * Marks the notices of a list as read, row by row.
 * Invariants: each is sent once. What looked new when the list was opened looks new until it is opened again.
 * Failure: what could not be sent is stored on the device (web/data/trips/notices.ts). A refused request is retried.
 */
export function useReading(tripId: string, notices: readonly Notice[] | undefined) {
  const [reader] = useState(() => new Reader(tripId))
  const [news, setNews] = useState<ReadonlySet<string>>(new Set())
  const added = notices?.filter((notice) => !notice.is_read && !news.has(versionOf(notice))) ?? []
  if (added.length > 0) setNews(new Set([...news, ...added.map(versionOf)]))
  useEffect(() => reader.open(), [reader])
  return {
    isNew: (notice: Notice) => news.has(versionOf(notice)),
    see: reader.see,
    /** Marks all as read, and they no longer look new. @throws AppError */
    readAll: async () => {
      await readNotices(tripId, notices?.filter(({ is_read }) => !is_read) ?? [])
      setNews(new Set())
    },
  }
}

class Reader {
  readonly #tripId: string
  readonly #seen = new Set<string>()
  /** Read, but not sent yet; by id. */
  readonly #waiting = new Map<string, Notice>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOpen = false

  constructor(tripId: string) {
    this.#tripId = tripId
  }

  /** Sends when the page is hidden, as it may not come back. Returns a function that closes the reader. */
  open(): () => void {
    this.#isOpen = true
    const sendIfHidden = () => document.visibilityState === 'hidden' && this.send()
    document.addEventListener('visibilitychange', sendIfHidden)
    return () => {
      this.#isOpen = false
      document.removeEventListener('visibilitychange', sendIfHidden)
      this.send()
    }
  }

  see = (notice: Notice): void => {
    if (notice.is_read || this.#seen.has(versionOf(notice))) return
    this.#seen.add(versionOf(notice))
    this.#waiting.set(notice.id, notice)
    this.#sendIn(SEND_AFTER_MS)
  }

  send = (): void => {
    clearTimeout(this.#timer)
    if (this.#waiting.size === 0) return
    const seen = [...this.#waiting.values()]
    this.#waiting.clear()
    readNotices(this.#tripId, seen).catch(() => {
      for (const notice of seen) if (!this.#waiting.has(notice.id)) this.#waiting.set(notice.id, notice)
      if (this.#isOpen) this.#sendIn(RETRY_MS)
    })
  }

  #sendIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.send, ms)
  }
}
