import { Link2Off } from 'lucide-react'
import { useLocation } from 'wouter'
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
      Share again
    </Button>
  )
  return (
    <Notice tone="warn" icon={Link2Off} action={action}>
      <p className="font-semibold">{hasToken ? 'This share link no longer works' : 'This share link is incomplete'}</p>
      <p>
        You can see the trip because you’re part of it. Other people can’t open it with this link.
        {!canShare && ' Ask an organizer for the current one.'}
      </p>
    </Notice>
  )
}
