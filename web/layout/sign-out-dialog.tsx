import type { WhyAsk } from '#web/data/session/sign-out.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

const words: Record<WhyAsk, { title: string; description: string }> = {
  guest: {
    title: 'You’re a guest here',
    description:
      'Guests have no password. To sign in again you need your personal link, a code from another device, or an organizer’s help.',
  },
  offline: {
    title: 'You are offline',
    description:
      'You’re offline. You can’t sign in again until you’re online, and signing out removes the trips from this device. Unsent changes stay here until you sign in on this device again.',
  },
  unsent: {
    title: 'Some changes are only on this device',
    description:
      'They haven’t been sent yet. If you sign out now, they stay here and are sent when you sign in on this device again.',
  },
}

interface SignOutDialogProps {
  why: WhyAsk
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
            Sign out anyway
          </Button>
          <Button onClick={onStay}>Stay signed in</Button>
        </div>
      }
    />
  )
}
