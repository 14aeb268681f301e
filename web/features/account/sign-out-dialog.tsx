import * as m from '#messages'
import type { ConfirmSignOutReason } from '#web/data/account/sign-out.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

const words: Record<ConfirmSignOutReason, { title: string; description: string }> = {
  guest: {
    title: m.account_sign_out_guest_title(),
    description: m.account_sign_out_guest_what(),
  },
  offline: {
    title: m.account_sign_out_offline_title(),
    description: m.account_sign_out_offline_what(),
  },
  unsent: {
    title: m.account_sign_out_unsent_title(),
    description: m.account_sign_out_unsent_what(),
  },
}

interface SignOutDialogProps {
  why: ConfirmSignOutReason
  onStay: () => void
  onSignOut: () => void
}

/** Asks before signing out somebody who could not sign in again, or whose changes have not all been sent. */
export function SignOutDialog({ why, onStay, onSignOut }: SignOutDialogProps) {
  return (
    <Modal
      open
      onClose={onStay}
      {...words[why]}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onSignOut}>
            {m.account_sign_out_anyway()}
          </Button>
          <Button onClick={onStay}>{m.account_sign_out_stay()}</Button>
        </div>
      }
    />
  )
}
