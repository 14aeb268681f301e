import { SESSION_MINUTES } from '#domain/api/auth.ts'
import * as m from '#messages'
import { findReturnTarget, findSignOutReason } from '#web/data/session/return-target.ts'
import { Notice } from '#web/ui/notice.tsx'

const reasons = {
  inactive: m.session_signed_out_inactive({ minutes: SESSION_MINUTES }),
  ended: m.session_ended(),
  removed: m.session_signed_out_removed(),
}

/** Why the sign-in page appeared, and what the person gets after signing in. */
export function SignOutReasonNotice() {
  const why = findSignOutReason()
  const left = findReturnTarget()
  if (!why && !left) return null
  if (why === 'removed') return <Notice>{reasons[why]}</Notice>
  return (
    <Notice>
      {[why && reasons[why], whatNext(left?.isShared ?? false, why !== undefined)].filter(Boolean).join(' ')}
    </Notice>
  )
}

function whatNext(isShared: boolean, wasSignedIn: boolean): string {
  if (isShared) return m.session_why_shared()
  return wasSignedIn ? m.session_why_continue() : m.session_why_trip()
}
