import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Notice } from '#domain/notices/notice.ts'
import { noticePath, noticeText } from '#domain/notices/notice-words.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useAsyncAction } from '#web/data/react/use-async-action.ts'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { useNotices } from '#web/data/trips/notices.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { momentOf } from '#web/ui/moment-of.ts'
import { Notice as Hint } from '#web/ui/notice.tsx'
import { useReading } from './use-reading.ts'
import { whenSeen } from './when-seen.ts'

/** More unread rows than this don't fit on the screen. */
const MANY = 10

/** What the current user was told about a trip, the newest first. */
export function NoticesPart({ trip }: { trip: Trip }) {
  const { data, error, isPending, retry } = useNotices(trip.id)
  const isOnline = useIsOnline()
  const title = useId()
  const notices = useMemo(() => data?.notices.filter(({ kind }) => kind !== 'invited'), [data])
  const { isNew, see, readAll } = useReading(trip.id, notices)
  const unread = notices?.filter(({ is_read }) => !is_read).length ?? 0
  return (
    <section aria-labelledby={title} className="grid min-w-0 grid-cols-1 content-start gap-3">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={title} className="text-2xl">
          {m.notices_title()}
        </h2>
        <ReadAll unread={unread} onReadAll={readAll} />
      </div>
      {!isOnline && <Hint>{data ? m.notices_offline_old() : m.notices_offline()}</Hint>}
      {isPending && isOnline && <p className="text-muted">{m.common_loading()}</p>}
      {!data && error && isOnline && (
        <ErrorBox message={m.notices_failed()}>
          <Button variant="quiet" onClick={retry}>
            {m.common_retry()}
          </Button>
        </ErrorBox>
      )}
      {notices?.length === 0 && <p>{m.notices_empty()}</p>}
      {notices && notices.length > 0 && (
        <ul className="grid overflow-hidden rounded-lg border border-line bg-raised">
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} isNew={isNew(notice)} onSeen={see} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Offered if there is more to read than fits on the screen. */
function ReadAll({ unread, onReadAll }: { unread: number; onReadAll: () => Promise<void> }) {
  const [isOffered, setIsOffered] = useState(false)
  if (!isOffered && unread > MANY) setIsOffered(true)
  const [isDone, setIsDone] = useState(false)
  const { send, isPending, error } = useAsyncAction(onReadAll, () => setIsDone(true))
  return (
    <>
      {isOffered && unread > 0 && (
        <Button variant="quiet" className="text-sm" busy={isPending} onClick={() => send(undefined)}>
          {m.notices_read_all()}
        </Button>
      )}
      <p role="status" className="sr-only">
        {isDone && m.notices_read_all_done()}
      </p>
      {error && unread > 0 && (
        <div className="basis-full">
          <ErrorBox message={m.notices_not_saved()} />
        </div>
      )}
    </>
  )
}

interface NoticeRowProps {
  notice: Notice
  /** Whether it was new when the list was opened. */
  isNew: boolean
  onSeen: (notice: Notice) => void
}

function NoticeRow({ notice, isNew, onSeen }: NoticeRowProps) {
  const { created_at, is_read } = notice
  const middle = useRef<HTMLSpanElement>(null)
  const see = useEffectEvent(() => onSeen(notice))
  // biome-ignore lint/correctness/useExhaustiveDependencies: an updated notice has to be seen again.
  useEffect(() => {
    if (!is_read && middle.current) return whenSeen(middle.current, () => see())
  }, [is_read, created_at])
  return (
    <li className="relative max-w-none border-t border-line first:border-t-0">
      {/* At least half of a row is on the screen if its middle is. */}
      <span ref={middle} aria-hidden="true" className="absolute top-1/2 size-px" />
      <Link
        href={noticePath(notice)}
        onFocus={() => onSeen(notice)}
        className="touch flex items-start gap-3 px-4 py-2.5 hover:bg-action-soft focus-visible:-outline-offset-2"
      >
        <span aria-hidden="true" className={`mt-2 size-2.5 shrink-0 rounded-full ${isNew ? 'bg-action' : ''}`} />
        <span className="grid min-w-0 gap-0.5">
          <span className={`wrap-anywhere ${isNew ? 'font-semibold' : ''}`}>
            {isNew && <span className="sr-only">{m.notices_new()}</span>}
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
