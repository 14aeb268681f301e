import { useEffect, useEffectEvent, useState } from 'react'
import { defaultQuietHours, type QuietHours } from '#domain/notices/choices.ts'
import * as m from '#messages'
import { deviceZone } from '#web/browser/device-zone.ts'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { useNoticeSettings } from '#web/data/trips/notice-settings.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Part } from './part.tsx'
import { useChannels } from './use-channels.ts'

/** When no notification comes, for all trips of the current user. */
export function QuietHoursPart() {
  const { data, saving } = useNoticeSettings()
  const channels = useChannels()
  /** The user's own times, restored if quiet hours are switched off and on again. */
  const [former, setFormer] = useState(defaultQuietHours)
  const isOnline = useIsOnline()
  // Quiet hours hold back only notifications. If loading fails, the part above says why nothing can be changed.
  if (!data || !channels?.hasPush) return null
  const { quiet } = data
  const isOn = quiet.from !== '' && quiet.until !== '' && quiet.from !== quiet.until
  const save = (change: Partial<QuietHours>) => saving.send({ quiet: { ...quiet, ...change } })
  function toggle(isWanted: boolean) {
    if (!isWanted) setFormer(quiet)
    const { from, until } = isWanted ? former : { from: '', until: '' }
    save({ from, until })
  }
  return (
    <Part title={m.notices_quiet_title()}>
      {saving.error && <ErrorBox message={m.notices_not_saved()} />}
      <fieldset disabled={!isOnline} className="grid min-w-0 grid-cols-1 gap-2">
        <Switch checked={isOn} onChange={toggle}>
          <span className="font-semibold">{m.notices_quiet_on()}</span>
          <span className="block text-sm text-muted">{m.notices_quiet_what()}</span>
        </Switch>
        {isOn && (
          <>
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
              <Time
                label={m.notices_quiet_from()}
                value={quiet.from}
                other={quiet.until}
                onSave={(from) => save({ from })}
              />
              <Time
                label={m.notices_quiet_until()}
                value={quiet.until}
                other={quiet.from}
                onSave={(until) => save({ until })}
              />
            </div>
            <Switch checked={quiet.zone !== ''} onChange={(isOwn) => save({ zone: isOwn ? deviceZone() : '' })}>
              {m.notices_quiet_own_zone()}
              <span className="block text-sm text-muted">
                {quiet.zone === '' ? m.notices_quiet_trip_zone() : quiet.zone}
              </span>
            </Switch>
          </>
        )}
      </fieldset>
    </Part>
  )
}

interface TimeProps {
  label: string
  value: string
  /** The other end. The two must differ, otherwise there is no time between them. */
  other: string
  onSave: (time: string) => void
}

/** Saves on blur, on Enter and when the page is hidden: saving while somebody types would store half-typed times. */
function Time({ label, value, other, onSave }: TimeProps) {
  const [typed, setTyped] = useState<string>()
  const [isRefused, setIsRefused] = useState(false)
  const leave = () => {
    setIsRefused(typed === other)
    if (typed === other) return
    if (typed && typed !== value) onSave(typed)
    setTyped(undefined)
  }
  const close = useEffectEvent(leave)
  useEffect(() => {
    // A phone may end a hidden page without a further event.
    const onHide = () => document.visibilityState === 'hidden' && close()
    document.addEventListener('visibilitychange', onHide)
    return () => document.removeEventListener('visibilitychange', onHide)
  }, [])
  return (
    <TextField
      type="time"
      label={label}
      value={typed ?? value}
      error={isRefused && typed === other ? m.notices_quiet_same() : undefined}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Enter' && leave()}
    />
  )
}
