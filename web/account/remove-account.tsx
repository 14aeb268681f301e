import { UserX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

/** The way out of Wayfare. */
export function RemoveAccount() {
  const [isAsking, setAsking] = useState(false)
  return (
    <Panel title="Delete account" icon={UserX}>
      <p className="mb-4">
        Your account and your trips go for good, at once. What you wrote in trips of others stays there, as a former member’s, and
        so do those whom you put on a list of people: take them off it first if they are not to stay. Earlier versions of it still
        show them.
      </p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {isAsking && <RemoveDialog onClose={() => setAsking(false)} />}
    </Panel>
  )
}
