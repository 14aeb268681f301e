import { useEffect, useId, useRef } from 'react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { keyOf } from './draft-dialogs.ts'
import type { EditDialog } from './open-dialog.ts'
import type { Drafts } from './use-drafts.ts'

interface DraftNoticesProps {
  drafts: Pick<Drafts, 'list' | 'drop'>
  /** The key of the dialog that was just closed; '' for none. */
  left: string
  onContinue: (dialog: EditDialog) => void
  /** A notice is gone together with its buttons. */
  onDiscarded: () => void
}

/** Shows what was entered in dialogs and not saved, so that nobody believes it was. */
export function DraftNotices({ drafts, left, onContinue, onDiscarded }: DraftNoticesProps) {
  return drafts.list().map((dialog) => (
    <DraftNotice
      key={keyOf(dialog)}
      words={draftWords(dialog)}
      hasJustClosed={keyOf(dialog) === left}
      onContinue={() => onContinue(dialog)}
      onDiscard={() => {
        drafts.drop(dialog)
        onDiscarded()
      }}
    />
  ))
}

interface DraftNoticeProps {
  words: string
  hasJustClosed: boolean
  onContinue: () => void
  onDiscard: () => void
}

function DraftNotice({ words, hasJustClosed, onContinue, onDiscard }: DraftNoticeProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  // Somewhere down a long list nobody would see that it is not saved.
  useEffect(() => {
    if (!hasJustClosed) return
    // The closed dialog returns the focus first.
    const frame = requestAnimationFrame(() => button.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [hasJustClosed])
  return (
    <div className="print:hidden">
      <Notice
        tone="warn"
        action={
          <div className="flex flex-wrap gap-2">
            <Button
              ref={button}
              variant="quiet"
              className="scroll-mt-36 text-sm"
              aria-describedby={id}
              onClick={onContinue}
            >
              {m.costs_draft_continue()}
            </Button>
            <Button variant="quiet" className="text-sm" aria-describedby={id} onClick={onDiscard}>
              {m.costs_discard()}
            </Button>
          </div>
        }
      >
        <p id={id}>{words}</p>
      </Notice>
    </div>
  )
}

function draftWords(dialog: EditDialog): string {
  const name = dialog.is === 'expense' || dialog.is === 'fee' ? dialog.editing.form.name.trim() : ''
  const isNew = dialog.isNew ? 'yes' : 'no'
  return name === '' ? m.costs_draft({ is: dialog.is, isNew }) : m.costs_draft_named({ name, isNew })
}
