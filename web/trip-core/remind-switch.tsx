import type { ReactNode } from 'react'
import { canBeTold, canRemind } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { useNoticeChoices } from '#web/data/trips/notice-settings.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { WhenNear } from '#web/ui/when-near.tsx'

/**
 * For organizers: whether people who haven't answered are reminded. It has its place from the start, but is not shown
 * as long as nobody knows whether it is on.
 */
export function RemindSwitch({ trip }: { trip: Trip }) {
  const user = useUser()
  if (!canRemind(trip) || !canBeTold(user, trip)) return null
  return (
    <WhenNear room={<Row className="invisible" />}>
      <Reminding tripId={trip.id} />
    </WhenNear>
  )
}

function Reminding({ tripId }: { tripId: string }) {
  const { data, reminding } = useNoticeChoices(tripId)
  const isOnline = useIsOnline()
  return (
    <Row
      className={data ? '' : 'invisible'}
      isOn={data !== undefined && data.reminds_since !== null}
      busy={reminding.isPending}
      isOffline={!isOnline}
      onChange={reminding.send}
    >
      {reminding.error && <ErrorBox message={m.notices_not_saved()} />}
    </Row>
  )
}

interface RowProps {
  className: string
  isOn?: boolean
  busy?: boolean
  isOffline?: boolean
  onChange?: (isOn: boolean) => void
  children?: ReactNode
}

function Row({ className, isOn = false, busy = false, isOffline = false, onChange, children }: RowProps) {
  return (
    <div className={`print:hidden ${className}`}>
      <fieldset disabled={isOffline} className="min-w-0">
        <Switch checked={isOn} {...{ busy }} onChange={(turnedOn) => onChange?.(turnedOn)}>
          <span className="font-semibold">{m.notices_remind()}</span>
          {/* Both in one place, so that nothing moves when the network goes. */}
          <span className="grid grid-cols-1 text-sm text-muted *:[grid-area:1/1]">
            <span className={isOffline ? 'invisible' : ''}>{m.notices_remind_hint()}</span>
            {isOffline && <span>{m.notices_remind_offline()}</span>}
          </span>
        </Switch>
      </fieldset>
      {children}
    </div>
  )
}
