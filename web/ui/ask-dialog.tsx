import * as m from '#messages'
import { Button } from './button.tsx'
import { ErrorBox } from './error-box.tsx'
import { Modal } from './modal.tsx'

interface AskDialogProps {
  title: string
  description: string
  /** The label of the button that does it. */
  act: string
  isBusy?: boolean
  error?: string | undefined
  onAct: () => void
  onClose: () => void
}

/** Asks before something that is hard to undo. It opens with the focus on Cancel. */
export function AskDialog({ title, description, act, isBusy = false, error, onAct, onClose }: AskDialogProps) {
  const footer = (
    <div className="flex justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        {m.common_cancel()}
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
