import { type FormEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { canManagePeople } from '#domain/access.ts'
import type { TripCopy } from '#domain/api/trip-life.ts'
import { trimmed } from '#domain/text.ts'
import { MAX_TRIP_NAME } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { useCopying } from '#web/data/trips/trip-life.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useIsMounted } from '#web/ui/use-is-mounted.ts'
import type { TripDialogProps } from './dialog.ts'

const SUFFIX_LENGTH = m.trips_duplicate_name({ name: '' }).length

/** Duplicates a trip and opens the copy, unless the dialog was closed meanwhile. */
export function CopyDialog({ trip, onClose }: TripDialogProps) {
  const form = useId()
  const [, navigate] = useLocation()
  const [copy, setCopy] = useState<TripCopy>(() => ({
    id: newId(),
    name: m.trips_duplicate_name({ name: trip.name.slice(0, MAX_TRIP_NAME - SUFFIX_LENGTH) }),
    with_people: false,
    with_ticks: false,
    with_duties: true,
    with_rides: true,
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
    const name = trimmed(copy.name)
    setMissing(name === '')
    if (name !== '' && !isPending) send({ ...copy, name })
  }

  const footer = (
    <FormFooter
      form={form}
      submit={isPending ? m.trips_duplicate_submitting() : m.trips_duplicate_submit()}
      busy={isPending}
      onCancel={onClose}
    />
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={m.trips_duplicate_title()}
      description={m.trips_duplicate_what()}
      footer={footer}
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        {error !== undefined && <ErrorBox message={error} />}
        <TextField
          label={m.trips_name_label()}
          value={copy.name}
          onChange={({ target }) => change({ name: target.value })}
          error={isMissing ? m.trips_name_missing() : undefined}
          maxLength={MAX_TRIP_NAME}
          autoComplete="off"
        />
        {canManagePeople(trip) && (
          <Switch checked={copy.with_people} onChange={(with_people) => change({ with_people })}>
            <span className="block">{m.trips_duplicate_people()}</span>
            <span className="block text-sm text-muted">{m.trips_duplicate_people_hint()}</span>
          </Switch>
        )}
        <Switch checked={copy.with_ticks} onChange={(with_ticks) => change({ with_ticks })}>
          <span className="block">{m.trips_duplicate_keep_ticks()}</span>
          <span className="block text-sm text-muted">{m.trips_duplicate_keep_ticks_hint()}</span>
        </Switch>
        <Switch checked={copy.with_duties ?? true} onChange={(with_duties) => change({ with_duties })}>
          <span className="block">{m.trips_duplicate_duties()}</span>
          <span className="block text-sm text-muted">{m.trips_duplicate_duties_hint()}</span>
        </Switch>
        <Switch checked={copy.with_rides ?? true} onChange={(with_rides) => change({ with_rides })}>
          <span className="block">{m.trips_duplicate_rides()}</span>
          <span className="block text-sm text-muted">{m.trips_duplicate_rides_hint()}</span>
        </Switch>
      </form>
    </Modal>
  )
}
