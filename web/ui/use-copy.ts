import { useEffect, useState } from 'react'
import { copyText } from '#web/browser/clipboard.ts'

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
  const copy = async (text: string) => setOutcome({ state: (await copyText(text)) ? 'copied' : 'failed' })
  return { state: outcome.state, copy }
}
