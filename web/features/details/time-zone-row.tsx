import { useState } from 'react'
import { isTimeZone } from '#domain/today/clock.ts'
import * as m from '#messages'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { DetailRow } from './detail-row.tsx'

interface TimeZoneRowProps {
  /** '' while nobody knows it. */
  zone: string
  /** Undefined for people who cannot edit it. */
  onChange: ((zone: string) => void) | undefined
}

/** In which zone the times of the plan are. Without one, each device shows its own. */
export function TimeZoneRow({ zone, onChange }: TimeZoneRowProps) {
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone'))
  const offered = zone === '' || zones.includes(zone) ? zones : [zone, ...zones]
  return (
    <DetailRow label={m.places_zone()} add={m.places_zone_add()} text={zone && zoneText(zone)} isForm={false}>
      {onChange && (
        <Field label={m.places_zone()} hint={m.places_zone_hint()}>
          {(wiring) => (
            <select {...wiring} value={zone} onChange={({ target }) => onChange(target.value)} className={fieldLook}>
              <option value="">{m.places_zone_device()}</option>
              {offered.map((name) => (
                <option key={name} value={name}>
                  {name.replaceAll('_', ' ')}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </DetailRow>
  )
}

/** 'Toronto (GMT-4)', now. */
function zoneText(zone: string): string {
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  if (!isTimeZone(zone)) return city
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value
  return offset ? m.places_zone_text({ city, offset }) : city
}
