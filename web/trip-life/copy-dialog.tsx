import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { canManagePeople } from '#domain/access.ts'
import type { TripCopy } from '#domain/api/trip-life.ts'
import { MAX_TRIP_NAME } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { useCopying } from '#web/data/trips/trip-life.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { TripDialogProps } from './dialog.ts'
import { NO_NAME } from './rename-dialog.tsx'

const END = ' (copy)'

/** Makes a new trip of one's own with the plan of another one, and goes there, unless the person has turned away meanwhile. */
export function CopyDialog({ trip, onClose }: TripDialogProps) {
  const form = useId()
  const [, navigate] = useLocation()
  const [wish, setWish] = useState<TripCopy>(() => ({
    id: newId(),
    name: trip.name.slice(0, MAX_TRIP_NAME - END.length) + END,
    with_people: false,
    with_ticks: false,
  }))
  const [isMissing, setMissing] = useState(false)
  const isThere = useIsThere()
  const { send, isPending, error } = useCopying(trip.id, ({ id }) => {
    // Whoever has cancelled stays where they are; the copy that was made stands in their list.
    if (!isThere.current) return
    onClose()
    navigate(`/trip/${id}`)
  })
  /** Another wish is another trip, in case the one before was made and only its answer was lost. */
  const change = (changed: Partial<TripCopy>) => setWish({ ...wish, ...changed, id: newId() })

  function submit(event: FormEvent) {
    event.preventDefault()
    const name = wish.name.trim()
    setMissing(name === '')
    if (name !== '' && !isPending) send({ ...wish, name })
  }

  const footer = (
    <div className="flex justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={form} busy={isPending}>
        {isPending ? 'Duplicating...' : 'Duplicate'}
      </Button>
    </div>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title="Duplicate Trip"
      description="A new trip with this plan’s notes, meals, itinerary and packing list. Dates, tickets, documents and contacts aren’t copied."
      footer={footer}
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        {error !== undefined && <ErrorBox message={error} />}
        <TextField
          label="Trip Name"
          value={wish.name}
          onChange={({ target }) => change({ name: target.value })}
          error={isMissing ? NO_NAME : undefined}
          maxLength={MAX_TRIP_NAME}
          autoComplete="off"
        />
        {canManagePeople(trip) && (
          <Switch checked={wish.with_people} onChange={(with_people) => change({ with_people })}>
            <span className="block">Include people</span>
            <span className="block text-sm text-muted">
              Copies names and diets. Everyone confirms again whether they’re coming.
            </span>
          </Switch>
        )}
        <Switch checked={wish.with_ticks} onChange={(with_ticks) => change({ with_ticks })}>
          <span className="block">Keep ticks</span>
          <span className="block text-sm text-muted">Otherwise everything starts unticked.</span>
        </Switch>
      </form>
    </Modal>
  )
}

/** Whether what asks is still on the page, for an answer that comes later. */
function useIsThere() {
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return isThere
}
