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

const SUFFIX = ' (copy)'

/** Duplicates a trip and opens the copy, unless the dialog was closed meanwhile. */
export function CopyDialog({ trip, onClose }: TripDialogProps) {
  const form = useId()
  const [, navigate] = useLocation()
  const [copy, setCopy] = useState<TripCopy>(() => ({
    id: newId(),
    name: trip.name.slice(0, MAX_TRIP_NAME - SUFFIX.length) + SUFFIX,
    with_people: false,
    with_ticks: false,
  }))
  const [isMissing, setMissing] = useState(false)
  const isMounted = useIsMounted()
  const { send, isPending, error } = useCopying(trip.id, ({ id }) => {
    // After cancelling, the person stays where they are; the copy appears in their list.
    if (!isMounted.current) return
    onClose()
    navigate(`/trip/${id}`)
  })
  /** A new id with each change: the copy before may have been created, with only the answer lost. */
  const change = (changed: Partial<TripCopy>) => setCopy({ ...copy, ...changed, id: newId() })

  function submit(event: FormEvent) {
    event.preventDefault()
    const name = copy.name.trim()
    setMissing(name === '')
    if (name !== '' && !isPending) send({ ...copy, name })
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
          value={copy.name}
          onChange={({ target }) => change({ name: target.value })}
          error={isMissing ? NO_NAME : undefined}
          maxLength={MAX_TRIP_NAME}
          autoComplete="off"
        />
        {canManagePeople(trip) && (
          <Switch checked={copy.with_people} onChange={(with_people) => change({ with_people })}>
            <span className="block">Include people</span>
            <span className="block text-sm text-muted">
              Copies names and diets. Everyone confirms again whether they’re coming.
            </span>
          </Switch>
        )}
        <Switch checked={copy.with_ticks} onChange={(with_ticks) => change({ with_ticks })}>
          <span className="block">Keep ticks</span>
          <span className="block text-sm text-muted">Otherwise everything starts unticked.</span>
        </Switch>
      </form>
    </Modal>
  )
}

/** Whether the component is still mounted, for an answer that arrives later. */
function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
