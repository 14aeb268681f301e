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
      title="Clear the sample?"
      description={`This removes the sample and ${ticks === 1 ? '1 tick' : `${ticks} ticks`}, for everyone on this trip.`}
      act="Clear sample and ticks"
      onAct={clear}
      onClose={onClose}
    />
  )
}
