import { type FormEvent, useId, useState } from 'react'
import { Link } from 'wouter'
import { nameOfUser } from '#domain/person.ts'
import { usePeople } from '#web/data/trips/people.ts'
import { useHandingOver } from '#web/data/trips/trip-life.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { LoadingPlace } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import type { TripDialogProps } from './dialog.ts'

/** Transfers a trip to another person who plans it and has an account. */
export function TransferOwnershipDialog({ trip, onClose }: TripDialogProps) {
  const form = useId()
  const people = usePeople(trip.id)
  const [chosen, setChosen] = useState<string>()
  const { send, isPending, error } = useHandingOver(trip.id, onClose)
  const others = people.current?.people.filter((person) => person.role !== 'owner' && person.can_own)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen !== undefined) send(chosen)
  }

  const footer = (
    <div className="flex justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      {others && others.length > 0 && (
        <Button type="submit" form={form} busy={isPending} disabled={chosen === undefined}>
          {isPending ? 'Handing over...' : 'Hand over'}
        </Button>
      )}
    </div>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title="Hand Over"
      description={`Someone else becomes the owner of ${trip.name}. You stay an organizer.`}
      footer={footer}
    >
      {(error ?? people.error) !== undefined && <ErrorBox message={(error ?? people.error) as string} />}
      {!others && people.error === undefined && <LoadingPlace text="Loading..." />}
      {others?.length === 0 && (
        <p>
          No one else with an account is on this trip yet.{' '}
          <Link href={`/trip/${trip.id}/group`} onClick={onClose} className="text-action underline underline-offset-4">
            Invite somebody
          </Link>{' '}
          first. Guests can create an account first.
        </p>
      )}
      {others && others.length > 0 && (
        <form id={form} onSubmit={submit}>
          <fieldset>
            <legend className="mb-1.5 text-sm font-semibold">New owner</legend>
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
