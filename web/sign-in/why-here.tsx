import { SESSION_MINUTES } from '#domain/api/auth.ts'
import { findLeftPage, findSignOutReason } from '#web/data/session/left-page.ts'
import { Notice } from '#web/ui/notice.tsx'

const reasons = {
  inactive: `You were signed out after ${SESSION_MINUTES} minutes without activity.`,
  ended: 'Your session has ended.',
  removed: 'Your account is deleted.',
}

/** Tells somebody who did not ask for this page why it is here, and what waits behind it. */
export function WhyHere() {
  const why = findSignOutReason()
  const left = findLeftPage()
  if (!why && !left) return null
  if (why === 'removed') return <Notice>{reasons[why]}</Notice>
  return (
    <Notice>
      {[why && reasons[why], whatNext(left?.isShared ?? false, why !== undefined)].filter(Boolean).join(' ')}
    </Notice>
  )
}

function whatNext(isShared: boolean, wasSignedIn: boolean): string {
  if (isShared) return 'A trip was shared with you. Sign in, or create an account, to open it.'
  return wasSignedIn ? 'Sign in to continue where you left off.' : 'Sign in, or create an account, to open this trip.'
}
