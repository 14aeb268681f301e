import { Tent } from 'lucide-react'
import { useLocation, useSearchParams } from 'wouter'
import { canEditPlan } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { isApplePhoneOrTablet } from '#web/browser/apple-device.ts'
import { isInstalled } from '#web/data/offline/lasting-storage.ts'
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
  if (!hasJoined) {
    if (claims === undefined) return null
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
      action={
        <Button onClick={() => navigate(`/trip/${trip.id}`, { replace: true })}>{m.group_welcome_open_plan()}</Button>
      }
    >
      <p className="font-semibold">{m.group_welcome_title()}</p>
      {claims === undefined ? <p>{m.group_welcome_what()}</p> : <ClaimPending {...{ trip, claims }} />}
      {evictsStorage() && <p className="mt-2">{m.group_welcome_home_screen()}</p>}
    </Notice>
  )
}

function ClaimPending({ trip, claims: name }: { trip: Trip; claims: string }) {
  return (
    <p className="break-words">
      {canEditPlan(trip) ? m.group_claim_pending_editor({ name }) : m.group_claim_pending_reader({ name })}
    </p>
  )
}

/** Safari on iPhone and iPad deletes a page's storage a week after its last use, except for apps on the home screen. */
function evictsStorage(): boolean {
  return isApplePhoneOrTablet() && !isInstalled()
}
