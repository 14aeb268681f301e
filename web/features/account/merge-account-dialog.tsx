import { useId } from 'react'
import type { Credentials } from '#domain/api/credentials.ts'
import { nameOfUser } from '#domain/person.ts'
import * as m from '#messages'
import { signInAndMergeGuest } from '#web/data/account/merge-guest.ts'
import { useAsyncAction } from '#web/data/react/use-async-action.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { useWrongField } from '#web/ui/use-wrong-field.ts'
import { SignInFields } from './sign-in-fields.tsx'

interface MergeAccountDialogProps {
  email: string
  /** Whether it says that the guest's passkeys will stop working. */
  warnsOfPasskeys: boolean
  onClose: () => void
}

/** Signs a guest in to their account and merges the guest into it. */
export function MergeAccountDialog({ email, warnsOfPasskeys, onClose }: MergeAccountDialogProps) {
  const form = useId()
  const guest = useUser()
  const { send, isPending, error } = useAsyncAction(
    (credentials: Credentials) => signInAndMergeGuest(guest, credentials),
    onClose,
  )
  const { form: fields, errorOf, isAtField } = useWrongField(error)
  return (
    <Modal
      open
      onClose={onClose}
      title={m.account_merge_title()}
      description={m.account_merge_what({ name: nameOfUser(guest) })}
      footer={
        <FormFooter
          form={form}
          submit={isPending ? m.session_signing_in() : m.session_sign_in()}
          busy={isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={form}
        ref={fields}
        aria-label={m.account_merge_title()}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget)
          const field = (name: string) => String(typed.get(name) ?? '')
          if (!isPending) send({ email: field('email'), password: field('password') })
        }}
      >
        {warnsOfPasskeys && <p>{m.passkeys_merge_what()}</p>}
        <SignInFields errorOf={errorOf} email={email} />
        {error && !isAtField && <ErrorBox message={error.message || m.session_sign_in_failed()} />}
      </form>
    </Modal>
  )
}
