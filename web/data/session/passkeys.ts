import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type SessionResponse, sessionResponse } from '#domain/api/auth.ts'
import {
  CHALLENGE_MINUTES,
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

/** @throws AppError */
const load = () =>
  loadWebauthn().catch((failure) => {
    throw new AppError('unreachable', undefined, { cause: failure })
  })

/** The first page is complete by then. */
const SUGGEST_AFTER_MS = 1000
/** Renewed a minute before the challenge expires, so that there is time to touch the sensor. */
const RENEW_MS = (CHALLENGE_MINUTES - 1) * 60_000
const CHECK_MS = 15_000

export const passkeys: Query<PasskeysResponse> = {
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

/**
 * Creates a passkey on this device. `error` is the failure itself, so that the form can mark the field. `reset` and
 * leaving the page also close the browser's dialog.
 */
export function useAddingPasskey(onDone: () => void) {
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  const adding = useAsyncAction(async (body: PasskeyCreation) => {
    let isStopped = false
    let end = () => {}
    stop.current = () => {
      isStopped = true
      end()
    }
    const options = await request(`${PASSKEYS}/creation`, { method: 'POST', body, schema: passkeyOptions })
    const { startRegistration, WebAuthnAbortService } = await load()
    if (isStopped) throw notMade()
    end = () => WebAuthnAbortService.cancelCeremony()
    const made = await startRegistration({ optionsJSON: options as never })
      .catch((failure) => {
        throw notMade(failure)
      })
      .finally(() => {
        end = () => {}
      })
    const { response, ...common } = made
    await request(PASSKEYS, { method: 'POST', body: { ...common, response } as NewPasskey, schema: passkey })
    await fetchAgain()
  }, onDone)
  return {
    ...adding,
    reset: () => {
      stop.current()
      adding.reset()
    },
  }
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

/**
 * Signs in with a passkey after the button is pressed.
 * @param onAsking called with true when it begins, and with false if it fails
 */
export function usePasskeySignIn(onAsking: (isAsking: boolean) => void = () => {}) {
  const wish = useAsyncAction(async () => {
    onAsking(true)
    try {
      const options = await requestOptions()
      const { startAuthentication } = await load()
      const signed = await startAuthentication({ optionsJSON: options }).catch((failure) => {
        throw new AppError('passkey_refused', m.passkeys_not_used(), { cause: failure })
      })
      return await signIn(signed)
    } catch (failure) {
      onAsking(false)
      throw failure
    }
  }, enter)
  return { ...wish, error: errorText(wish.error, m.passkeys_sign_in_failed()) }
}

/**
 * Lets the browser suggest passkeys at the sign-in field while the page is open. Shows a failure only after a passkey
 * was chosen.
 * @param isAsking whether the button has opened the browser's dialog, which suggestions would close
 */
export function usePasskeySuggestions(isAsking: boolean) {
  const [round, setRound] = useState(0)
  const startAgain = () => setRound((last) => last + 1)
  const signingIn = useAsyncAction(
    (signed: PasskeyAssertion) =>
      signIn(signed).catch((failure) => {
        startAgain()
        throw failure
      }),
    enter,
  )
  const choose = useEffectEvent(signingIn.send)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again
  useEffect(() => {
    if (isAsking || !canUsePasskeys()) return
    const suggestions = suggestPasskeys(choose)
    const renew = () => {
      if (document.visibilityState === 'visible' && !suggestions.areFresh()) startAgain()
    }
    const timer = setInterval(renew, CHECK_MS)
    document.addEventListener('visibilitychange', renew)
    addEventListener('online', renew)
    return () => {
      suggestions.end()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
      removeEventListener('online', renew)
    }
  }, [isAsking, round])
  return {
    isPending: signingIn.isPending,
    error: errorText(signingIn.error, m.passkeys_sign_in_failed()),
    forget: signingIn.reset,
  }
}

/** Asks the browser for suggestions once it has painted the page. If the server doesn't respond, there are none. */
function suggestPasskeys(onChosen: (signed: PasskeyAssertion) => void) {
  let isOver = false
  let askedAt = Number.NEGATIVE_INFINITY
  let cancel = () => {}
  const ask = async () => {
    if (!(await hasSuggestions()) || isOver) return
    const options = await requestOptions()
    const { startAuthentication, WebAuthnAbortService } = await load()
    if (isOver) return
    cancel = () => WebAuthnAbortService.cancelCeremony()
    askedAt = Date.now()
    onChosen(await startAuthentication({ optionsJSON: options, useBrowserAutofill: true }))
    cancel = () => {}
  }
  const timer = setTimeout(() => {
    ask().catch(() => {
      askedAt = Number.NEGATIVE_INFINITY
    })
  }, SUGGEST_AFTER_MS)
  return {
    /** Whether the browser is suggesting passkeys with a challenge that has not expired. */
    areFresh: () => Date.now() - askedAt < RENEW_MS,
    end: () => {
      isOver = true
      clearTimeout(timer)
      cancel()
    },
  }
}

async function hasSuggestions(): Promise<boolean> {
  return (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) === true
}

async function requestOptions() {
  return (await request(`${PASSKEYS}/request`, { method: 'POST', schema: passkeyOptions })) as never
}

const enter = (answer: SessionResponse) => session.enter(answer)

const signIn = (signed: unknown): Promise<SessionResponse> =>
  request('/auth/v1/token?grant_type=passkey', {
    method: 'POST',
    body: signed as PasskeyAssertion,
    schema: sessionResponse,
  })

/** Browsers do not say whether somebody cancelled or nothing fits, so that pages cannot find out who has a passkey. */
function notMade(failure?: Error): AppError {
  const isThere = failure?.name === 'InvalidStateError'
  if (isThere) return new AppError('passkey_exists', m.api_errors_passkey_exists(), { cause: failure })
  return new AppError('passkey_refused', m.passkeys_not_made(), { cause: failure })
}

const fetchAgain = () => queryCache.fetchFresh(passkeys).catch(() => {})
