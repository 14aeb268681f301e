import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { EditDialog } from './open-dialog.ts'
import type { Drafts } from './use-drafts.ts'

interface DraftNoticesProps {
  drafts: Drafts
  onContinue: (dialog: EditDialog) => void
}

/** Shows what was entered in dialogs and not saved, so that nobody believes it was. */
export function DraftNotices({ drafts, onContinue }: DraftNoticesProps) {
  return drafts.list().map((dialog) => (
    <div key={dialog.editing.before.id} className="print:hidden">
      <Notice
        tone="warn"
        action={
          <div className="flex flex-wrap gap-2">
            <Button variant="quiet" className="text-sm" onClick={() => onContinue(dialog)}>
              {m.costs_draft_continue()}
            </Button>
            <Button variant="quiet" className="text-sm" onClick={() => drafts.drop(dialog)}>
              {m.costs_discard()}
            </Button>
          </div>
        }
      >
        {draftWords(dialog)}
      </Notice>
    </div>
  ))
}

function draftWords(dialog: EditDialog): string {
  const name = dialog.is === 'expense' ? dialog.editing.form.name.trim() : ''
  if (name !== '') return m.costs_draft_named({ name })
  return m.costs_draft({ is: dialog.is, isNew: dialog.isNew ? 'yes' : 'no' })
}
