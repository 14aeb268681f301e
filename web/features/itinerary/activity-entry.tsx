import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Activity } from '#domain/plan/itinerary.ts'
import * as m from '#messages'
import { PlaceholderText } from '#web/trip-core/editing/placeholder.tsx'
import { useOpenInPlace } from '#web/trip-core/editing/use-open-in-place.ts'
import { AdoptButton, useIsSamplePart } from '#web/trip-core/sample/sample.tsx'
import { IconButton, seenInUse } from '#web/ui/icon-button.tsx'
import { ActivityFields } from './activity-fields.tsx'
import { ActivityText } from './activity-text.tsx'

interface ActivityEntryProps {
  activity: Activity
  /** Its path in the plan. */
  path: string
  handle: ReactNode
  /** Whether it was just added: its fields open at once. */
  startsOpen: boolean
  onChange: (changed: Partial<Activity>, when?: 'at-once') => void
  onRemove: () => void
}

/** An activity that can be edited: text that its fields replace when it is pressed. */
export function ActivityEntry({ activity, path, handle, startsOpen, onChange, onRemove }: ActivityEntryProps) {
  const { isOpen, close, wiring } = useOpenInPlace(startsOpen)
  const name = activity.activity
  const isSample = useIsSamplePart(path, activity)
  const remove = (look: string) => (
    <IconButton
      icon={Trash2}
      label={name ? m.common_remove_named({ name }) : m.days_activity_remove()}
      title={m.days_activity_remove()}
      className={look}
      onClick={onRemove}
    />
  )
  return (
    <div
      {...wiring}
      className={`group rounded-md outline-none ${isOpen ? '' : 'cursor-text'} ${isSample && !isOpen ? 'offered' : ''}`}
    >
      {isOpen ? (
        <ActivityFields activity={activity} handle={handle} remove={remove('')} onChange={onChange} onDone={close} />
      ) : (
        <ActivityText
          activity={activity}
          handle={handle}
          heading={
            <div className="flex items-start gap-1">
              <button
                type="button"
                data-opens
                data-part="activity"
                aria-label={name ? m.days_edit_named({ name }) : m.days_activity_edit_label()}
                className="sign -my-1 min-h-11 min-w-0 grow cursor-text rounded-md text-left"
              >
                <PlaceholderText of="activity" text={name} />
                {!name && <span className="text-muted">{m.days_activity_label()}</span>}
              </button>
              {isSample && (
                <AdoptButton
                  part={path}
                  text={m.plan_sample_use_part()}
                  label={m.plan_sample_use_named({ name: name || m.days_activity_label() })}
                />
              )}
              {/* One per activity would be the loudest thing on the page. By touch it is in the opened activity. */}
              {remove(`-my-1 -mr-1 transition-opacity group-focus-within:opacity-100 ${seenInUse}`)}
            </div>
          }
        />
      )}
    </div>
  )
}
