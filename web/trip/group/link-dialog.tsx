import type { Invitation } from '#domain/api/people.ts'
import type { Trip } from '#domain/trip.ts'
import { useSendsMail } from '#web/data/session/mail.ts'
import { useInvitationLink } from '#web/data/trips/people.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { INVITES, ShownInvitation } from './shown-invitation.tsx'

export function LinkDialog({ trip, invitation, onClose }: { trip: Trip; invitation: Invitation; onClose: () => void }) {
  const { token, error, isBusy, retry } = useInvitationLink(trip.id, invitation.id)
  // Fetched now, so that it is known when the link appears.
  useSendsMail()
  const footer = (
    <div className="flex justify-end">
      <Button variant="quiet" onClick={onClose}>
        Done
      </Button>
    </div>
  )
  return (
    <Modal open onClose={onClose} title="Invite people" description={INVITES} footer={footer}>
      {token !== undefined && <ShownInvitation trip={trip} made={{ invitation, token }} />}
      {error !== undefined && (
        <ErrorBox message={error}>
          <Button variant="quiet" busy={isBusy} onClick={retry}>
            Try again
          </Button>
        </ErrorBox>
      )}
      {token === undefined && error === undefined && <Loading text="Loading the link..." />}
    </Modal>
  )
}
