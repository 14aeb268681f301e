import { UserX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

export function RemoveAccount() {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <Panel title="Delete account" icon={UserX}>
      <p className="mb-4">
        Your account and your trips are deleted immediately and permanently. What you wrote in other people’s trips
        stays there under “Former member”. People you added to those trips stay too, so remove them first if you want
        them gone; the history still shows them.
      </p>
      <Button variant="danger" onClick={() => setIsConfirming(true)}>
        Delete my account
      </Button>
      {isConfirming && <RemoveDialog onClose={() => setIsConfirming(false)} />}
    </Panel>
  )
}
