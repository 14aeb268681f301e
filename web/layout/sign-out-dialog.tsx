import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

/** Asks before somebody signs out whose changes have not all reached the server. */
export function SignOutDialog({ onStay, onSignOut }: { onStay: () => void; onSignOut: () => void }) {
  return (
    <Modal
      open
      onClose={onStay}
      title="Some changes are only on this device"
      description="They have not reached the server yet. If you sign out now, they stay here and are sent when you sign in on this device again."
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
