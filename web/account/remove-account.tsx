import { UserX } from 'lucide-react'
import { useState } from 'react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

export function RemoveAccount() {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <Panel title={m.account_remove_section()} icon={UserX} isQuiet>
      <p className="mb-4">{m.account_remove_what()}</p>
      <Button variant="danger" onClick={() => setIsConfirming(true)}>
        {m.account_remove_open()}
      </Button>
      {isConfirming && <RemoveDialog onClose={() => setIsConfirming(false)} />}
    </Panel>
  )
}
