import { Download, FolderDown } from 'lucide-react'
import { Panel } from '#web/ui/panel.tsx'

/** Everything of somebody, to keep. */
export function OwnData() {
  return (
    <Panel title="Your data" icon={FolderDown}>
      <p className="mb-4">
        One file with all that is yours: your account, and each trip that you plan with its plan, its history and its documents.
      </p>
      <a
        href="/auth/v1/export"
        download
        className="sign touch inline-flex items-center justify-center gap-2 rounded-md border border-edge bg-surface px-4 py-2 text-base leading-tight text-action transition-colors hover:bg-action-soft active:bg-action-soft"
      >
        <Download aria-hidden="true" className="size-5" />
        Download everything
      </a>
    </Panel>
  )
}
