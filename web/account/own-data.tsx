import { Download, FolderDown } from 'lucide-react'
import { useDownload } from '#web/data/session/account.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Panel } from '#web/ui/panel.tsx'

export function OwnData() {
  const { send, isPending, error } = useDownload()
  return (
    <Panel title="Your data" icon={FolderDown}>
      <p className="mb-4">
        One file with all your data: your account, and the plan, history and documents of each of your trips.
      </p>
      {error !== undefined && (
        <div className="mb-4">
          <ErrorBox message={error} />
        </div>
      )}
      <Button variant="quiet" busy={isPending} onClick={() => send(undefined)}>
        <Download aria-hidden="true" className="size-5" />
        Download everything
      </Button>
    </Panel>
  )
}
