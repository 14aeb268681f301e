import { RefreshCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { Notice } from '#web/ui/notice.tsx'
import { changesSentence } from './change-words.ts'
import type { ListChanges } from './use-list-changes.ts'

const ChangesDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./changes-dialog.tsx'))).ChangesDialog,
}))

/** Says what changed since the list was last seen on this device. */
export function ChangesNotice({ list }: { list: ListChanges }) {
  const [isOpen, setIsOpen] = useState(false)
  const finish = () => {
    setIsOpen(false)
    list.settle()
  }
  return (
    <section aria-label={m.shopping_changes_label()} className="print:hidden">
      <Notice
        tone="warn"
        icon={RefreshCw}
        action={
          <div className="flex gap-2">
            <Button variant="quiet" className="text-sm" onClick={() => setIsOpen(true)}>
              {m.shopping_changes_show()}
            </Button>
            <Button variant="quiet" className="text-sm" onClick={list.settle}>
              {m.shopping_changes_seen()}
            </Button>
          </div>
        }
      >
        {changesSentence(list)}
      </Notice>
      <Suspense>{isOpen && <ChangesDialog list={list} onClose={finish} />}</Suspense>
    </section>
  )
}
