import { Megaphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { canSeePeople } from '#domain/access.ts'
import { listUnseen } from '#domain/announcements/audience.ts'
import type { Announcement } from '#domain/plan/announcements.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useAskedServer, useSeenAnnouncements } from '#web/data/trips/announcement-views.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { namesInPlan, ownId } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { sentText } from './announcement-words.ts'
import { LateBar } from './late-bar.tsx'
import { namesAuthors } from './needs-members.ts'

const none: readonly Announcement[] = []

/** Longer texts are cut until somebody wants to read the rest. */
const MAX_SHOWN = 500
const MAX_LINES = 12
/** A press so soon after another text has appeared was meant for the one before. */
const GUARD_MS = 500

/**
 * The newest announcement that is new to the current user. It has a place on the page only if it is there when the page
 * opens. One that arrives later is a line above the page's beginning, so that nothing moves: its parent is `relative`.
 */
export function AnnouncementNotice({ trip }: { trip: Trip }) {
  return canSeePeople(trip) && <NewAnnouncement trip={trip} />
}

function NewAnnouncement({ trip }: { trip: Trip }) {
  const me = useDerived(trip, ownId)
  const nameOf = useDerived(trip, namesInPlan, namesAuthors)
  const { seen, see } = useSeenAnnouncements(trip.id)
  const all = useSection(trip.id, 'announcements')?.value ?? none
  const unseen = listUnseen(all, me, seen)
  const planned = { tripId: trip.id, personId: me, ids: all.map(({ id }) => id) }
  const listIds = unseen.map(({ id }) => id)
  const answered = useAskedServer(planned, listIds)
  const [shownId, setShownId] = useState(unseen[0]?.id)
  /** 'late': it arrived after the page had opened; 'opened': and is read over the page. */
  const [place, setPlace] = useState<'in place' | 'late' | 'opened'>(unseen.length > 0 ? 'in place' : 'late')
  /** Those whose line was closed. They are here again on the next visit. */
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [isNext, setIsNext] = useState(false)
  // Newer ones wait until this one is read.
  const shown = unseen.find(({ id }) => id === shownId) ?? unseen[0]
  if (shown?.id !== shownId) {
    setShownId(shown?.id)
    setIsNext(shown !== undefined && shownId !== undefined)
  }
  if (!shown && place !== 'late') setPlace('late')
  const late = place === 'late' ? unseen.find(({ id }) => answered.has(id) && !hidden.has(id)) : undefined
  const isAsking = shown !== undefined && !answered.has(shown.id)

  function openLate(id: string) {
    setShownId(id)
    setPlace('opened')
  }

  return (
    <>
      {/* Always there, so that what appears in it is told to those who cannot see it. */}
      <div role="status" className="absolute inset-x-0 top-0 z-10">
        {late && (
          <LateBar
            key={late.id}
            text={m.announcements_arrived({ name: nameOf(late.by) })}
            onRead={() => openLate(late.id)}
            onHide={() => setHidden(new Set([...hidden, ...listIds]))}
          />
        )}
        {place !== 'late' && shown && isNext && (
          <p className="sr-only">{m.announcements_next({ name: nameOf(shown.by), text: shown.text })}</p>
        )}
      </div>
      {place !== 'late' && shown && (
        <Notice
          announcement={shown}
          author={nameOf(shown.by)}
          // It has its place already, so that nothing moves when the server has answered.
          className={place === 'opened' ? 'absolute inset-x-0 top-0 z-10 shadow-lifted' : isAsking ? 'invisible' : ''}
          takesFocus={place === 'opened'}
          more={
            unseen.length > 1 ? { count: unseen.length - 1, href: `/trip/${trip.id}/before#announcements` } : undefined
          }
          onSeen={() => see([shown.id])}
        />
      )}
    </>
  )
}

interface NoticeProps {
  announcement: Announcement
  author: string
  className: string
  /** Whether somebody has just opened it. */
  takesFocus: boolean
  more: { count: number; href: string } | undefined
  onSeen: () => void
}

function Notice({ announcement, author, className, takesFocus, more, onSeen }: NoticeProps) {
  const { id, at, text } = announcement
  const section = useRef<HTMLElement>(null)
  const [wholeId, setWholeId] = useState('')
  const isLong = text.length > MAX_SHOWN || text.split('\n').length > MAX_LINES
  const isCut = isLong && wholeId !== id
  const isReady = useGuard(`${id} ${isCut}`)
  useEffect(() => {
    if (takesFocus) section.current?.focus({ preventScroll: true })
  }, [takesFocus])

  function press(button: Element) {
    if (!isReady) return
    if (isCut) return setWholeId(id)
    onSeen()
    // After the last one, the button is gone.
    void import('#web/ui/page-focus.ts').then(
      ({ focusAfter }) => button.isConnected || focusAfter(button),
      () => {},
    )
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={m.announcements_notice_label()}
      className={`grid grid-cols-1 gap-2 card border-accent p-4 outline-none ${className}`}
    >
      <p className="flex items-center gap-2 text-sm text-muted">
        <Megaphone aria-hidden="true" className="size-5 shrink-0 text-action" />
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold text-text">{author}</span> ·{' '}
          <time dateTime={at}>{sentText(announcement)}</time>
        </span>
      </p>
      <p key={id} className={`whitespace-pre-line wrap-anywhere ${isCut ? 'line-clamp-4' : ''}`}>
        {text}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* One button, which keeps the focus: a cut text is shown whole before it can be confirmed. */}
        <Button aria-disabled={!isReady || undefined} onClick={(event) => press(event.currentTarget)}>
          {isCut ? m.announcements_show_all() : m.announcements_got_it()}
        </Button>
        {more && (
          <Link href={more.href} className={buttonLook('quiet')}>
            {m.announcements_more({ count: more.count })}
          </Link>
        )}
      </div>
    </section>
  )
}

/** Whether what is shown has been there for a moment. What is there at first counts at once. */
function useGuard(shown: string): boolean {
  const [ready, setReady] = useState(shown)
  useEffect(() => {
    if (ready === shown) return
    const timer = setTimeout(() => setReady(shown), GUARD_MS)
    return () => clearTimeout(timer)
  }, [ready, shown])
  return ready === shown
}
