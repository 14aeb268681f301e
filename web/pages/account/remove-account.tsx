import { UserX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { Panel } from '#web/ui/panel.tsx'

const loadDialog = () => importWithRetry(() => import('./remove-dialog.tsx'))
const RemoveDialog = lazy(async () => ({ default: (await loadDialog()).RemoveDialog }))

export function RemoveAccount() {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <Panel title={m.account_remove_section()} icon={UserX} isQuiet>
      <p className="mb-4">{m.account_remove_what()}</p>
      <Button
        variant="danger"
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => setIsConfirming(true)}
      >
        {m.account_remove_open()}
      </Button>
      <Suspense>{isConfirming && <RemoveDialog onClose={() => setIsConfirming(false)} />}</Suspense>
    </Panel>
  )
}
