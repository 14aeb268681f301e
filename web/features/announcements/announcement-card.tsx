import { Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Announcement } from '#domain/plan/announcements.ts'
import { excerptOf } from '#domain/text.ts'
import * as m from '#messages'
import { watchInView } from '#web/browser/watch-in-view.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { audienceText, sentText } from './announcement-words.ts'

/** For so long the end of an announcement is on the screen before it counts as seen. */
const SEEN_MS = 1000

interface AnnouncementCardProps {
  announcement: Announcement
  author: string
  /** Called once its end was on the screen for a while; undefined if it is known to be seen. */
  onSeen: (() => void) | undefined
  onRemove: (() => void) | undefined
  children: ReactNode
}

export function AnnouncementCard({ announcement, author, onSeen, onRemove, children }: AnnouncementCardProps) {
  const { text, at } = announcement
  const end = useRef<HTMLSpanElement>(null)
  const latest = useRef(onSeen)
  useEffect(() => {
    latest.current = onSeen
  })
  const isNew = onSeen !== undefined
  useEffect(() => {
    if (isNew && end.current) return whenSeen(end.current, () => latest.current?.())
  }, [isNew])
  return (
    <li className="grid grid-cols-1 gap-2 card p-4">
      <div className="flex items-start gap-2">
        <p className="min-w-0 grow text-sm wrap-anywhere text-muted">
          <span className="font-semibold text-text">{author}</span> ·{' '}
          <time dateTime={at}>{sentText(announcement)}</time> · {audienceText(announcement)}
        </p>
        {onRemove && (
          <IconButton
            icon={Trash2}
            label={m.announcements_remove_one({ text: excerptOf(text) })}
            title={m.announcements_remove()}
            onClick={onRemove}
            className="-mt-2.5 -mr-2.5"
          />
        )}
      </div>
      <p className="whitespace-pre-line wrap-anywhere">
        {text}
        <span ref={end} />
      </p>
      {children}
    </li>
  )
}

/** Calls `onSeen` once an element was on the screen of a visible page for a second. Returns how to stop. */
function whenSeen(element: Element, onSeen: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    timer = setTimeout(() => (document.visibilityState === 'visible' ? onSeen() : wait()), SEEN_MS)
  }
  const stop = watchInView([element], (changes) => {
    clearTimeout(timer)
    if (changes.at(-1)?.isIntersecting) wait()
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
