import { Bell, ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { canBeTold } from '#domain/access.ts'
import { findLeadNotice } from '#domain/notices/lead-notice.ts'
import { noticeText } from '#domain/notices/notice-words.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSession } from '#web/data/session/use-session.ts'
import { useNotices } from '#web/data/trips/notices.ts'
import { AfterPaint } from '#web/ui/after-paint.tsx'

interface NewsLineProps {
  trip: Trip
  className: string
}

/** The current user's most important unread notice. It covers a drawing, so nothing moves when it appears. */
export function NewsLine({ trip, className }: NewsLineProps) {
  const { user } = useSession()
  if (!canBeTold(user, trip)) return null
  return (
    <AfterPaint>
      <Line {...{ trip, className }} />
    </AfterPaint>
  )
}

function Line({ trip, className }: NewsLineProps) {
  const { data } = useNotices(trip.id)
  const lead = data && findLeadNotice(data.notices)
  // Shown only together with the count in the header.
  if (!lead || !data.unread[trip.id]) return null
  return (
    <div className={`@container pointer-events-none flex justify-end print:hidden ${className}`}>
      <Link
        href={`/trip/${trip.id}/news`}
        className="touch pointer-events-auto flex min-w-0 animate-fade items-center gap-2 rounded-md border border-accent bg-surface py-1 pr-1 pl-3 text-sm leading-tight hover:bg-action-soft max-md:grow"
      >
        <Bell aria-hidden="true" className="size-5 shrink-0 text-action @max-[16rem]:hidden" />
        <span className="line-clamp-2 min-w-0 wrap-anywhere">{noticeText(lead.notice)}</span>{' '}
        {lead.others > 0 && (
          <span className="max-w-14 shrink-0 text-muted @max-[12rem]:hidden md:max-w-none">
            {m.notices_more({ count: lead.others })}
          </span>
        )}
        <ChevronRight aria-hidden="true" className="ml-auto size-5 shrink-0 text-action @max-[16rem]:hidden" />
      </Link>
    </div>
  )
}
