import { Megaphone } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { canAnnounce, canSeePeople } from '#domain/access.ts'
import { isAddressed, newestFirst, whyFull } from '#domain/announcements/audience.ts'
import type { Announcement } from '#domain/plan/announcements.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import {
  useAnnouncementViews,
  useMembersFailure,
  useSeenAnnouncements,
  type Viewing,
} from '#web/data/trips/announcement-views.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { listedPeople, namesInPlan, ownId } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { useFocusAfter } from '#web/trip-core/editing/use-focus-after.ts'
import { showIfLinked } from '#web/trip-core/linked-entry.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { Button } from '#web/ui/button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { AnnouncementCard } from './announcement-card.tsx'
import { fullText } from './announcement-words.ts'
import { joinedIds, namesViewers } from './needs-members.ts'
import { SeenBy } from './seen-by.tsx'
import { useNow } from './use-now.ts'

const AnnounceDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./announce-dialog.tsx'))).AnnounceDialog,
}))

/** What organizers have told the group, and who has seen it. */
export function AnnouncementsPart({ trip, failures }: TabProps) {
  const section = useSection(trip.id, 'announcements')
  const mayAnnounce = canAnnounce(trip)
  // For everybody else there is nothing here until something is announced.
  if (!section) {
    const failure = failures?.announcements
    return (
      (mayAnnounce || failure !== undefined) && <SectionState loading={m.announcements_loading()} failure={failure} />
    )
  }
  if (section.value.length === 0 && !mayAnnounce) return null
  const List = mayAnnounce ? ListForOrganizers : canSeePeople(trip) ? ListWithViews : AnnouncementList
  return <List trip={trip} section={section} />
}

interface ListProps {
  trip: Trip
  section: ShownSection<'announcements'>
}

function ListForOrganizers(props: ListProps) {
  return <ListWithViews {...props} membersFailure={useMembersFailure(props.trip.id)} />
}

/** Also tells the server what the current user sees here. */
function ListWithViews({ trip, section, membersFailure }: ListProps & { membersFailure?: string | undefined }) {
  const me = useDerived(trip, ownId)
  const ids = section.value.map(({ id }) => id)
  const views = useAnnouncementViews({ tripId: trip.id, personId: me, ids })
  const viewing = { ...views, failure: views.failure ?? membersFailure }
  const { seen, see } = useSeenAnnouncements(trip.id)
  return <AnnouncementList {...{ trip, section, viewing, seen, see }} />
}

interface AnnouncementListProps extends ListProps {
  viewing?: Viewing
  seen?: ReadonlySet<string>
  see?: (ids: readonly string[]) => void
}

function AnnouncementList({ trip, section: { value, edit }, viewing, seen, see }: AnnouncementListProps) {
  const me = useDerived(trip, ownId)
  const people = useDerived(trip, listedPeople)
  const joined = useDerived(trip, joinedIds, namesViewers)
  const nameOf = useDerived(trip, namesInPlan, namesViewers)
  const [isOpen, setIsOpen] = useState(false)
  const [undo, setUndo] = useState<Undo>()
  const heading = useFocusAfter(isOpen)
  const title = useId()
  const why = useId()
  const now = useNow()
  const mayAnnounce = canAnnounce(trip) && edit !== undefined
  const full = mayAnnounce ? whyFull(value, new Date(now).toISOString()) : undefined

  function remove(announcement: Announcement) {
    if (!edit) return
    const without = (all: Announcement[]) => all.filter(({ id }) => id !== announcement.id)
    setUndo({ text: m.announcements_removed(), undo: edit(without, 'at-once') })
  }

  return (
    <section
      id="announcements"
      ref={showIfLinked}
      tabIndex={-1}
      aria-labelledby={title}
      className="flex scroll-mt-20 flex-col gap-4 outline-none"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 ref={heading} tabIndex={-1} id={title} className="grow text-xl">
          {m.announcements_title()}
        </h2>
        {mayAnnounce && (
          <Button
            variant="quiet"
            disabled={full !== undefined}
            aria-describedby={full && why}
            onClick={() => setIsOpen(true)}
          >
            <Megaphone aria-hidden="true" className="size-5" />
            {m.announcements_add()}
          </Button>
        )}
        {full && (
          <p id={why} className="basis-full text-sm text-muted">
            {fullText(full, now)}
          </p>
        )}
      </header>
      {value.length === 0 ? (
        <p className="card p-4 text-muted">{m.announcements_empty()}</p>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {newestFirst(value).map((one) => (
            <AnnouncementCard
              key={one.id}
              announcement={one}
              author={nameOf(one.by)}
              onSeen={
                see && seen && one.by !== me && isAddressed(one, me) && !seen.has(one.id)
                  ? () => see([one.id])
                  : undefined
              }
              onRemove={mayAnnounce ? () => remove(one) : undefined}
            >
              {mayAnnounce && viewing && <SeenBy announcement={one} {...{ people, joined, nameOf }} {...viewing} />}
            </AnnouncementCard>
          ))}
        </ul>
      )}
      <Suspense>
        {mayAnnounce && isOpen && (
          <AnnounceDialog
            tripId={trip.id}
            announcements={value}
            people={people}
            joined={joined}
            me={me}
            onSend={(announcement) => void edit((all) => [...all, announcement], 'at-once')}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </section>
  )
}
