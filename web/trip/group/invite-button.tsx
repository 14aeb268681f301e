import { UserPlus } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { page } from '#web/loading/page.tsx'
import { Button } from '#web/ui/button.tsx'

const InviteDialog = page(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog))

/** Invites people: the main action of the people page, for organizers. */
export function InviteButton({ trip }: { trip: Trip }) {
  const [isInviting, setIsInviting] = useState(false)
  useEffect(() => void InviteDialog.load(), [])
  return (
    <>
      <Button onClick={() => setIsInviting(true)}>
        <UserPlus aria-hidden="true" className="size-5" />
        {m.group_invite_people()}
      </Button>
      <Suspense>{isInviting && <InviteDialog trip={trip} onClose={() => setIsInviting(false)} />}</Suspense>
    </>
  )
}
