import { ExternalLink } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { type Activity, MAX_ACTIVITY_TEXT } from '#domain/plan/itinerary.ts'
import { completeAddress, findWebAddress } from '#domain/web-address.ts'
import * as m from '#messages'
import { placeholderField } from '#web/trip-core/editing/placeholder.tsx'
import { PlaceField } from '#web/trip-core/places/place-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ActivityIconMenu } from './activity-icon-menu.tsx'

interface ActivityFieldsProps {
  activity: Activity
  handle: ReactNode
  onChange: (changed: Partial<Activity>, when?: 'at-once') => void
  remove: ReactNode
  onDone: () => void
}

type TextName = 'time' | 'activity' | 'description' | 'duration' | 'mapUrl'

/** A field without a box, underlined like a line of the card. */
const onTheLine =
  'gap-0! *:[input,textarea]:rounded-b-none *:[input,textarea]:border-transparent *:[input,textarea]:border-b-line *:[input,textarea]:bg-transparent *:[input,textarea]:px-1.5'
const wraps = `${onTheLine} *:[textarea]:resize-none`

/** The fields of an activity, at the positions of its texts. */
export function ActivityFields({ activity, handle, remove, onChange, onDone }: ActivityFieldsProps) {
  const text = (name: TextName, label: string) => ({
    label,
    'data-part': name,
    hideLabel: true,
    placeholder: label,
    value: activity[name],
    maxLength: MAX_ACTIVITY_TEXT,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  /** A text without line breaks that wraps over as many rows as it needs. */
  const oneLine = (name: TextName, label: string) => ({
    ...text(name, label),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
    },
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value.replaceAll('\n', ' ') }),
  })
  const mapAddress = findWebAddress(activity.mapUrl)
  return (
    <div className="flex flex-wrap gap-x-2 p-2">
      <div className="grid min-w-0 grow basis-25 content-start border-r border-dashed border-edge/60 pr-2 sm:basis-27">
        <TextField className={`${onTheLine} sign`} {...text('time', m.common_time_label())} />
        <TextArea
          className={`${wraps} *:[textarea]:text-muted`}
          {...oneLine('duration', m.days_activity_duration_label())}
        />
        <div className="flex items-center justify-between pt-1">
          <ActivityIconMenu
            icon={activity.icon}
            name={activity.activity}
            onPick={(icon) => onChange({ icon }, 'at-once')}
          />
          {handle}
        </div>
      </div>
      <div className="grid min-w-0 grow-999 basis-36 content-start">
        <TextArea
          className={`${wraps} *:[textarea]:sign`}
          data-added={activity.id}
          {...oneLine('activity', m.days_activity_label())}
          {...placeholderField('activity', activity.activity)}
        />
        <TextArea
          className={`${wraps} *:[textarea]:leading-snug`}
          {...text('description', m.common_description_label())}
          {...placeholderField('activity_description', activity.description)}
        />
        <div className="flex items-center pt-1">
          <TextField
            type="url"
            inputMode="url"
            className={`${onTheLine} min-w-0 grow`}
            {...text('mapUrl', m.days_activity_map_url_label())}
            onBlur={({ target }) => {
              const address = completeAddress(target.value, MAX_ACTIVITY_TEXT)
              if (address !== target.value) onChange({ mapUrl: address })
            }}
          />
          {mapAddress && (
            <a
              href={mapAddress}
              target="_blank"
              rel="noopener noreferrer"
              title={m.days_activity_map_open()}
              aria-label={
                activity.activity
                  ? m.days_activity_map_open_label({ activity: activity.activity })
                  : m.days_activity_map_open()
              }
              className="touch inline-grid shrink-0 place-items-center rounded-md text-action hover:bg-action-soft"
            >
              <ExternalLink aria-hidden="true" className="size-5.5" />
            </a>
          )}
        </div>
        <PlaceField
          className="px-1.5 pt-1"
          value={activity.place_id}
          onChange={(place_id) => onChange({ place_id }, 'at-once')}
        />
        <div className="flex items-center justify-end gap-1 pt-1">
          <Button variant="quiet" onClick={onDone}>
            {m.common_done()}
          </Button>
          {remove}
        </div>
      </div>
    </div>
  )
}
