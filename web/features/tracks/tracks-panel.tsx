import { ChevronRight, Plus, Route } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useState } from 'react'
import { canAddTrack } from '#domain/access.ts'
import { daysOfTrip } from '#domain/count-attendance.ts'
import { listText } from '#domain/list-text.ts'
import type { Track } from '#domain/plan/tracks.ts'
import type { Trip } from '#domain/trip.ts'
import { dayCount, dayLabel, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { useSession } from '#web/data/session/use-session.ts'
import type { TrackLine } from '#web/data/trips/use-track-lines.ts'
import { tripDates } from '#web/trip-core/derived/people.ts'
import { section } from '#web/trip-core/derived/plan-view.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { useFocusAfter } from '#web/trip-core/editing/use-focus-after.ts'
import { Button } from '#web/ui/button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { factsOf, measuresOf, trackName } from './track-words.ts'
import type { TracksView } from './use-tracks.ts'

const AddTracksDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./add-tracks-dialog.tsx'))).AddTracksDialog,
}))
const TrackDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./track-dialog.tsx'))).TrackDialog,
}))

const noDays: Record<string, unknown> = {}

interface TracksPanelProps {
  trip: Trip
  view: TracksView
  /** The day whose tracks are shown, with those of any day; 0 for all. */
  shownDay: number
  lineOf: (track: Track) => TrackLine
  /** The id of the track that somebody has opened, here or on the map. */
  openId: string | undefined
  onOpen: (trackId: string | undefined) => void
  /** Called with the first track that this person has added. */
  onAdded: (trackId: string | undefined) => void
}

/** The tracks of a trip, beside the map that draws them. */
export function TracksPanel({ trip, view, shownDay, lineOf, openId, onOpen, onAdded }: TracksPanelProps) {
  const { tracks, edits } = view
  const { user } = useSession()
  const titleId = useId()
  const [isAdding, setIsAdding] = useState(false)
  const [undo, setUndo] = useState<Undo>()
  const open = tracks.find(({ id }) => id === openId)
  const isGone = openId !== undefined && !open
  const close = useEffectEvent(() => onOpen(undefined))
  useEffect(() => {
    // Somebody else has removed it: close it, so that it does not open again by itself if it is restored.
    if (isGone) close()
  }, [isGone])
  const heading = useFocusAfter(isAdding || open !== undefined)
  const dates = useDerived(trip, tripDates)
  const meals = useDerived(trip, section('meals')) ?? noDays
  const itinerary = useDerived(trip, section('itinerary')) ?? noDays
  const days = daysOfTrip(dayCount(dates), meals, itinerary)
  const shown = tracks.filter(({ day }) => shownDay === 0 || day === 0 || day === shownDay)
  const openLine = open && lineOf(open)
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 ref={heading} tabIndex={-1} id={titleId} className="grow text-xl">
          {m.tracks_title()}
        </h2>
        {edits && canAddTrack(user, trip) && (
          <Button variant="quiet" onClick={() => setIsAdding(true)}>
            <Plus aria-hidden="true" className="size-5 shrink-0" />
            {m.tracks_add()}
          </Button>
        )}
      </header>
      {tracks.length === 0 ? (
        edits && <p className="card p-4 text-muted">{m.tracks_empty()}</p>
      ) : shown.length === 0 ? (
        <p className="card p-4 text-muted">{m.tracks_day_empty()}</p>
      ) : (
        <ul className="card px-4 py-2">
          {shown.map((track) => (
            <TrackRow
              key={track.id}
              {...{ track, dates }}
              isMissing={lineOf(track) === 'missing'}
              onOpen={() => onOpen(track.id)}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {isAdding && edits && (
          <AddTracksDialog
            tripId={trip.id}
            add={edits.add}
            onAdded={(added, places, undo) => {
              setUndo({ text: addedText(added, places.length), undo })
              onAdded(added[0]?.id)
            }}
            onClose={() => setIsAdding(false)}
          />
        )}
        {open && (
          <TrackDialog
            tripId={trip.id}
            track={open}
            segments={typeof openLine === 'object' ? openLine : undefined}
            {...{ days, dates }}
            onChange={edits && ((change, isTyped) => edits.change(open.id, change, isTyped))}
            onRemove={
              edits &&
              (() => {
                setUndo({ text: m.common_removed({ name: trackName(open) }), undo: edits.remove(open.id) })
                onOpen(undefined)
              })
            }
            onClose={() => onOpen(undefined)}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </section>
  )
}

/** 'Added Ridge trail and 2 places'. */
function addedText([first, ...others]: readonly Track[], places: number): string {
  const parts = [
    first && m.tracks_added_tracks({ count: others.length + 1, track: trackName(first) }),
    places > 0 && m.tracks_added_places({ count: places }),
  ]
  return m.tracks_added({ what: listText(parts.filter((part) => typeof part === 'string')) })
}

interface TrackRowProps {
  track: Track
  dates: TripDates
  isMissing: boolean
  onOpen: () => void
}

function TrackRow({ track, dates, isMissing, onOpen }: TrackRowProps) {
  const factsId = useId()
  const facts = [factsOf(measuresOf(track)), track.day > 0 ? dayLabel(dates, track.day) : ''].filter(Boolean)
  return (
    <li className="max-w-none border-b border-line/60 py-2 last:border-b-0">
      <button
        type="button"
        onClick={onOpen}
        aria-label={m.tracks_open({ track: trackName(track) })}
        aria-describedby={factsId}
        className="touch -mx-2 flex w-[calc(100%+1rem)] items-start gap-3 rounded-md p-2 text-left hover:bg-action-soft"
      >
        <Route aria-hidden="true" className="mt-0.5 size-5.5 shrink-0 text-accent" />
        <span className="min-w-0 grow wrap-anywhere">
          <span className="block">{trackName(track)}</span>
          <span id={factsId} className="block text-sm text-muted">
            <span className="block tabular-nums">{facts.join(' · ')}</span>
            {track.note.trim() && <span className="line-clamp-2">{track.note}</span>}
            {isMissing && <span className="block">{m.tracks_line_missing()}</span>}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      </button>
    </li>
  )
}
