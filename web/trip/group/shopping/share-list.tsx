import { Printer, Share2 } from 'lucide-react'
import * as m from '#messages'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { listAsText, type TitledGroup } from './list-text.ts'
import type { NameOf } from './row-words.ts'

interface ShareListProps {
  trip: string
  groups: readonly TitledGroup[]
  /** Names everybody, the current user too. */
  nameOf: NameOf
}

/** Sends the list as it is shown: through the device's share menu, otherwise by the clipboard. Or prints it. */
export function ShareList({ trip, groups, nameOf }: ShareListProps) {
  const { state, copy } = useCopy()

  async function share() {
    const text = listAsText(trip, groups, nameOf)
    if (!navigator.share) return copy(text)
    try {
      await navigator.share({ title: m.shopping_title(), text })
    } catch (failure) {
      // They closed the menu.
      if ((failure as Error).name !== 'AbortError') await copy(text)
    }
  }

  return (
    <div className="flex items-center print:hidden">
      <span role="status" className={`text-sm ${state === 'failed' ? 'text-danger' : 'text-good'}`}>
        {state === 'copied' && m.shopping_copied()}
        {state === 'failed' && m.shopping_copy_failed()}
      </span>
      <IconButton icon={Share2} label={m.shopping_share()} title={m.shopping_share()} onClick={() => void share()} />
      <IconButton icon={Printer} label={m.shopping_print()} title={m.shopping_print()} onClick={() => print()} />
    </div>
  )
}
