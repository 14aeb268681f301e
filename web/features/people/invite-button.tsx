import { UserPlus } from 'lucide-react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'

interface InviteButtonProps {
  onInvite: () => void
  /** Not the main action, on the days of the trip and after them. */
  isQuiet?: boolean
}

/** The main action of the people page, for organizers. Its dialog stays open while the page changes around it. */
export function InviteButton({ onInvite, isQuiet = false }: InviteButtonProps) {
  return (
    <Button variant={isQuiet ? 'quiet' : 'primary'} onClick={onInvite}>
      <UserPlus aria-hidden="true" className="size-5" />
      {m.group_invite_people()}
    </Button>
  )
}
