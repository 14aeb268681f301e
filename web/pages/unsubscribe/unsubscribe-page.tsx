import { useState } from 'react'
import { AppError } from '#domain/errors.ts'
import { UNSUBSCRIBE_PAGE } from '#domain/sign-in-links.ts'
import { withoutStrayEnd } from '#domain/stray-end.ts'
import * as m from '#messages'
import { errorText } from '#web/data/http/error-text.ts'
import { useAsyncAction } from '#web/data/react/use-async-action.ts'
import { findSecret, useSecretOfLink } from '#web/data/session/secret-of-link.ts'
import { unsubscribe } from '#web/data/trips/notice-settings.ts'
import { Backdrop } from '#web/ui/backdrop.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { Wordmark } from '#web/ui/wordmark.tsx'

/** Below this address a mail program ends the mails itself. An older service worker answers it with the app. */
const ONE_CLICK = `${UNSUBSCRIBE_PAGE}/`

function findInAddress(): string {
  const { pathname } = location
  return findSecret() || (pathname.startsWith(ONE_CLICK) ? withoutStrayEnd(pathname.slice(ONE_CLICK.length)) : '')
}

/** It is kept for a reload in this tab. */
const findToken = () => findInAddress() || ((history.state as { unsubscribe?: string } | null)?.unsubscribe ?? '')

/** Takes the token out of the address. */
function takeToken(): string {
  const token = findInAddress()
  if (token !== '') history.replaceState({ ...history.state, unsubscribe: token }, '', UNSUBSCRIBE_PAGE)
  return token
}

/** Where the link in a mail leads: no more mails about its trip. Works without signing in. */
export function UnsubscribePage() {
  const token = useSecretOfLink(findToken, takeToken)
  return <Unsubscribing key={token} token={token} />
}

function Unsubscribing({ token }: { token: string }) {
  const [tripName, setTripName] = useState<string>()
  const { send, isPending, error } = useAsyncAction(unsubscribe, ({ trip_name }) => setTripName(trip_name))
  useDocumentTitle(m.notices_unsubscribe_title())
  const isDone = tripName !== undefined
  const isWrongLink = error instanceof AppError && error.code === 'link_not_found'
  const canStop = !isDone && token !== '' && !isWrongLink
  return (
    <>
      <Backdrop type="car_trip" isQuiet />
      <header className="mx-auto flex min-h-17 w-full max-w-6xl items-center px-4 py-3">
        <Wordmark />
      </header>
      <main className="mx-auto w-full max-w-md grow px-4 py-2 sm:py-6">
        <Card className="grid grid-cols-1 gap-4 p-5">
          <h1 className="text-2xl">{m.notices_unsubscribe_title()}</h1>
          <p role="status" className="wrap-anywhere empty:hidden">
            {isDone && m.notices_unsubscribe_done({ trip: tripName })}
            {canStop && m.notices_unsubscribe_what()}
          </p>
          {!isDone && token === '' && <ErrorBox message={m.notices_unsubscribe_no_token()} />}
          {error && <ErrorBox message={errorText(error, m.notices_not_saved()) ?? ''} />}
          {canStop && (
            <Button busy={isPending} onClick={() => send(token)}>
              {m.notices_unsubscribe_button()}
            </Button>
          )}
          <a
            href="/"
            className="touch inline-flex items-center justify-self-center rounded-md px-3 text-sm text-action underline underline-offset-4"
          >
            {m.notices_unsubscribe_home()}
          </a>
        </Card>
      </main>
    </>
  )
}
