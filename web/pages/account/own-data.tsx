import { Download, FolderDown } from 'lucide-react'
import * as m from '#messages'
import { useDownload } from '#web/data/session/account.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Panel } from '#web/ui/panel.tsx'

export function OwnData() {
  const { send, isPending, error } = useDownload()
  return (
    <Panel title={m.account_data_title()} icon={FolderDown} isQuiet>
      <p className="mb-4">{m.account_data_what()}</p>
      {error !== undefined && (
        <div className="mb-4">
          <ErrorBox message={error} />
        </div>
      )}
      <Button variant="quiet" busy={isPending} onClick={() => send(undefined)}>
        <Download aria-hidden="true" className="size-5" />
        {m.account_data_download()}
      </Button>
    </Panel>
  )
}
