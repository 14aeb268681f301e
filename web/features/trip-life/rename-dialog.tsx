import { type FormEvent, useId, useState } from 'react'
import { isBlank } from '#domain/text.ts'
import { MAX_TRIP_NAME } from '#domain/trip.ts'
import * as m from '#messages'
import { useRenaming } from '#web/data/trips/trip-life.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
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
    <FormFooter
      form={form}
      submit={isPending ? m.common_saving() : m.common_save()}
      busy={isPending}
      onCancel={onClose}
    />
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
