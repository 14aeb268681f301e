import { useEffect, useEffectEvent, useState } from 'react'
import { type SessionResponse, sessionResponse } from '#domain/api/auth.ts'
import {
  type NewPasskey,
  type PasskeyAssertion,
  type PasskeyCreation,
  type PasskeyName,
  type PasskeysResponse,
  passkey,
  passkeyOptions,
  passkeysResponse,
} from '#domain/api/passkeys.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { errorText } from '../http/error-text.ts'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { useQuery } from '../react/use-query.ts'
import { queryCache } from '../root/query-cache.ts'
import { session } from '../root/session.ts'

/*
 * Passkeys in this browser (WebAuthn).
 * Job: makes, lists and removes the user's passkeys, and signs in with one: after a press, or from the suggestions that
 *   the browser shows at a field with `autocomplete="username webauthn"`.
 * Invariants: a browser has one such question open at a time. A newer one ends the older, without a message.
 * Failure: what the browser refuses becomes an AppError whose message says what to do.
 */

const PASSKEYS = '/auth/v1/passkeys'

/** Its code loads when somebody needs it. */
export const loadWebauthn = () => import('@simplewebauthn/browser')

/** The first page is complete by then. */
const AUTOFILL_AFTER_MS = 1000

const passkeys: Query<PasskeysResponse> = {
  key: ['passkeys'],
  queryFn: () => request(PASSKEYS, { schema: passkeysResponse }),
  staleTimeMs: 1000,
  shouldRefetch: ({ error }) => error !== undefined,
}

/** Whether this browser can have passkeys at this address: only at one with a name, and only where it is secure. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname)
  return isSecureContext && !isAddress && typeof PublicKeyCredential === 'function'
}

/** Fetches the user's passkeys. Retries until the server answers. */
export function usePasskeys() {
  const { data, error } = useQuery(passkeys)
  return { data, error: data ? undefined : errorText(error, m.passkeys_not_loaded()) }
}

/** Makes a passkey on this device. Its `error` is the failure itself, for marking the field. */
export function useAddingPasskey(onDone: () => void) {
  return useAsyncAction(async (body: PasskeyCreation) => {
    const options = await request(`${PASSKEYS}/creation`, { method: 'POST', body, schema: passkeyOptions })
    const { startRegistration } = await loadWebauthn()
    const made = await startRegistration({ optionsJSON: options as never }).catch((failure) => {
      throw notMade(failure)
    })
    const { response, ...common } = made
    await request(PASSKEYS, { method: 'POST', body: { ...common, response } as NewPasskey, schema: passkey })
    await fetchAgain()
  }, onDone)
}

export function useRenamingPasskey(onDone: () => void) {
  return useAsyncAction(async ({ id, name }: PasskeyName & { id: string }) => {
    await request(`${PASSKEYS}/${id}`, { method: 'PATCH', body: { name } satisfies PasskeyName })
    await fetchAgain()
  }, onDone)
}

export function useRemovingPasskey(onDone: () => void) {
  return useAsyncAction(async (id: string) => {
    await request(`${PASSKEYS}/${id}`, { method: 'DELETE' })
    await fetchAgain()
  }, onDone)
}

/** Signs in with a passkey, after a press. `onEnd` is called after a failure. */
export function usePasskeySignIn(onEnd: () => void = () => {}) {
  const wish = useAsyncAction(
    () =>
      signIn({ useBrowserAutofill: false }).catch((failure) => {
        onEnd()
        throw failure
      }),
    (answer) => session.enter(answer),
  )
  return { ...wish, error: errorText(wish.error, m.passkeys_sign_in_failed()) }
}

/**
 * Lets the browser suggest passkeys at the sign-in field as long as the page is open.
 * @param round a new value asks again, after another question has ended this one
 */
export function usePasskeySuggestions(round: number) {
  const [error, setError] = useState<string>()
  const [failures, setFailures] = useState(0)
  const onFailure = useEffectEvent((failure: Error) => {
    setError(errorText(failure, m.passkeys_sign_in_failed()))
    setFailures(failures + 1)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round and failure asks again
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(async () => {
      if (!canUsePasskeys() || !(await hasSuggestions()) || isOver) return
      try {
        const answer = await signIn({ useBrowserAutofill: true, isOver: () => isOver })
        if (answer && !isOver) session.enter(answer)
      } catch (failure) {
        // Only what the server said about a passkey that somebody has chosen.
        if (!isOver && failure instanceof AppError && failure.code.startsWith('passkey_')) onFailure(failure)
      }
    }, AUTOFILL_AFTER_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      cancel?.()
      cancel = undefined
    }
  }, [round, failures])
  return { error, forget: () => setError(undefined) }
}

/** Ends the suggestions that the browser waits with. */
let cancel: (() => void) | undefined

async function hasSuggestions(): Promise<boolean> {
  return (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) === true
}

async function signIn(way: { useBrowserAutofill: false }): Promise<SessionResponse>
async function signIn(way: { useBrowserAutofill: true; isOver: () => boolean }): Promise<SessionResponse | undefined>
async function signIn({ useBrowserAutofill, isOver }: { useBrowserAutofill: boolean; isOver?: () => boolean }) {
  const options = await request(`${PASSKEYS}/request`, { method: 'POST', schema: passkeyOptions })
  const { startAuthentication, WebAuthnAbortService } = await loadWebauthn()
  if (isOver?.()) return undefined
  if (useBrowserAutofill) cancel = () => WebAuthnAbortService.cancelCeremony()
  else cancel = undefined
  const signed = await startAuthentication({ optionsJSON: options as never, useBrowserAutofill }).catch((failure) => {
    throw useBrowserAutofill ? failure : new AppError('passkey_refused', m.passkeys_not_used(), { cause: failure })
  })
  const body = signed as PasskeyAssertion
  return request('/auth/v1/token?grant_type=passkey', { method: 'POST', body, schema: sessionResponse })
}

/** Browsers do not say whether somebody cancelled or nothing fits, so that pages cannot find out who has a passkey. */
function notMade(failure: Error): AppError {
  const isThere = failure.name === 'InvalidStateError'
  if (isThere) return new AppError('passkey_exists', m.api_errors_passkey_exists(), { cause: failure })
  return new AppError('passkey_refused', m.passkeys_not_made(), { cause: failure })
}

const fetchAgain = () => queryCache.fetchFresh(passkeys).catch(() => {})
