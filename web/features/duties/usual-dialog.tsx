import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

interface UsualDialogProps {
  /** How many duties would be added. */
  count: number
  /** How many people each takes. */
  places: number
  onConfirm: () => void
  onClose: () => void
}

/** Says what would be added before it is. */
export function UsualDialog({ count, places, onConfirm, onClose }: UsualDialogProps) {
  const footer = (
    <div className="flex justify-end gap-3">
      <Button variant="quiet" onClick={onClose}>
        {m.common_cancel()}
      </Button>
      <Button
        onClick={() => {
          onConfirm()
          onClose()
        }}
      >
        {m.duties_usual_confirm({ count })}
      </Button>
    </div>
  )
  const description = m.duties_usual_help({ places })
  return <Modal open onClose={onClose} title={m.duties_usual()} description={description} footer={footer} />
}
