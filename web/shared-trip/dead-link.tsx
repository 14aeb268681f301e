import { Link2Off } from 'lucide-react'
import { useLocation } from 'wouter'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface DeadLinkProps {
  tripId: string
  hasToken: boolean
  canShare: boolean
}

/** For members of the trip who open a dead link: it still works for them, but for nobody they might send it to. */
export function DeadLink({ tripId, hasToken, canShare }: DeadLinkProps) {
  const [, navigate] = useLocation()
  const action = canShare && (
    <Button variant="quiet" onClick={() => navigate(`/trip/${tripId}`, { state: { share: true } })}>
      {m.sharing_dead_link_share_again()}
    </Button>
  )
  return (
    <Notice tone="warn" icon={Link2Off} action={action}>
      <p className="font-semibold">{hasToken ? m.sharing_dead_link_over() : m.sharing_dead_link_incomplete()}</p>
      <p>{canShare ? m.sharing_dead_link_what() : m.sharing_dead_link_ask()}</p>
    </Notice>
  )
}
