import { FileImage, FileText, Route, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TripFile } from '#domain/api/trip-files.ts'
import { formatByteSize } from '#domain/byte-size.ts'
import { fileType } from '#domain/documents.ts'
import * as m from '#messages'
import { useDeletingFile, useTripFiles } from '#web/data/trips/trip-files.ts'
import { AskDialog } from '#web/ui/ask-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import type { TripDialogProps } from './dialog.ts'

/** All files of a trip, for organizers: what they are, who uploaded them, and how much space they take. */
export function FilesDialog({ trip, onClose }: TripDialogProps) {
  const { files, error, isBusy, retry } = useTripFiles(trip.id)
  const [toDelete, setToDelete] = useState<TripFile>()
  const deleting = useDeletingFile(trip.id, () => setToDelete(undefined))
  if (toDelete)
    return (
      <AskDialog
        title={m.files_delete_title({ name: nameOf(toDelete) })}
        description={toDelete.is_used ? deletionTexts[toDelete.kind]() : m.files_delete_what()}
        act={m.common_delete()}
        isBusy={deleting.isPending}
        error={deleting.error}
        onAct={() => deleting.send(toDelete)}
        onClose={() => {
          deleting.reset()
          setToDelete(undefined)
        }}
      />
    )
  const bytes = (files ?? []).reduce((sum, { size }) => sum + size, 0)
  return (
    <Modal
      open
      onClose={onClose}
      title={m.files_title()}
      description={files && m.files_sum({ count: files.length, size: formatByteSize(bytes) })}
      closeLabel={m.common_close()}
      isForReading
    >
      {error !== undefined && !files && (
        <div className="grid justify-items-start gap-3">
          <ErrorBox message={error} />
          <Button variant="quiet" busy={isBusy} onClick={retry}>
            {m.common_retry()}
          </Button>
        </div>
      )}
      {files === undefined && error === undefined && <p className="text-muted">{m.common_loading()}</p>}
      {files && files.length > 0 && (
        <ul aria-label={m.files_title()} className="grid grid-cols-1 gap-2">
          {files.map((file) => (
            <FileRow key={`${file.kind} ${file.id}`} file={file} onDelete={() => setToDelete(file)} />
          ))}
        </ul>
      )}
    </Modal>
  )
}

const nameOf = ({ kind, file_name }: TripFile) => (kind === 'picture' ? m.pictures_title() : file_name)

const kindNames = {
  document: m.files_kind_document,
  receipt: m.files_kind_receipt,
  track: m.files_kind_track,
  line: m.files_kind_line,
  picture: m.files_kind_picture,
}

/** What is lost with a file that the plan uses. */
const deletionTexts: Record<TripFile['kind'], () => string> = {
  document: m.files_delete_what,
  receipt: m.files_delete_listed,
  track: m.files_delete_track,
  line: m.files_delete_line,
  picture: m.files_delete_what,
}

/** A file. Pressing it anywhere opens it in a new tab. */
function FileRow({ file, onDelete }: { file: TripFile; onDelete: () => void }) {
  const { kind, size, uploaded_at, uploaded_by, is_used, address } = file
  const name = nameOf(file)
  const isOfTrack = kind === 'track' || kind === 'line'
  const Icon = isOfTrack ? Route : fileType(file.file_name) === 'pdf' ? FileText : FileImage
  const date = new Date(uploaded_at).toLocaleDateString('en-CA', { dateStyle: 'medium' })
  const facts = [kindNames[kind](), formatByteSize(size), date, ...(uploaded_by === null ? [] : [uploaded_by])]
  return (
    <li className="relative flex max-w-none items-center gap-3 rounded-md border border-line bg-raised py-1 pr-1 pl-3 transition-colors has-[a:hover]:border-action">
      <Icon aria-hidden="true" className="size-7 shrink-0 text-accent" />
      <div className="min-w-0 grow py-1">
        <a
          href={address}
          target="_blank"
          rel="noopener"
          className="line-clamp-2 leading-snug wrap-anywhere text-action after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-focus"
        >
          {name}
        </a>
        <p className="text-sm text-muted wrap-anywhere">{facts.join(' · ')}</p>
        {!is_used && (
          <p className="text-sm font-semibold">{kind === 'receipt' ? m.files_unlisted() : m.files_unlisted_track()}</p>
        )}
      </div>
      <IconButton icon={Trash2} label={m.files_delete_label({ name })} className="z-10" onClick={onDelete} />
    </li>
  )
}
