import { type FormEvent, useId, useRef, useState } from 'react'
import type { NewTrip } from '#domain/api/trips.ts'
import { isBlank } from '#domain/text.ts'
import { MAX_TRIP_NAME, type TripType, tripTypeLabel, tripTypes } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TripDrawing } from '#web/ui/trip-drawing.tsx'

const hints = { car_trip: m.trips_type_car_hint(), air_travel: m.trips_type_air_hint() }

interface CreateTripDialogProps {
  /** Creates the trip. An error that it throws is shown, and the dialog stays open. */
  onCreate: (trip: NewTrip) => Promise<void>
  onClose: () => void
}

export function CreateTripDialog({ onCreate, onClose }: CreateTripDialogProps) {
  const [trip, setTrip] = useState<NewTrip>(() => ({ id: newId(), name: '', type: 'car_trip' }))
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const isNameless = isBlank(trip.name)

  /** A new id with each change: the trip before may have been created, with only the answer lost. */
  function change(changed: Partial<NewTrip>) {
    setTrip({ ...trip, ...changed, id: newId() })
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isNameless) {
      setFailure(m.trips_name_missing())
      field.current?.focus()
      return
    }
    setIsPending(true)
    setFailure(undefined)
    try {
      await onCreate({ ...trip, name: trip.name.trim() })
    } catch (cause) {
      setFailure((cause as Error).message || m.trips_create_failed())
      setIsPending(false)
    }
  }

  const footer = (
    <div className="flex justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        {m.common_cancel()}
      </Button>
      {/* Not `disabled`: pressing it says what is missing. */}
      <Button
        type="submit"
        form={form}
        aria-disabled={isNameless}
        busy={isPending}
        className={isNameless ? 'opacity-60' : ''}
      >
        {isPending ? m.trips_create_submitting() : m.trips_create_submit()}
      </Button>
    </div>
  )
  return (
    <Modal open onClose={onClose} title={m.trips_create_title()} footer={footer}>
      <form id={form} onSubmit={submit} className="grid gap-5">
        {failure && <ErrorBox title={m.trips_create_failed_title()} message={failure} />}
        <TextField
          ref={field}
          label={m.trips_name_label()}
          value={trip.name}
          onChange={(event) => change({ name: event.target.value })}
          maxLength={MAX_TRIP_NAME}
          autoComplete="off"
        />
        <ChoiceGroup
          legend={m.trips_type_label()}
          choices={choices}
          value={trip.type}
          onChange={(type) => change({ type })}
        />
      </form>
    </Modal>
  )
}

const choices = tripTypes.map((type: TripType) => ({
  value: type,
  label: tripTypeLabel(type),
  hint: hints[type],
  picture: (
    <div data-trip={type}>
      <TripDrawing type={type} className="h-20 w-full" />
    </div>
  ),
}))
