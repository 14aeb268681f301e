import { navigate } from 'wouter/use-browser-location'
import { session } from './data/session/current-session.ts'

/** Whoever signs in or out, here or in another tab, arrives at `/`. A session that was only found at the start stays where it is. */
export function followSession(): void {
  let before = session.getState().status
  session.onAuthStateChange(() => {
    const { status } = session.getState()
    if (before !== 'loading' && status !== before) navigate('/', { replace: status === 'signed_out' })
    before = status
  })
}
