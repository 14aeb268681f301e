import { useEffect, useState } from 'react'

const COPY_SHOWN_MS = 2000

type CopyState = 'idle' | 'copied' | 'failed'

/** Copies a text to the clipboard and reports the outcome for COPY_SHOWN_MS. */
export function useCopy(): { state: CopyState; copy: (text: string) => Promise<void> } {
  const [outcome, setOutcome] = useState<{ state: CopyState }>({ state: 'idle' })
  useEffect(() => {
    if (outcome.state === 'idle') return
    const timer = setTimeout(() => setOutcome({ state: 'idle' }), COPY_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async (text: string) => setOutcome({ state: (await putOnClipboard(text)) ? 'copied' : 'failed' })
  return { state: outcome.state, copy }
}

async function putOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** The old API, for plain-http addresses, where `navigator.clipboard` is missing. */
function copySelected(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'sr-only'
  const focused = document.activeElement
  // An open dialog traps the focus, so the field must be inside it.
  const place = focused?.closest('[role=dialog]') ?? document.body
  place.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
