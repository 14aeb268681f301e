import { isGuest } from '#domain/access.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

/** Asks before somebody signs out whose changes have not all reached the server, or who could not sign in again. */
export function SignOutDialog({ onStay, onSignOut }: { onStay: () => void; onSignOut: () => void }) {
  const words = isGuest(useUser())
    ? {
        title: 'You are a guest here',
        description:
          'A guest has no password. To come back after signing out you need your personal link, a code from another device, or an organizer who helps you back in.',
      }
    : {
        title: 'Some changes are only on this device',
        description:
          'They have not reached the server yet. If you sign out now, they stay here and are sent when you sign in on this device again.',
      }
  return (
    <Modal
      open
      onClose={onStay}
      {...words}
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
