import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Details, type Distance, MAX_DETAIL_TEXT } from '#domain/plan/details.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import type { ShownSection } from '#web/data/trips/use-section.ts'
import { IconButton, seenInUse } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { addLook, pressLook, useDetailInPlace } from './detail-row.tsx'

interface DistanceListProps {
  distances: Distance[]
  edit: ShownSection<'details'>['edit']
}

/** Distances to the destination. A new row is open and gets the focus. */
export function DistanceList({ distances, edit }: DistanceListProps) {
  const [added, setAdded] = useState('')
  const change = (map: (rows: Distance[]) => Distance[]) =>
    edit?.((details: Details) => ({ ...details, car_trip_distances: map(details.car_trip_distances) }))

  function add() {
    const id = newId()
    setAdded(id)
    change((rows) => [...rows, { id, place: '', distance: '' }])
  }

  if (!edit)
    return (
      distances.length > 0 && (
        <div className="col-span-full">
          <dt className="text-sm text-muted">{m.details_distances()}</dt>
          <dd>
            <ul>
              {distances.map(({ id, place, distance }) => (
                <li key={id} className="flex flex-wrap justify-between gap-x-4 wrap-anywhere">
                  <span>{place}</span>
                  <span className="tabular-nums">{distance}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )
    )
  return (
    <fieldset className="col-span-full min-w-0">
      <legend className={distances.length > 0 ? 'text-sm text-muted' : 'sr-only'}>{m.details_distances()}</legend>
      {distances.length > 0 && (
        <ul>
          {distances.map((row, index) => (
            <DistanceRow
              key={row.id}
              row={row}
              number={index + 1}
              isAdded={row.id === added}
              onChange={(changed) =>
                change((rows) => rows.map((other) => (other.id === row.id ? { ...other, ...changed } : other)))
              }
              onRemove={() => change((rows) => rows.filter(({ id }) => id !== row.id))}
            />
          ))}
        </ul>
      )}
      <button type="button" onClick={add} className={addLook}>
        <Plus aria-hidden="true" className="size-5 shrink-0" />
        {m.details_distance_add()}
      </button>
    </fieldset>
  )
}

interface DistanceRowProps {
  row: Distance
  number: number
  isAdded: boolean
  onChange: (changed: Partial<Distance>) => void
  onRemove: () => void
}

function DistanceRow({ row: { place, distance }, number, isAdded, onChange, onRemove }: DistanceRowProps) {
  const { isOpen, wiring } = useDetailInPlace(isAdded)
  const item = wiring.ref
  useEffect(() => {
    if (isAdded) item.current?.querySelector('input')?.focus()
  }, [isAdded, item])
  const field = (label: string, name: 'place' | 'distance', value: string, placeholder: string) => (
    <TextField
      label={label}
      hideLabel
      data-part={name}
      className={name === 'distance' ? 'max-sm:col-span-2 max-sm:row-start-2' : ''}
      placeholder={placeholder}
      value={value}
      maxLength={MAX_DETAIL_TEXT}
      autoComplete="off"
      enterKeyHint="next"
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  )
  return (
    <li>
      <div {...wiring} className="group flex items-start outline-none">
        {isOpen ? (
          <div className="grid grow gap-2 sm:grid-cols-2">
            {field(m.details_distance_place_number({ number }), 'place', place, m.details_distance_place_example())}
            {field(m.details_distance_number({ number }), 'distance', distance, m.details_distance_example())}
          </div>
        ) : (
          <button type="button" data-opens data-part="place" className={`touch grow ${pressLook}`}>
            <span className="sr-only">{m.details_distance_number({ number })}</span>
            <span className="flex flex-wrap justify-between gap-x-4 wrap-anywhere">
              <span className={place ? '' : 'text-muted'}>{place || m.details_distance_place_example()}</span>
              <span data-part="distance" className={`tabular-nums ${distance ? '' : 'text-muted'}`}>
                {distance || m.details_distance_example()}
              </span>
            </span>
          </button>
        )}
        <IconButton
          icon={Trash2}
          label={
            place
              ? m.details_distance_remove_named_label({ number, place })
              : m.details_distance_remove_label({ number })
          }
          title={m.common_remove()}
          className={`-mr-2 ${isOpen ? '' : seenInUse}`}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}
