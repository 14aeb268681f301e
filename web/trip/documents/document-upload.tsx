import { CircleAlert, X } from 'lucide-react'
import type { Upload } from '#web/data/documents/document-store.ts'
import { Button } from '#web/ui/button.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TrailProgress } from '#web/ui/trail-progress.tsx'

interface DocumentUploadProps {
  upload: Upload | undefined
  onFile: (file: File) => Promise<void>
  onRetry: () => Promise<void>
  onCancel: () => void
}

/** Where a document is chosen, how far its upload is, and why it came to nothing. */
export function DocumentUpload({ upload, onFile, onRetry, onCancel }: DocumentUploadProps) {
  const isSending = upload?.state === 'sending'
  return (
    <div className="grid gap-3">
      <FileDrop
        label={isSending ? 'Uploading...' : 'Choose File'}
        hint="PDF, JPEG, PNG (max 10MB)"
        accept=".pdf,.jpg,.jpeg,.png"
        busy={isSending}
        onFile={(file) => void onFile(file)}
      />
      {upload?.state === 'sending' && (
        <div className="flex items-end gap-2">
          <div className="min-w-0 grow">
            <p className="mb-1 flex max-w-none justify-between gap-3 text-sm">
              <span className="truncate">{upload.fileName}</span>
              <span className="sign text-action tabular-nums">{upload.percent}%</span>
            </p>
            <TrailProgress percent={upload.percent} label={`Upload of ${upload.fileName}`} />
          </div>
          <IconButton icon={X} label="Cancel upload" title="Cancel upload" className="-mr-2 -mb-2.5" onClick={onCancel} />
        </div>
      )}
      {upload?.state === 'failed' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div role="alert" className="flex min-w-0 grow basis-60 items-start gap-2 text-danger">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            <p className="min-w-0">
              {upload.message} <span className="block truncate text-sm text-muted">{upload.fileName}</span>
            </p>
          </div>
          <div className="flex gap-2">
            <Button variant="quiet" className="text-sm" onClick={onCancel}>
              Dismiss
            </Button>
            {upload.canRetry && (
              <Button className="text-sm" onClick={() => void onRetry()}>
                Try Again
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
