import { type FormEvent, useId, useState } from 'react'
import { MAX_PASSWORD } from '#domain/api/auth.ts'
import { useRemoval, useRemoving } from '#web/data/session/account.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { LoadingPlace } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useWrongField } from '#web/ui/use-wrong-field.ts'

const DESCRIPTION =
  'Your account, your trips with their history and documents, and any unsent changes on this device are deleted immediately and permanently. You may want to download your data first.'

/** The choice to delete a trip, in place of the id of its new owner. */
const DELETE_TRIP = 'goes'

/** Asks before an account is deleted: for the password, and who gets the trips that other people plan too. */
export function RemoveDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const { trips, error: notLoaded } = useRemoval()
  /** By trip id: the new owner's id, DELETE_TRIP, or nothing yet. */
  const [choices, setChoices] = useState<Record<string, string>>({})
  const { send, isPending, error } = useRemoving()
  const { form, errorOf, isAtField } = useWrongField(error)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    if (isPending || !trips) return
    const chosen = trips.map(({ id, heirs }) => ({
      trip_id: id,
      user_id: heirs.length > 0 ? choices[id] : DELETE_TRIP,
    }))
    const heirs = chosen.flatMap(({ trip_id, user_id }) =>
      user_id && user_id !== DELETE_TRIP ? [{ trip_id, user_id }] : [],
    )
    const deleted = chosen.flatMap(({ trip_id, user_id }) => (user_id === DELETE_TRIP ? [trip_id] : []))
    send({ password, heirs, goes: deleted })
  }

  const footer = (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      {trips && (
        <Button type="submit" form={id} variant="danger" busy={isPending}>
          {isPending ? 'Deleting...' : 'Delete for good'}
        </Button>
      )}
    </div>
  )
  return (
    <Modal open onClose={onClose} title="Delete your account?" description={DESCRIPTION} footer={footer}>
      {notLoaded !== undefined && <ErrorBox message={notLoaded} />}
      {!trips && notLoaded === undefined && <LoadingPlace text="Loading..." />}
      {trips && (
        <form id={id} ref={form} aria-label="Delete your account" className="grid gap-4" onSubmit={submit}>
          {trips.some(({ heirs }) => heirs.length > 0) && (
            <p>Other people plan some of your trips with you. Choose what happens to each.</p>
          )}
          {trips.map(({ id, name, others, heirs }) =>
            heirs.length > 0 ? (
              <Field key={id} label={name}>
                {(wiring) => (
                  <select
                    {...wiring}
                    className={fieldLook}
                    required
                    value={choices[id] ?? ''}
                    onChange={({ target }) => setChoices({ ...choices, [id]: target.value })}
                  >
                    <option value="">Please choose</option>
                    {heirs.map((heir) => (
                      <option key={heir.id} value={heir.id}>
                        Handed over to {heir.name}
                      </option>
                    ))}
                    <option value={DELETE_TRIP}>Delete it with my account</option>
                  </select>
                )}
              </Field>
            ) : (
              <p key={id} className="wrap-anywhere">
                <b>{name}</b> goes with your account: {others === 1 ? 'one guest plans it' : `${others} guests plan it`}{' '}
                with you, and only somebody with an account could have it.
              </p>
            ),
          )}
          <PasswordField
            label="Your password"
            name="password"
            error={errorOf('password')}
            required
            maxLength={MAX_PASSWORD}
            autoComplete="current-password"
          />
          {error && !isAtField && (
            <ErrorBox message={error.message || 'We couldn’t delete your account. Please try again.'} />
          )}
        </form>
      )}
    </Modal>
  )
}
