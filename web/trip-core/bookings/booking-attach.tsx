import { useState } from 'react'
import type { TravelDocument } from '#domain/documents.ts'
import type { BookingFile, Passenger } from '#domain/plan/booking.ts'
import * as m from '#messages'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { documentIcon } from '../document-icon.ts'
import { documentName } from './booking-files.tsx'
import { type BookingNames, ownFirst } from './booking-names.ts'

interface BookingAttachProps {
  /** The documents that are not attached yet. */
  documents: readonly TravelDocument[]
  passengers: readonly Passenger[]
  names: BookingNames
  onAttach: (file: BookingFile, document: TravelDocument) => void
  onClose: () => void
}

/** Chooses a document of the trip for a booking: for everyone, or for one passenger. */
export function BookingAttach({ documents, passengers, names, onAttach, onClose }: BookingAttachProps) {
  const [passengerId, setPassengerId] = useState('')
  return (
    <Modal
      open
      isForReading
      onClose={onClose}
      title={m.passes_attach()}
      description={m.passes_attach_what()}
      closeLabel={m.common_close()}
    >
      <div className="grid grid-cols-1 gap-4">
        {passengers.length > 1 && (
          <Field label={m.passes_attach_for()}>
            {(wiring) => (
              <select
                {...wiring}
                value={passengerId}
                onChange={({ target }) => setPassengerId(target.value)}
                className={fieldLook}
              >
                <option value="">{m.passes_attach_for_all()}</option>
                {ownFirst(passengers, names.me).map((passenger) => (
                  <option key={passenger.id} value={passenger.id}>
                    {names.nameOf(passenger)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <ul aria-label={m.passes_files()} className="grid grid-cols-1 gap-2">
          {documents.map((document) => {
            const Icon = documentIcon(document)
            return (
              <li key={document.id} className="max-w-none">
                <button
                  type="button"
                  onClick={() => onAttach({ id: document.id, passenger_id: passengerId }, document)}
                  className="touch flex w-full items-center gap-3 rounded-md border border-edge bg-raised px-3 py-2 text-left transition-colors hover:border-action hover:bg-action-soft"
                >
                  <Icon aria-hidden="true" className="size-5.5 shrink-0 text-accent" />
                  <span className="min-w-0 wrap-anywhere">{documentName(document)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </Modal>
  )
}
