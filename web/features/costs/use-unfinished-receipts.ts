import { useCallback, useState } from 'react'
import * as m from '#messages'
import type { UnfinishedUploads } from './receipts-part.tsx'

type Act = 'save' | 'close'

/** What to say before an expense is saved, or its dialog closed, without receipts; '' for nothing. */
export function unfinishedWords({ active, failed }: UnfinishedUploads, act: Act): string {
  if (act === 'close' && active > 0) return m.receipts_still_uploading({ count: active })
  return failed > 0 ? m.receipts_not_added({ count: failed, act }) : ''
}

interface UnfinishedReceipts {
  isUploading: boolean
  /** What was said; '' for nothing. */
  words: string
  report: (uploads: UnfinishedUploads) => void
  /** Says what would be lost. Does it only if there is nothing to say, or if that was said before. */
  unlessLost: (act: Act, doIt: () => void) => void
}

/** The receipts that are not in the expense yet. */
export function useUnfinishedReceipts(): UnfinishedReceipts {
  const [uploads, setUploads] = useState<UnfinishedUploads>({ active: 0, failed: 0 })
  const [words, setWords] = useState('')
  const report = useCallback((now: UnfinishedUploads) => {
    setUploads(now)
    setWords('')
  }, [])
  const unlessLost = (act: Act, doIt: () => void) => {
    const next = unfinishedWords(uploads, act)
    if (next === '' || next === words) doIt()
    else setWords(next)
  }
  return { isUploading: uploads.active > 0, words, report, unlessLost }
}
