import { Share2 } from 'lucide-react'
import * as m from '#messages'
import { hasShareSheet, share } from '#web/browser/share-sheet.ts'
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

  async function send() {
    const text = textOf()
    if (!hasShareSheet() || (await share({ title, text })) === 'refused') await copy(text)
  }

  return (
    <>
      <span role="status" className={`text-sm ${state === 'failed' ? 'text-danger' : 'text-good'}`}>
        {state === 'copied' && m.common_copied()}
        {state === 'failed' && m.shopping_copy_failed()}
      </span>
      <IconButton icon={Share2} label={label} title={label} onClick={() => void send()} />
    </>
  )
}
