import { useEffect, useState } from 'react'
import * as m from '#messages'
import { plan } from '#web/data/root/plan.ts'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'

/**
 * Escape closes a field, or the dialog that it is in, and what was typed is saved. Then this offers to take back what
 * was typed since the field got the focus (decision 73). It watches all fields of a trip that are saved as they are
 * typed.
 */
export function TypedText({ tripId }: { tripId: string }) {
  const [undo, setUndo] = useState<Undo>()
  useEffect(() => {
    let field: EventTarget | null = null
    let typed = plan.findPlan(tripId)?.recordTyping()
    // A window that gets the focus again gives it to the same field.
    const onFocus = ({ target }: FocusEvent) => {
      if (target === field) return
      field = target
      typed = plan.findPlan(tripId)?.recordTyping()
    }
    const onKeyDown = ({ key, isComposing, target }: KeyboardEvent) => {
      if (key !== 'Escape' || isComposing || !isTextField(target)) return
      const [here, name] = [typed, target.labels?.[0]?.textContent ?? '']
      // Once the key has closed the field.
      setTimeout(() => {
        const open = plan.findPlan(tripId)
        if (target.isConnected || !here || !open?.canTakeBack(here)) return
        setUndo({ text: m.common_changed({ name }), undo: () => open.takeBack(here) })
      })
    }
    document.addEventListener('focusin', onFocus)
    // Before a dialog closes and the focus moves on.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [tripId])
  return <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
}

const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
