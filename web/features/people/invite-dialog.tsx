import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { INVITATION_DAYS, type Invitation, MAX_INVITATION_DAYS, MAX_INVITATION_USES } from '#domain/api/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSendsMail } from '#web/data/session/mail.ts'
import { useInviting, usePeople } from '#web/data/trips/people.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ShownInvitation } from './shown-invitation.tsx'

interface InviteDialogProps {
  trip: Trip
  /** The invitation to show. Without it: one that is open, or else the form for a new one. */
  invitation?: Invitation
  onClose: () => void
}

/** Shows an invitation, as often as somebody opens it, and creates new ones. */
export function InviteDialog({ trip, invitation: given, onClose }: InviteDialogProps) {
  const form = useId()
  const { current, error: loadError } = usePeople(trip.id)
  /** What was shown before somebody asked for a new one. */
  const [previousId, setPreviousId] = useState<string>()
  const [shownId, setShownId] = useState<string | 'new' | undefined>(given?.id)
  const { send, isPending, error } = useInviting(trip.id, ({ invitation }) => setShownId(invitation.id))
  // Fetched now, so that it is known when the link appears.
  useSendsMail()
  // Chosen once: what is shown must not change because somebody else has joined.
  if (shownId === undefined && (current || loadError !== undefined))
    setShownId(findShareable(current?.invitations ?? [])?.id ?? 'new')
  const invitation = current?.invitations.find(({ id }) => id === shownId)
  const isNew = shownId === 'new'
  const footer = isNew ? (
    <div className={`flex flex-wrap gap-3 ${previousId === undefined ? 'justify-end' : 'justify-between'}`}>
      {previousId === undefined ? (
        <Button variant="quiet" onClick={onClose}>
          {m.common_cancel()}
        </Button>
      ) : (
        <Button variant="quiet" onClick={() => setShownId(previousId)}>
          {m.group_invitation_back()}
        </Button>
      )}
      <Button type="submit" form={form} busy={isPending}>
        {isPending ? m.group_link_making() : m.group_link_make()}
      </Button>
    </div>
  ) : (
    <div className="flex flex-wrap justify-between gap-3">
      <Button
        variant="quiet"
        onClick={() => {
          setPreviousId(shownId)
          setShownId('new')
        }}
      >
        {m.group_invitation_another()}
      </Button>
      <Button variant="quiet" onClick={onClose}>
        {m.common_done()}
      </Button>
    </div>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={m.group_invite_people()}
      description={m.group_invite_what()}
      footer={footer}
      isWide={!isNew}
      // Otherwise the first focus would be on 'New invitation', while the link is loading.
      isForReading={!isNew}
    >
      {isNew ? (
        <form
          id={form}
          aria-label={m.group_invite_form()}
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            const fields = new FormData(event.currentTarget)
            const maxUses = String(fields.get('max_uses') ?? '')
            send({
              days: Number(fields.get('days') ?? INVITATION_DAYS),
              max_uses: maxUses === '' ? null : Number(maxUses),
            })
          }}
        >
          <Terms />
          {error !== undefined && <ErrorBox message={error} />}
        </form>
      ) : invitation ? (
        <ShownInvitation trip={trip} invitation={invitation} people={current?.people ?? []} />
      ) : (
        <Loading text={m.group_link_loading()} />
      )}
    </Modal>
  )
}

/** One for anybody, if there is one: another may have been made for somebody in particular. */
function findShareable(invitations: readonly Invitation[]): Invitation | undefined {
  const shareable = invitations.filter(({ has_link }) => has_link)
  return shareable.find(({ max_uses }) => max_uses === null) ?? shareable[0]
}

/** The invitation's limits: one sentence until somebody wants to change them. */
function Terms() {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) {
    return (
      <div className="flex items-center justify-between gap-3">
        <p>{m.group_invite_terms({ days: INVITATION_DAYS })}</p>
        <button
          type="button"
          aria-expanded={false}
          onClick={() => setIsOpen(true)}
          className="touch -mr-2 inline-flex shrink-0 items-center gap-1 rounded-md px-2 text-action underline underline-offset-4"
        >
          {m.group_invite_terms_change()}
          <ChevronDown aria-hidden="true" className="size-4" />
        </button>
      </div>
    )
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={m.group_invite_days_label()}
        name="days"
        type="number"
        inputMode="numeric"
        required
        autoFocus
        min={1}
        max={MAX_INVITATION_DAYS}
        defaultValue={INVITATION_DAYS}
      />
      <TextField
        label={m.group_invite_uses_label()}
        name="max_uses"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_INVITATION_USES}
        hint={m.group_invite_uses_hint()}
      />
    </div>
  )
}
