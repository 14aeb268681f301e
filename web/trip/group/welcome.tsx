import { Tent } from 'lucide-react'
import { useLocation, useSearchParams } from 'wouter'
import { canEditPlan } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface WelcomeProps {
  trip: Trip
  /** The name the person claims, until an organizer decides. */
  claims: string | undefined
}

/** For people who have just joined: what to do first, the way to the plan, and how to keep it on an iPhone. */
export function Welcome({ trip, claims }: WelcomeProps) {
  const [, navigate] = useLocation()
  const [parameters] = useSearchParams()
  const hasJoined = parameters.has('joined')
  if (!hasJoined && claims === undefined) return null
  if (!hasJoined) {
    return (
      <Notice>
        <ClaimPending {...{ trip, claims }} />
      </Notice>
    )
  }
  return (
    <Notice
      icon={Tent}
      tone="good"
      action={<Button onClick={() => navigate(`/trip/${trip.id}`, { replace: true })}>Open the plan</Button>}
    >
      <p className="font-semibold">You are in.</p>
      {claims === undefined ? (
        <p>Say who comes along, and what they eat: here, now or later.</p>
      ) : (
        <ClaimPending {...{ trip, claims }} />
      )}
      {evictsStorage() && (
        <p className="mt-2">
          An iPhone forgets pages that are not opened for a week. So put this one on the home screen: Share, then ‘Add
          to Home Screen’. There, type the code that ‘Use on another device’ in your menu shows you here.
        </p>
      )}
    </Notice>
  )
}

function ClaimPending({ trip, claims }: WelcomeProps) {
  return (
    <p className="break-words">
      An organizer still has to confirm that you’re {claims}.{' '}
      {canEditPlan(trip)
        ? `Until then you don’t see what’s private to ${claims}.`
        : `Until then you can see the plan, but you can’t answer for ${claims}.`}
    </p>
  )
}

/** Safari on iPhone and iPad deletes a page's storage a week after its last use, except for apps on the home screen. */
function evictsStorage(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches
}
