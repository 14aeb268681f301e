import { navigate } from 'wouter/use-browser-location'
import { startsSession } from '#web/data/auth/session.ts'
import { session } from '#web/data/root/session.ts'
import { stateAfterSessionEnd, stateAfterSignIn } from '#web/data/session/return-target.ts'
import { parseJoinPath } from './join-route.tsx'

/**
 * Goes to `/` when somebody signs in or out, here or in another tab. A session that was restored at the start stays on
 * its page, and somebody who signs in to join a trip stays on its invitation. `/` learns which trip they came from.
 * Returns what ends this.
 */
export function followSession(): () => void {
  let before = session.getState()
  return session.onAuthStateChange((event) => {
    const now = session.getState()
    const { status } = now
    const isJoining = status === 'signed_in' && parseJoinPath(location.pathname) !== undefined
    const isSomebodyElse = startsSession(event) && now.user?.id !== before.user?.id
    if (before.status !== 'loading' && (status !== before.status || isSomebodyElse) && !isJoining)
      navigate('/', {
        replace: status === 'signed_out',
        state:
          status === 'signed_out'
            ? stateAfterSessionEnd(before.user?.id)
            : before.user
              ? null
              : stateAfterSignIn(now.user?.id),
      })
    before = now
  })
}
