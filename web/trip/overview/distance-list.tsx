import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Details, type Distance, MAX_DETAIL_TEXT } from '#domain/plan/details.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import type { EditableSection } from '#web/data/trips/use-section.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface DistanceListProps {
  distances: Distance[]
  edit: EditableSection<'details'>['edit']
}

/** Distances to the destination. A new row gets the focus. */
export function DistanceList({ distances, edit }: DistanceListProps) {
  const added = useRef<string>(undefined)
  const list = useRef<HTMLUListElement>(null)
  const change = (map: (rows: Distance[]) => Distance[]) =>
    edit((details: Details) => ({ ...details, car_trip_distances: map(details.car_trip_distances) }))

  function add() {
    const id = newId()
    added.current = id
    change((rows) => [...rows, { id, place: '', distance: '' }])
  }

  function set(id: string, changed: Partial<Distance>) {
    change((rows) => rows.map((row) => (row.id === id ? { ...row, ...changed } : row)))
  }

  useEffect(() => {
    const newest = distances.at(-1)
    if (!newest || newest.id !== added.current) return
    added.current = undefined
    list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus()
  }, [distances])

  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1.5 text-sm font-semibold">{m.details_distances()}</legend>
      {distances.length > 0 && (
        <ul ref={list} className="mb-3 grid gap-2">
          {distances.map(({ id, place, distance }, index) => (
            <li
              key={id}
              className="grid grid-cols-[1fr_auto] gap-2 max-sm:border-b max-sm:border-line max-sm:pb-3 sm:grid-cols-[1fr_1fr_auto]"
            >
              <TextField
                label={m.details_distance_place_number({ number: index + 1 })}
                hideLabel
                placeholder={m.details_distance_place_example()}
                value={place}
                maxLength={MAX_DETAIL_TEXT}
                autoComplete="off"
                onChange={({ target }) => set(id, { place: target.value })}
              />
              <TextField
                label={m.details_distance_number({ number: index + 1 })}
                hideLabel
                className="max-sm:col-span-2"
                placeholder={m.details_distance_example()}
                value={distance}
                maxLength={MAX_DETAIL_TEXT}
                autoComplete="off"
                onChange={({ target }) => set(id, { distance: target.value })}
              />
              <IconButton
                icon={Trash2}
                label={
                  place
                    ? m.details_distance_remove_named_label({ number: index + 1, place })
                    : m.details_distance_remove_label({ number: index + 1 })
                }
                title={m.common_remove()}
                className="max-sm:col-start-2 max-sm:row-start-1"
                onClick={() => change((rows) => rows.filter((row) => row.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button variant="quiet" onClick={add}>
        <Plus aria-hidden="true" className="size-5" />
        {m.details_distance_add()}
      </Button>
    </fieldset>
  )
}
