import type { Invitation } from '#domain/api/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSendsMail } from '#web/data/session/mail.ts'
import { useInvitationLink } from '#web/data/trips/people.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { ShownInvitation } from './shown-invitation.tsx'

export function LinkDialog({ trip, invitation, onClose }: { trip: Trip; invitation: Invitation; onClose: () => void }) {
  const { token, error, isBusy, retry } = useInvitationLink(trip.id, invitation.id)
  // Fetched now, so that it is known when the link appears.
  useSendsMail()
  const footer = (
    <div className="flex justify-end">
      <Button variant="quiet" onClick={onClose}>
        {m.common_done()}
      </Button>
    </div>
  )
  return (
    <Modal open onClose={onClose} title={m.group_invite_people()} description={m.group_invite_what()} footer={footer}>
      {token !== undefined && <ShownInvitation trip={trip} made={{ invitation, token }} />}
      {error !== undefined && (
        <ErrorBox message={error}>
          <Button variant="quiet" busy={isBusy} onClick={retry}>
            {m.common_retry()}
          </Button>
        </ErrorBox>
      )}
      {token === undefined && error === undefined && <Loading text={m.group_link_loading()} />}
    </Modal>
  )
}
