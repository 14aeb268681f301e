import { useEffect, useId, useRef } from 'react'
import { Link } from 'wouter'
import type { Notice } from '#domain/notices/notice.ts'
import { noticePath, noticeText } from '#domain/notices/notice-words.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { readNotices, useNotices } from '#web/data/trips/notices.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { momentOf } from '#web/ui/moment-of.ts'
import { Notice as Hint } from '#web/ui/notice.tsx'

/** What the current user was told about a trip, the newest first. */
export function NoticesPart({ trip }: { trip: Trip }) {
  const { data, error, isPending, retry } = useNotices(trip.id)
  const isOnline = useIsOnline()
  const title = useId()
  const notices = data?.notices.filter(({ kind }) => kind !== 'invited')
  useReading(trip.id, notices)
  return (
    <section aria-labelledby={title} className="grid min-w-0 grid-cols-1 content-start gap-3">
      <h2 id={title} className="text-2xl">
        {m.notices_title()}
      </h2>
      {!isOnline && <Hint>{data ? m.notices_offline_old() : m.notices_offline()}</Hint>}
      {isPending && isOnline && <p className="text-muted">{m.common_loading()}</p>}
      {!data && error && isOnline && (
        <div className="grid justify-items-start gap-2">
          <ErrorBox message={m.notices_failed()} />
          <Button variant="quiet" onClick={retry}>
            {m.common_retry()}
          </Button>
        </div>
      )}
      {notices?.length === 0 && <p>{m.notices_empty()}</p>}
      {notices && notices.length > 0 && (
        <ul className="grid overflow-hidden rounded-lg border border-line bg-raised">
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
    </section>
  )
}

function NoticeRow({ notice }: { notice: Notice }) {
  const { created_at, is_read } = notice
  return (
    <li className="max-w-none border-t border-line first:border-t-0">
      <Link
        href={noticePath(notice)}
        className="touch flex items-start gap-3 px-4 py-2.5 hover:bg-action-soft focus-visible:-outline-offset-2"
      >
        <span aria-hidden="true" className={`mt-2 size-2.5 shrink-0 rounded-full ${is_read ? '' : 'bg-action'}`} />
        <span className="grid min-w-0 gap-0.5">
          <span className={`wrap-anywhere ${is_read ? '' : 'font-semibold'}`}>
            {!is_read && <span className="sr-only">{m.notices_new()}</span>}
            {noticeText(notice)}
          </span>
          <time dateTime={created_at} className="text-sm text-muted">
            {momentOf(created_at)}
          </time>
        </span>
      </Link>
    </li>
  )
}

/** What is on the screen is read. It looks new until the page is opened again. */
function useReading(tripId: string, notices: readonly Notice[] | undefined): void {
  const told = useRef(new Set<string>())
  const isOnline = useIsOnline()
  const unread = notices?.filter(({ id, is_read }) => !is_read && !told.current.has(id)).map(({ id }) => id) ?? []
  const ids = unread.join(' ')
  useEffect(() => {
    if (ids === '' || !isOnline) return
    const read = ids.split(' ')
    for (const id of read) told.current.add(id)
    readNotices(tripId, read).catch(() => {
      for (const id of read) told.current.delete(id)
    })
  }, [tripId, ids, isOnline])
}
