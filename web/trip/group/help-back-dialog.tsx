import type { Planner } from '#domain/api/people.ts'
import { nameOfUser } from '#domain/person.ts'
import { personalLink } from '#domain/sign-in-links.ts'
import type { Trip } from '#domain/trip.ts'
import { useHelpBack } from '#web/data/session/other-devices.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { LinkToShare } from '#web/ui/link-to-share.tsx'
import { Modal } from '#web/ui/modal.tsx'

/** Creates a sign-in link for a guest who has lost or changed their phone. */
export function HelpBackDialog({ trip, guest, onClose }: { trip: Trip; guest: Planner; onClose: () => void }) {
  const name = nameOfUser(guest)
  const { secret, make, isPending, error } = useHelpBack(trip.id, guest.id)
  return (
    <Modal
      open
      onClose={onClose}
      title={`Help ${name} get back in`}
      description={`Anyone who opens this link is signed in as ${name}. Give it to no one else.`}
      footer={
        secret === undefined ? (
          <div className="flex justify-end gap-3">
            <Button variant="quiet" onClick={onClose}>
              Cancel
            </Button>
            <Button busy={isPending} onClick={make}>
              {isPending ? 'Making the link...' : 'Make a link'}
            </Button>
          </div>
        ) : (
          <div className="flex justify-end">
            <Button variant="quiet" onClick={onClose}>
              Done
            </Button>
          </div>
        )
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {secret !== undefined && (
          <LinkToShare link={personalLink(location.origin, secret)} label="Personal link" name={name} />
        )}
        <p className="text-sm text-muted">
          {secret === undefined
            ? `It replaces any personal link that ${name} has. ${name} is notified on their other devices when it’s used.`
            : 'You won’t see this link again. Copy or send it now.'}
        </p>
        {error !== undefined && <ErrorBox message={error} />}
      </div>
    </Modal>
  )
}
