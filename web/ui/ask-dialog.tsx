import { Button } from './button.tsx'
import { ErrorBox } from './error-box.tsx'
import { Modal } from './modal.tsx'

interface AskDialogProps {
  title: string
  /** What happens, in one sentence. */
  description: string
  /** The word for doing it. */
  act: string
  isBusy?: boolean
  error?: string | undefined
  onAct: () => void
  onClose: () => void
}

/** Asks before something is done that is not easily undone. It opens with the focus on the answer that does nothing. */
export function AskDialog({ title, description, act, isBusy = false, error, onAct, onClose }: AskDialogProps) {
  const footer = (
    <div className="flex justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      <Button variant="danger" busy={isBusy} onClick={onAct}>
        {act}
      </Button>
    </div>
  )
  return (
    <Modal open onClose={onClose} title={title} description={description} footer={footer}>
      {error !== undefined && <ErrorBox message={error} />}
    </Modal>
  )
}
