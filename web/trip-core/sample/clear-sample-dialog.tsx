import * as m from '#messages'
import { AskDialog } from '#web/ui/ask-dialog.tsx'

interface ClearSampleDialogProps {
  ticks: number
  onClear: () => void
  onClose: () => void
}

/** Asks before clearing a sample in which people have already ticked items. */
export function ClearSampleDialog({ ticks, onClear, onClose }: ClearSampleDialogProps) {
  /** Clears once the focus is back on the button: from there it can move on when the button is removed. */
  function clear() {
    onClose()
    setTimeout(onClear)
  }

  return (
    <AskDialog
      title={m.plan_sample_clear_question()}
      description={m.plan_sample_clear_what({ ticks })}
      act={m.plan_sample_clear_confirm()}
      onAct={clear}
      onClose={onClose}
    />
  )
}
