import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { listViewers } from '#domain/announcements/viewers.ts'
import type { Announcement } from '#domain/plan/announcements.ts'
import type { Party } from '#domain/plan/people.ts'
import * as m from '#messages'
import type { Viewing } from '#web/data/trips/announcement-views.ts'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { momentOf } from '#web/ui/moment-of.ts'
import { timeOf } from './announcement-words.ts'

interface SeenByProps extends Viewing {
  announcement: Announcement
  people: readonly Party[]
  /** The ids of all who have joined; undefined until they are known. */
  joined: ReadonlySet<string> | undefined
  nameOf: NameOf
}

/** For organizers: how many have seen an announcement; opened, who has and who has not. */
export function SeenBy({ announcement, people, joined, views, asOf, failure, nameOf }: SeenByProps) {
  const [isOpen, setIsOpen] = useState(false)
  const content = useId()
  // As high as the button that follows, so that nothing moves when it is known.
  if (!joined || !views) return <p className="flex min-h-11 items-center text-sm text-muted">{failure}</p>
  const { seen, unseen, unreachable } = listViewers(announcement, people, joined, views)
  const viewer = ({ id, at }: { id: string; at: string }) =>
    m.announcements_viewer({ name: nameOf(id), when: momentOf(at) })
  return (
    <div className="grid grid-cols-1">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={() => setIsOpen(!isOpen)}
        className="sign touch -ml-2 inline-flex items-center gap-1 justify-self-start rounded-md px-2 text-left text-sm text-action hover:bg-action-soft"
      >
        {countText({ seen: seen.length, count: seen.length + unseen.length }, asOf)}
        <ChevronDown
          aria-hidden="true"
          className={`size-5 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={content} hidden={!isOpen} className="pt-1 text-sm">
        {isOpen && (
          <div className="grid grid-cols-1 gap-3">
            <Names title={m.announcements_unseen_title()} names={unseen.map((id) => [id, nameOf(id)])} />
            <Names title={m.announcements_seen_title()} names={seen.map((one) => [one.id, viewer(one)])} />
            <Names title={m.announcements_unreachable_title()} names={unreachable.map((id) => [id, nameOf(id)])} />
          </div>
        )}
      </div>
    </div>
  )
}

function countText(counts: { seen: number; count: number }, asOf: number | undefined): string {
  if (asOf !== undefined) return m.announcements_seen_as_of({ ...counts, time: timeOf(asOf) })
  return counts.count === 0 ? m.announcements_seen_by_none() : m.announcements_seen_by(counts)
}

function Names({ title, names }: { title: string; names: readonly (readonly [id: string, name: string])[] }) {
  if (names.length === 0) return null
  return (
    <div>
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="wrap-anywhere">
        {names.map(([id, name]) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </div>
  )
}
