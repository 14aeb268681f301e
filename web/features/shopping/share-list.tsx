import { Printer } from 'lucide-react'
import * as m from '#messages'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { ShareText } from '#web/trip-core/share-text.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { listAsText, type TitledGroup } from './list-text.ts'

interface ShareListProps {
  trip: string
  groups: readonly TitledGroup[]
  /** Names everybody, the current user too. */
  nameOf: NameOf
}

/** Sends the list as it is shown, or prints it. */
export function ShareList({ trip, groups, nameOf }: ShareListProps) {
  return (
    <div className="flex items-center print:hidden">
      <ShareText
        title={m.shopping_title()}
        label={m.shopping_share()}
        textOf={() => listAsText(trip, groups, nameOf)}
      />
      <IconButton icon={Printer} label={m.shopping_print()} title={m.shopping_print()} onClick={() => print()} />
    </div>
  )
}
