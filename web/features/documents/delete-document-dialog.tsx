import { ownDescription } from '#domain/document-description.ts'
import type { TravelDocument } from '#domain/documents.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

interface DeleteDocumentDialogProps {
  document: TravelDocument
  onKeep: () => void
  onDelete: () => void
}

/** Asks before a document is deleted. It opens with the focus on the button that changes nothing. */
export function DeleteDocumentDialog({ document, onKeep, onDelete }: DeleteDocumentDialogProps) {
  const own = ownDescription(document)
  const footer = (
    <div className="flex justify-end gap-3">
      <Button variant="quiet" onClick={onKeep}>
        {m.documents_keep()}
      </Button>
      <Button variant="danger" onClick={onDelete}>
        {m.common_delete()}
      </Button>
    </div>
  )
  return (
    <Modal
      open
      onClose={onKeep}
      title={m.documents_delete_question()}
      description={m.documents_delete_what()}
      footer={footer}
    >
      <p className="sign break-words">{own ?? document.file_name}</p>
      {own !== undefined && <p className="text-sm break-words text-muted">{document.file_name}</p>}
    </Modal>
  )
}
