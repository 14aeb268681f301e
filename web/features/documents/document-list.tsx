import { lazy, Suspense, useState } from 'react'
import type { TravelDocument } from '#domain/documents.ts'
import * as m from '#messages'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { useIsPartMissing } from '#web/ui/loading/missing-part.tsx'
import { DocumentEntry } from './document-entry.tsx'

const loadDialog = () => importWithRetry(() => import('./delete-document-dialog.tsx'))
const DeleteDocumentDialog = lazy(async () => ({ default: (await loadDialog()).DeleteDocumentDialog }))

interface DocumentListProps {
  list: readonly TravelDocument[]
  /** Deletes a document and returns whether it is gone; absent where documents are read-only. */
  onDelete: ((id: string) => Promise<boolean>) | undefined
}

/** The documents, newest first. Deleting asks first, since it cannot be undone. */
export function DocumentList({ list, onDelete }: DocumentListProps) {
  const [toDelete, setToDelete] = useState<TravelDocument>()
  const [deleting, setDeleting] = useState<string>()
  const [notDeleted, setNotDeleted] = useState<string>()
  /** Without the dialog that asks, nothing is deleted. */
  const isDialogMissing = useIsPartMissing()

  async function removeConfirmed({ id }: TravelDocument) {
    setToDelete(undefined)
    setDeleting(id)
    setNotDeleted(undefined)
    const isGone = await onDelete?.(id)
    setDeleting(undefined)
    if (isGone === false) setNotDeleted(id)
  }

  return (
    <div aria-live="polite">
      {list.length === 0 ? (
        <p className="max-w-none py-2 text-center text-muted">{m.documents_none()}</p>
      ) : (
        <ul aria-label={m.documents_list_label()} className="columns-that-fit grid items-start gap-2">
          {list.map((entry) => (
            <DocumentEntry
              key={entry.id}
              document={entry}
              isDeleting={entry.id === deleting}
              isNotDeleted={entry.id === notDeleted || (isDialogMissing && entry.id === toDelete?.id)}
              deletion={onDelete && { ask: () => setToDelete(entry), prepare: () => void loadDialog() }}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {toDelete && (
          <DeleteDocumentDialog
            document={toDelete}
            onKeep={() => setToDelete(undefined)}
            onDelete={() => void removeConfirmed(toDelete)}
          />
        )}
      </Suspense>
    </div>
  )
}
