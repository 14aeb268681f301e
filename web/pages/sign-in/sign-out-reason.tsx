import { SESSION_MINUTES } from '#domain/api/auth.ts'
import * as m from '#messages'
import { findReturnTarget, findSignOutReason } from '#web/data/session/return-target.ts'
import { Notice } from '#web/ui/notice.tsx'

const reasons = {
  inactive: m.session_signed_out_inactive({ minutes: SESSION_MINUTES }),
  ended: m.session_ended(),
  removed: m.session_signed_out_removed(),
}

/**
 * Why the sign-in page appeared, and what the person gets after signing in.
 * @param mayRegister whether they may create an account; undefined until it is known
 */
export function SignOutReasonNotice({ mayRegister }: { mayRegister: boolean | undefined }) {
  const why = findSignOutReason()
  const left = findReturnTarget()
  if (!why && !left) return null
  if (why === 'removed') return <Notice>{reasons[why]}</Notice>
  const textIf = (may: boolean) =>
    [why && reasons[why], whatNext(left?.isShared ?? false, why !== undefined, may)].filter(Boolean).join(' ')
  const [shown, longest] = [textIf(mayRegister ?? false), textIf(true)]
  if (shown === longest) return <Notice>{shown}</Notice>
  return (
    <Notice>
      <div className="grid *:[grid-area:1/1]">
        {/* Keeps the room of the longest text, so that the fields below never move. */}
        <span aria-hidden="true" className="invisible">
          {longest}
        </span>
        <span>{shown}</span>
      </div>
    </Notice>
  )
}

function whatNext(isShared: boolean, wasSignedIn: boolean, mayRegister: boolean): string {
  if (isShared) return mayRegister ? m.session_why_shared() : m.session_why_shared_closed()
  if (wasSignedIn) return m.session_why_continue()
  return mayRegister ? m.session_why_trip() : m.session_why_trip_closed()
}
