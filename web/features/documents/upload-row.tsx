import { CircleAlert, Files, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cleanFileName } from '#domain/file-name.ts'
import * as m from '#messages'
import type { Upload } from '#web/data/documents/document-store.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TrailProgress } from '#web/ui/trail-progress.tsx'

interface UploadRowProps {
  upload: Upload
  onRetry: () => void
  onCancel: () => void
}

export function UploadRow({ upload, onRetry, onCancel }: UploadRowProps) {
  const nameId = useId()
  const { file } = upload
  if (upload.state === 'failed') {
    const words = (
      <>
        <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
        <p className="min-w-0 text-danger">
          {upload.message}{' '}
          <span id={nameId} className="block truncate text-sm text-muted">
            {file.name}
          </span>
        </p>
      </>
    )
    return (
      <Stopped words={words}>
        <Button variant="quiet" className="text-sm" aria-describedby={nameId} onClick={onCancel}>
          {m.common_dismiss()}
        </Button>
        {upload.canRetry && (
          <Button className="text-sm" aria-describedby={nameId} onClick={onRetry}>
            {m.common_retry()}
          </Button>
        )}
      </Stopped>
    )
  }
  if (upload.state === 'asked') {
    const name = cleanFileName(file.name)
    const words = (
      <>
        <Files aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
        <p id={nameId} className="min-w-0 wrap-anywhere">
          {upload.hereAs === name
            ? m.documents_upload_here({ file: name })
            : m.documents_upload_here_as({ file: name, other: upload.hereAs })}
        </p>
      </>
    )
    return (
      <Stopped words={words}>
        <Button variant="quiet" className="text-sm" aria-describedby={nameId} onClick={onCancel}>
          {m.documents_upload_leave_out()}
        </Button>
        <Button className="text-sm" aria-describedby={nameId} onClick={onRetry}>
          {m.documents_upload_again()}
        </Button>
      </Stopped>
    )
  }
  const isSending = upload.state === 'sending'
  return (
    <li className="flex max-w-none items-end gap-2">
      <div className="min-w-0 grow">
        <p className="mb-1 flex max-w-none justify-between gap-3 text-sm">
          <span className="truncate">{file.name}</span>
          {isSending ? (
            <span className="sign text-action tabular-nums">{m.common_percent({ percent: upload.percent })}</span>
          ) : (
            <span className="text-muted">{m.documents_upload_waiting()}</span>
          )}
        </p>
        <TrailProgress
          percent={isSending ? upload.percent : 0}
          label={m.documents_upload_progress_label({ file: file.name })}
        />
      </div>
      <IconButton
        icon={X}
        label={m.documents_upload_cancel_label({ file: file.name })}
        title={m.documents_upload_cancel()}
        className="-mr-2 -mb-2.5"
        onClick={onCancel}
      />
    </li>
  )
}

/** An upload that does not continue by itself: why, and what can be done about it. */
function Stopped({ words, children }: { words: ReactNode; children: ReactNode }) {
  return (
    <li className="flex max-w-none flex-wrap items-center justify-end gap-x-4 gap-y-2">
      <div role="alert" className="flex min-w-0 grow basis-60 items-start gap-2">
        {words}
      </div>
      <div className="flex gap-2">{children}</div>
    </li>
  )
}
