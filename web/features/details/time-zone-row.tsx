import { useState } from 'react'
import type { LocalDate } from '#domain/local-date.ts'
import { cityOf } from '#domain/places/time-zone-text.ts'
import { instantIn, isTimeZone } from '#domain/today/clock.ts'
import * as m from '#messages'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { DetailRow } from './detail-row.tsx'

interface TimeZoneRowProps {
  /** The zone that somebody chose; '' for none. */
  chosen: string
  /** The trip's zone: that one, or the destination's; '' for that of each device. */
  zone: string
  /** On which the offset is shown: it may be another one in summer. */
  date: LocalDate
  /** Undefined for people who cannot edit it. */
  onChange: ((zone: string) => void) | undefined
}

/** In which zone the times of the plan are. Without one, each device shows its own. */
export function TimeZoneRow({ chosen, zone, date, onChange }: TimeZoneRowProps) {
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone'))
  const offered = chosen === '' || zones.includes(chosen) ? zones : [chosen, ...zones]
  const text = zone && zoneText(zone, date)
  return (
    <DetailRow label={m.places_zone()} add={m.places_zone_add()} text={text} isForm={false}>
      {onChange && (
        <Field label={m.places_zone()} hint={m.places_zone_hint()}>
          {(wiring) => (
            <select {...wiring} value={chosen} onChange={({ target }) => onChange(target.value)} className={fieldLook}>
              <option value="">
                {chosen === '' && text ? m.places_zone_destination({ zone: text }) : m.places_zone_none()}
              </option>
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

/** 'Toronto (GMT-4)', as it is on a day. */
function zoneText(zone: string, date: LocalDate): string {
  const city = cityOf(zone)
  if (!isTimeZone(zone)) return city
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, timeZoneName: 'shortOffset' })
  const parts = format.formatToParts(instantIn(zone, date, 12 * 60))
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value
  return offset ? m.places_zone_text({ city, offset }) : city
}
