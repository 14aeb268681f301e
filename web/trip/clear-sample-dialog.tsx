import { AskDialog } from '#web/ui/ask-dialog.tsx'

interface ClearSampleDialogProps {
  /** How many items are ticked. */
  ticks: number
  onClear: () => void
  onClose: () => void
}

/** Asks before the sample is cleared that people have already ticked items of. */
export function ClearSampleDialog({ ticks, onClear, onClose }: ClearSampleDialogProps) {
  /** Once the focus is back on the button: with that it goes on to what is near. */
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
