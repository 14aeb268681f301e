import { Megaphone } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { canSeePeople } from '#domain/access.ts'
import { listUnseen } from '#domain/announcements/audience.ts'
import type { Announcement } from '#domain/plan/announcements.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSeenAnnouncements } from '#web/data/trips/announcement-views.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { namesInPlan, ownId } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { momentText } from './announcement-words.ts'
import { namesAuthors } from './needs-members.ts'

const none: readonly Announcement[] = []

/**
 * The newest announcement that is new to the current user. It has a place on the page only if it is there when the page
 * opens. One that arrives later covers the page's beginning instead, so that nothing moves: its parent is `relative`.
 */
export function AnnouncementNotice({ trip }: { trip: Trip }) {
  return canSeePeople(trip) && <NewAnnouncement trip={trip} />
}

function NewAnnouncement({ trip }: { trip: Trip }) {
  const me = useDerived(trip, ownId)
  const nameOf = useDerived(trip, namesInPlan, namesAuthors)
  const { seen, see } = useSeenAnnouncements(trip.id)
  const unseen = listUnseen(useSection(trip.id, 'announcements')?.value ?? none, me, seen)
  const [shownId, setShownId] = useState(unseen[0]?.id)
  const [isInPlace, setIsInPlace] = useState(unseen.length > 0)
  // Newer ones wait until this one is read.
  const shown = unseen.find(({ id }) => id === shownId) ?? unseen[0]
  if (shown?.id !== shownId) setShownId(shown?.id)
  if (!shown && isInPlace) setIsInPlace(false)
  if (!shown) return null
  const { id, at, text, by } = shown
  return (
    <section
      aria-label={m.announcements_notice_label()}
      className={`grid grid-cols-1 gap-2 card border-accent p-4 ${isInPlace ? '' : 'absolute inset-x-0 top-0 z-10 shadow-lifted'}`}
    >
      <p className="flex items-center gap-2 text-sm text-muted">
        <Megaphone aria-hidden="true" className="size-5 shrink-0 text-action" />
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold text-text">{nameOf(by)}</span> · <time dateTime={at}>{momentText(at)}</time>
        </span>
      </p>
      <CutText key={id} text={text} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button onClick={() => see([id])}>{m.announcements_got_it()}</Button>
        {unseen.length > 1 && (
          <Link href={`/trip/${trip.id}/before#announcements`} className={buttonLook('quiet')}>
            {m.announcements_more({ count: unseen.length - 1 })}
          </Link>
        )}
      </div>
    </section>
  )
}

/** A text of which the first lines are shown, with a button that shows all of it. */
function CutText({ text }: { text: string }) {
  const place = useRef<HTMLParagraphElement>(null)
  const [isWhole, setIsWhole] = useState(false)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    const element = place.current
    if (!element || isWhole) return
    const measure = () => setIsCut(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWhole])
  return (
    <>
      <p ref={place} className={`whitespace-pre-line wrap-anywhere ${isWhole ? '' : 'line-clamp-4'}`}>
        {text}
      </p>
      {isCut && !isWhole && (
        <button
          type="button"
          onClick={() => setIsWhole(true)}
          className="touch -ml-2 justify-self-start rounded-md px-2 text-sm font-semibold text-action underline underline-offset-4 hover:bg-action-soft"
        >
          {m.announcements_show_all()}
        </button>
      )}
    </>
  )
}
