import type { Planner } from '#domain/api/people.ts'
import { nameOfUser } from '#domain/person.ts'
import { personalLink } from '#domain/sign-in-links.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useGuestLink } from '#web/data/session/other-devices.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { LinkToShare } from '#web/ui/link-to-share.tsx'
import { Modal } from '#web/ui/modal.tsx'

/** Creates a sign-in link for a guest who has lost or changed their phone. */
export function GuestRecoveryDialog({ trip, guest, onClose }: { trip: Trip; guest: Planner; onClose: () => void }) {
  const name = nameOfUser(guest)
  const { secret, make, isPending, error } = useGuestLink(trip.id, guest.id)
  return (
    <Modal
      open
      onClose={onClose}
      title={m.group_help_back_title({ name })}
      description={m.group_help_back_what({ name })}
      footer={
        secret === undefined ? (
          <div className="flex justify-end gap-3">
            <Button variant="quiet" onClick={onClose}>
              {m.common_cancel()}
            </Button>
            <Button busy={isPending} onClick={make}>
              {isPending ? m.group_link_making() : m.group_link_make()}
            </Button>
          </div>
        ) : (
          <div className="flex justify-end">
            <Button variant="quiet" onClick={onClose}>
              {m.common_done()}
            </Button>
          </div>
        )
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {secret !== undefined && (
          <LinkToShare
            link={personalLink(location.origin, secret)}
            label={m.group_help_back_link_label()}
            name={name}
          />
        )}
        <p className="text-sm text-muted">
          {secret === undefined ? m.group_help_back_replaces({ name }) : m.group_help_back_once()}
        </p>
        {error !== undefined && <ErrorBox message={error} />}
      </div>
    </Modal>
  )
}
