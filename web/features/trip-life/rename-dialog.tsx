import { type FormEvent, useId, useState } from 'react'
import { isBlank } from '#domain/text.ts'
import { MAX_TRIP_NAME } from '#domain/trip.ts'
import * as m from '#messages'
import { useRenaming } from '#web/data/trips/trip-life.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { TripDialogProps } from './dialog.ts'

export function RenameDialog({ trip, onClose }: TripDialogProps) {
  const form = useId()
  const [name, setName] = useState(trip.name)
  const [isMissing, setMissing] = useState(false)
  const { send, isPending, error } = useRenaming(trip.id, onClose)

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(isBlank(name))
    if (name.trim() === trip.name) onClose()
    else if (!isBlank(name)) send(name.trim())
  }

  const footer = (
    <div className="flex justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        {m.common_cancel()}
      </Button>
      <Button type="submit" form={form} busy={isPending}>
        {isPending ? m.common_saving() : m.common_save()}
      </Button>
    </div>
  )
  return (
    <Modal open onClose={onClose} title={m.trips_rename_title()} footer={footer}>
      <form id={form} onSubmit={submit} className="grid gap-5">
        {error !== undefined && <ErrorBox message={error} />}
        <TextField
          label={m.trips_name_label()}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onFocus={({ target }) => target.select()}
          error={isMissing ? m.trips_name_missing() : undefined}
          maxLength={MAX_TRIP_NAME}
          autoComplete="off"
        />
      </form>
    </Modal>
  )
}
