import { Download } from 'lucide-react'
import { trackFilePath } from '#domain/api/track-files.ts'
import { MAX_TRACK_NAME, MAX_TRACK_NOTE, type Track } from '#domain/plan/tracks.ts'
import type { Segment } from '#domain/tracks/track-line.ts'
import { dayLabel, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { DayField } from '#web/trip-core/days/day-and-meal.tsx'
import { distanceText } from '#web/trip-core/places/distance-text.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { DoneFooter } from '#web/ui/done-footer.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TrackProfile } from './track-profile.tsx'
import { heightText, trackName } from './track-words.ts'

interface TrackDialogProps {
  tripId: string
  track: Track
  /** Undefined while it is not loaded. */
  segments: readonly Segment[] | undefined
  days: readonly number[]
  dates: TripDates
  /** These two are undefined for people who may not edit. `isTyped`: the change comes letter by letter. */
  onChange: ((change: Partial<Track>, isTyped?: boolean) => void) | undefined
  onRemove: (() => void) | undefined
  onClose: () => void
}

/** All about a track. For editors each field is saved as it is typed. */
export function TrackDialog({ tripId, track, segments, days, dates, onChange, onRemove, onClose }: TrackDialogProps) {
  const footer = <DoneFooter remove={m.tracks_remove()} onRemove={onRemove} onDone={onClose} />
  return (
    <Modal open isForReading onClose={onClose} title={trackName(track)} footer={footer}>
      <div className="grid grid-cols-1 gap-5">
        <Facts track={track} />
        {segments && track.has_elevations && <TrackProfile segments={segments} length={track.length} />}
        {onChange ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={m.tracks_name()}
              value={track.name}
              maxLength={MAX_TRACK_NAME}
              autoComplete="off"
              onChange={({ target }) => onChange({ name: target.value }, true)}
            />
            <DayField
              label={m.tracks_day()}
              none={m.tracks_day_any()}
              value={track.day}
              days={days}
              dates={dates}
              onChange={(day) => onChange({ day })}
            />
            <div className="sm:col-span-2">
              <TextArea
                label={m.tracks_note()}
                value={track.note}
                maxLength={MAX_TRACK_NOTE}
                onChange={({ target }) => onChange({ note: target.value }, true)}
              />
            </div>
          </div>
        ) : (
          <>
            {track.day > 0 && <p className="text-muted">{dayLabel(dates, track.day)}</p>}
            {track.note.trim() && <p className="whitespace-pre-line wrap-anywhere">{track.note}</p>}
          </>
        )}
        {track.source !== '' && (
          <p>
            <a
              href={trackFilePath(tripId, track.source)}
              download={track.source_name}
              className={`${buttonLook('quiet')} min-w-0`}
            >
              <Download aria-hidden="true" className="size-5" />
              <span className="min-w-0 wrap-anywhere">{m.tracks_original()}</span>
            </a>
            <span className="mt-1 block text-sm text-muted wrap-anywhere">{track.source_name}</span>
          </p>
        )}
      </div>
    </Modal>
  )
}

function Facts({ track }: { track: Track }) {
  const heights = [
    [m.tracks_ascent(), track.ascent],
    [m.tracks_descent(), track.descent],
    [m.tracks_highest(), track.highest],
    [m.tracks_lowest(), track.lowest],
  ] as const
  return (
    <div className="grid gap-1">
      <dl className="flex flex-wrap gap-x-6 gap-y-2 tabular-nums">
        <Fact name={m.tracks_length()} value={distanceText(track.length)} />
        {track.has_elevations &&
          heights.map(([name, metres]) => <Fact key={name} name={name} value={heightText(metres)} />)}
      </dl>
      {!track.has_elevations && <p className="text-sm text-muted">{m.tracks_no_elevations()}</p>}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}
