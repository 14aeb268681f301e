import { type FormEvent, useId, useRef, useState } from 'react'
import type { NewTrip } from '#domain/api/trips.ts'
import { MAX_TRIP_NAME, type TripType, tripTypeLabels, tripTypes } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TripDrawing } from '#web/ui/trip-drawing.tsx'

const NO_NAME = 'Please enter a trip name'
const FALLBACK = 'Failed to create trip. Please try again.'
const hints = { car_trip: 'Camping and the open road', air_travel: 'Flights and the days between' }

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
  const isBlank = trip.name.trim() === ''

  /** A new id with each change: the trip before may have been created, with only the answer lost. */
  function change(changed: Partial<NewTrip>) {
    setTrip({ ...trip, ...changed, id: newId() })
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBlank) {
      setFailure(NO_NAME)
      field.current?.focus()
      return
    }
    setIsPending(true)
    setFailure(undefined)
    try {
      await onCreate({ ...trip, name: trip.name.trim() })
    } catch (cause) {
      setFailure((cause as Error).message || FALLBACK)
      setIsPending(false)
    }
  }

  const footer = (
    <div className="flex justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      {/* Not `disabled`: pressing it says what is missing. */}
      <Button
        type="submit"
        form={form}
        aria-disabled={isBlank}
        busy={isPending}
        className={isBlank ? 'opacity-60' : ''}
      >
        {isPending ? 'Creating...' : 'Create Trip'}
      </Button>
    </div>
  )
  return (
    <Modal open onClose={onClose} title="Create New Trip" footer={footer}>
      <form id={form} onSubmit={submit} className="grid gap-5">
        {failure && <ErrorBox title="Error Creating Trip" message={failure} />}
        <TextField
          ref={field}
          label="Trip Name"
          value={trip.name}
          onChange={(event) => change({ name: event.target.value })}
          maxLength={MAX_TRIP_NAME}
          autoComplete="off"
        />
        <ChoiceGroup legend="Trip Type" choices={choices} value={trip.type} onChange={(type) => change({ type })} />
      </form>
    </Modal>
  )
}

const choices = tripTypes.map((type: TripType) => ({
  value: type,
  label: tripTypeLabels[type],
  hint: hints[type],
  picture: (
    <div data-trip={type}>
      <TripDrawing type={type} className="h-20 w-full" />
    </div>
  ),
}))
