import { Share2 } from 'lucide-react'
import * as m from '#messages'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCopy } from '#web/ui/use-copy.ts'

interface ShareTextProps {
  title: string
  /** The name of the button. */
  label: string
  textOf: () => string
}

/** Sends a text through the device's share menu, otherwise by the clipboard. */
export function ShareText({ title, label, textOf }: ShareTextProps) {
  const { state, copy } = useCopy()

  async function share() {
    const text = textOf()
    if (!navigator.share) return copy(text)
    try {
      await navigator.share({ title, text })
    } catch (failure) {
      // They closed the menu.
      if ((failure as Error).name !== 'AbortError') await copy(text)
    }
  }

  return (
    <>
      <span role="status" className={`text-sm ${state === 'failed' ? 'text-danger' : 'text-good'}`}>
        {state === 'copied' && m.common_copied()}
        {state === 'failed' && m.shopping_copy_failed()}
      </span>
      <IconButton icon={Share2} label={label} title={label} onClick={() => void share()} />
    </>
  )
}
