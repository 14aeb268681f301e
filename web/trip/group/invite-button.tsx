import { UserPlus } from 'lucide-react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'

/** The main action of the people page, for organizers. Its dialog stays open while the page changes around it. */
export function InviteButton({ onInvite }: { onInvite: () => void }) {
  return (
    <Button onClick={onInvite}>
      <UserPlus aria-hidden="true" className="size-5" />
      {m.group_invite_people()}
    </Button>
  )
}
