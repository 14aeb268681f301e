import { type FormEvent, useId, useState } from 'react'
import { MAX_PASSWORD } from '#domain/api/auth.ts'
import * as m from '#messages'
import { useRemoval, useRemoveAccount } from '#web/data/session/account.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { LoadingPlace } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { rich } from '#web/ui/rich.ts'
import { useWrongField } from '#web/ui/use-wrong-field.ts'

/** The choice to delete a trip, in place of the id of its new owner. */
const DELETE_TRIP = 'goes'

/** Asks before an account is deleted: for the password, and who gets the trips that other people plan too. */
export function RemoveDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const { trips, error: notLoaded } = useRemoval()
  /** By trip id: the new owner's id, DELETE_TRIP, or nothing yet. */
  const [choices, setChoices] = useState<Record<string, string>>({})
  const { send, isPending, error } = useRemoveAccount()
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
        {m.common_cancel()}
      </Button>
      {trips && (
        <Button type="submit" form={id} variant="danger" busy={isPending}>
          {isPending ? m.account_remove_submitting() : m.account_remove_submit()}
        </Button>
      )}
    </div>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={m.account_remove_title()}
      description={m.account_remove_description()}
      footer={footer}
    >
      {notLoaded !== undefined && <ErrorBox message={notLoaded} />}
      {!trips && notLoaded === undefined && <LoadingPlace text={m.common_loading()} />}
      {trips && (
        <form id={id} ref={form} aria-label={m.account_remove_form()} className="grid gap-4" onSubmit={submit}>
          {trips.some(({ heirs }) => heirs.length > 0) && <p>{m.account_remove_trips()}</p>}
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
                    <option value="">{m.account_remove_choose()}</option>
                    {heirs.map((heir) => (
                      <option key={heir.id} value={heir.id}>
                        {m.account_remove_heir({ name: heir.name })}
                      </option>
                    ))}
                    <option value={DELETE_TRIP}>{m.account_remove_delete_trip()}</option>
                  </select>
                )}
              </Field>
            ) : (
              <p key={id} className="wrap-anywhere">
                {rich(m.account_remove_alone({ name, count: others, b: (text) => <b>{text}</b> }))}
              </p>
            ),
          )}
          <PasswordField
            label={m.account_remove_password_label()}
            name="password"
            error={errorOf('password')}
            required
            maxLength={MAX_PASSWORD}
            autoComplete="current-password"
          />
          {error && !isAtField && <ErrorBox message={error.message || m.account_remove_failed()} />}
        </form>
      )}
    </Modal>
  )
}
