import { useState } from 'react'
import * as m from '#messages'
import { errorText } from '#web/data/http/error-text.ts'
import { useAsyncAction } from '#web/data/react/use-async-action.ts'
import { unsubscribe } from '#web/data/trips/notices.ts'
import { Backdrop } from '#web/ui/backdrop.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

/** The token of the address, which leaves the address bar at once. It is kept for a reload in this tab. */
function takeToken(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState({ ...history.state, unsubscribe: token }, '', location.pathname)
  return token || ((history.state as { unsubscribe?: string } | null)?.unsubscribe ?? '')
}

/** Where the link in a mail leads: no more mails about its trip. Works without signing in. */
export function UnsubscribePage() {
  const [token] = useState(takeToken)
  const [tripName, setTripName] = useState<string>()
  const { send, isPending, error } = useAsyncAction(unsubscribe, ({ trip_name }) => setTripName(trip_name))
  useDocumentTitle(m.notices_unsubscribe_title())
  const isDone = tripName !== undefined
  return (
    <>
      <Backdrop type="car_trip" isQuiet />
      <main className="mx-auto grid w-full max-w-md grow content-start gap-4 px-4 pt-10 pb-8">
        <h1 className="text-3xl max-sm:text-2xl">{m.notices_unsubscribe_title()}</h1>
        <p role="status" className="wrap-anywhere">
          {isDone ? m.notices_unsubscribe_done({ trip: tripName }) : m.notices_unsubscribe_what()}
        </p>
        {!isDone && token === '' && <ErrorBox message={m.notices_unsubscribe_no_token()} />}
        {error && <ErrorBox message={errorText(error, m.notices_not_saved()) ?? ''} />}
        {!isDone && token !== '' && (
          <Button busy={isPending} onClick={() => send(token)}>
            {m.notices_unsubscribe_button()}
          </Button>
        )}
        <p>
          <a href="/" className="text-action underline">
            {m.notices_unsubscribe_home()}
          </a>
        </p>
      </main>
    </>
  )
}
