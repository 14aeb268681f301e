import { Share2 } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCopy } from '#web/ui/use-copy.ts'

interface ShareTextProps {
  /** The title, for apps that have a place for it. */
  title: string
  /** Makes the text when it is sent. */
  text: () => string
  /** The name of the button. */
  label: string
  copied: string
  failed: string
}

/** Sends a text through the device's share menu, otherwise by the clipboard. */
export function ShareText({ title, text, label, copied, failed }: ShareTextProps) {
  const { state, copy } = useCopy()

  async function share() {
    if (!navigator.share) return copy(text())
    try {
      await navigator.share({ title, text: text() })
    } catch (failure) {
      // They closed the menu.
      if ((failure as Error).name !== 'AbortError') await copy(text())
    }
  }

  return (
    <>
      <span role="status" className={`text-sm ${state === 'failed' ? 'text-danger' : 'text-good'}`}>
        {state === 'copied' && copied}
        {state === 'failed' && failed}
      </span>
      <IconButton icon={Share2} label={label} title={label} onClick={() => void share()} />
    </>
  )
}
