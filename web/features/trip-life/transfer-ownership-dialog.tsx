import { type FormEvent, useId, useState } from 'react'
import { Link } from 'wouter'
import { nameOfUser } from '#domain/person.ts'
import * as m from '#messages'
import { usePeople } from '#web/data/trips/people.ts'
import { useTransferOwnership } from '#web/data/trips/trip-life.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { LoadingPlace } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { rich } from '#web/ui/rich.ts'
import type { TripDialogProps } from './dialog.ts'

/** Transfers a trip to another person who plans it and has an account. */
export function TransferOwnershipDialog({ trip, onClose }: TripDialogProps) {
  const form = useId()
  const people = usePeople(trip.id)
  const [chosen, setChosen] = useState<string>()
  const { send, isPending, error } = useTransferOwnership(trip.id, onClose)
  const others = people.current?.people.filter((person) => person.role !== 'owner' && person.can_own)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen !== undefined) send(chosen)
  }

  const footer = (
    <div className="flex justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        {m.common_cancel()}
      </Button>
      {others && others.length > 0 && (
        <Button type="submit" form={form} busy={isPending} disabled={chosen === undefined}>
          {isPending ? m.trips_transfer_submitting() : m.trips_transfer_submit()}
        </Button>
      )}
    </div>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={m.trips_transfer_title()}
      description={m.trips_transfer_description({ name: trip.name })}
      footer={footer}
    >
      {(error ?? people.error) !== undefined && <ErrorBox message={(error ?? people.error) as string} />}
      {!others && people.error === undefined && <LoadingPlace text={m.common_loading()} />}
      {others?.length === 0 && (
        <p>
          {rich(
            m.trips_transfer_nobody({
              link: (text) => (
                <Link
                  href={`/trip/${trip.id}/group`}
                  onClick={onClose}
                  className="text-action underline underline-offset-4"
                >
                  {text}
                </Link>
              ),
            }),
          )}
        </p>
      )}
      {others && others.length > 0 && (
        <form id={form} onSubmit={submit}>
          <fieldset>
            <legend className="mb-1.5 text-sm font-semibold">{m.trips_transfer_new_owner()}</legend>
            {others.map((person) => (
              <label
                key={person.id}
                className="touch flex items-center gap-3 rounded-md px-2 has-checked:bg-action-soft has-focus-visible:outline-3 has-focus-visible:outline-focus"
              >
                <input
                  type="radio"
                  name={form}
                  value={person.id}
                  checked={chosen === person.id}
                  onChange={() => setChosen(person.id)}
                  className="size-5 shrink-0 outline-none"
                />
                <span className="min-w-0 wrap-anywhere">{nameOfUser(person)}</span>
              </label>
            ))}
          </fieldset>
        </form>
      )}
    </Modal>
  )
}
