import { useState } from 'react'
import { cityOf } from '#domain/places/time-zone-text.ts'
import { isTimeZone } from '#domain/today/clock.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { deviceZone } from '#web/browser/device-zone.ts'
import { useTripZone } from '#web/trip-core/places/use-trip-zone.ts'
import { Field, fieldLook } from '#web/ui/field.tsx'

interface ZoneFieldProps {
  trip: Trip
  label: string
  value: string
  onChange: (zone: string) => void
}

/** The time zone of a departure or an arrival, where no airport says it. */
export function ZoneField({ trip, label, value, onChange }: ZoneFieldProps) {
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone'))
  const tripZone = useTripZone(trip.id)
  const near = [...new Set([value, tripZone, deviceZone()])].filter(Boolean)
  const optionsOf = (names: readonly string[]) =>
    names.map((name) => (
      <option key={name} value={name}>
        {name.replaceAll('_', ' ')}
      </option>
    ))
  return (
    <Field label={label}>
      {(wiring) => (
        <select {...wiring} value={value} onChange={({ target }) => onChange(target.value)} className={fieldLook}>
          <option value="">{m.tickets_zone_none()}</option>
          <optgroup label={m.tickets_zones_near()}>{optionsOf(near)}</optgroup>
          <optgroup label={m.tickets_zones_all()}>{optionsOf(zones.filter((name) => !near.includes(name)))}</optgroup>
        </select>
      )}
    </Field>
  )
}

/** 'Toronto time'; undefined for a zone that is not known. */
export function zoneWords(zone: string): string | undefined {
  if (zone === '' || !isTimeZone(zone)) return undefined
  return m.timeline_zone({ city: cityOf(zone) })
}
