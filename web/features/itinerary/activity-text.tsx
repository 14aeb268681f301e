import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Activity } from '#domain/plan/itinerary.ts'
import { lacksHalfDay } from '#domain/today/activity-time.ts'
import { findWebAddress } from '#domain/web-address.ts'
import * as m from '#messages'
import { PlaceholderText } from '#web/trip-core/editing/placeholder.tsx'
import { PlaceLink } from '#web/trip-core/places/place-link.tsx'
import { iconLooks } from './activity-icons.ts'

interface ActivityTextProps {
  activity: Activity
  handle?: ReactNode
  /** Replaces the name, to add something next to it. */
  heading?: ReactNode
}

/** An activity, read-only, like a line of a timetable with its time on the left. Empty texts take no line. */
export function ActivityText({ activity, handle, heading }: ActivityTextProps) {
  const { label, icon: Icon } = iconLooks[activity.icon]
  const mapAddress = findWebAddress(activity.mapUrl)
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-1 p-3">
      <div className="grid grow basis-25 content-start gap-1 border-r border-dashed border-edge/60 pr-2 wrap-anywhere sm:basis-27">
        {activity.time && (
          <p data-part="time" className="tabular-nums">
            {activity.time}
          </p>
        )}
        {/* Only for people who can add it. */}
        {heading && lacksHalfDay(activity.time) && <p className="text-sm text-muted">{m.days_time_unclear()}</p>}
        {activity.duration && (
          <p data-part="duration" className="text-sm text-muted">
            {activity.duration}
          </p>
        )}
        <div className="flex min-h-7 items-center justify-between">
          <Icon role="img" aria-label={label} data-icon={activity.icon} className="size-5.5 text-action" />
          {handle}
        </div>
      </div>
      <div className="grid min-w-0 grow-999 basis-36 content-start gap-1 hyphens-auto wrap-anywhere">
        {heading ?? <p className="sign">{activity.activity}</p>}
        {activity.description && (
          <p data-part="description" className="leading-snug whitespace-pre-line">
            <PlaceholderText of="activity_description" text={activity.description} />
          </p>
        )}
        <PlaceLink placeId={activity.place_id} />
        {mapAddress ? (
          <a
            href={mapAddress}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={
              activity.activity
                ? m.days_activity_map_open_label({ activity: activity.activity })
                : m.days_activity_map_open()
            }
            className="touch inline-flex items-center gap-1.5 justify-self-start text-action underline underline-offset-4"
          >
            <ExternalLink aria-hidden="true" className="size-5" />
            {m.days_activity_map_open()}
          </a>
        ) : (
          activity.mapUrl && (
            <p data-part="mapUrl" className="text-sm text-muted">
              {activity.mapUrl}
            </p>
          )
        )}
      </div>
    </div>
  )
}
