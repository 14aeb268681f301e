import { useLocation } from 'wouter'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'

interface DeadLinkProps {
  tripId: string
  canShare: boolean
}

/** What people of the trip can do about a link that no longer works. */
export function DeadLink({ tripId, canShare }: DeadLinkProps) {
  const [, navigate] = useLocation()
  return (
    <>
      <p>{canShare ? m.sharing_dead_link_what() : m.sharing_dead_link_ask()}</p>
      <Button onClick={() => navigate(`/trip/${tripId}`, canShare ? { state: { share: true } } : undefined)}>
        {canShare ? m.sharing_dead_link_share_again() : m.sharing_dead_link_open()}
      </Button>
    </>
  )
}
