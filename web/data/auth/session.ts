import {
  OFFLINE_COPY_PARAM,
  REFRESH_SECONDS,
  SESSION_HINT_COOKIE,
  SESSION_MINUTES,
  type SessionResponse,
  type SigningOut,
  sessionResponse,
} from '#domain/api/auth.ts'
import type { Credentials, Registration } from '#domain/api/credentials.ts'
import { AppError } from '#domain/errors.ts'
import { isGuest, type User, user } from '#domain/person.ts'
import { markSessionStarted, onNotSignedIn, request } from '../http/http.ts'
import { logFailure } from '../log.ts'
import type { PageEvents } from '../page-events.ts'
import { markCopiesToDrop } from '../storage/copies-to-drop.ts'
import { isOwnDevice } from '../storage/offline-choices.ts'
import { openTabChannel } from '../storage/tab-channel.ts'
import { deviceStorage } from '../storage/web-storage.ts'

/*
 * The session of this browser.
 * Job: establishes the session at start and renews it with activity. It ends by logout, by the server, or after 30
 *   minutes of inactivity, except for guests and on devices with a trip available offline. All tabs agree.
 * Invariants: the token is a cookie that scripts cannot read; the state leaves `loading` once; every change notifies
 *   the listeners, and the other tabs unless it came from one.
 * Failure: a logout that does not reach the server still signs out here, and is sent again at the next start. Offline,
 *   no session ends: the app starts as the last signed-in person until the server says otherwise.
 */

const authEvents = [
  'signed_in',
  'signed_out',
  'token_refreshed',
  'user_updated',
  'password_recovery',
  'mfa_verified',
] as const
export type AuthEvent = (typeof authEvents)[number]
/** Why a session ended without the person signing out. `removed`: the account no longer exists. */
export type SignOutReason = 'inactive' | 'ended' | 'removed'
export type AuthListener = (event: AuthEvent, user: User | null) => void

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'signed_in'; user: User }
  | { status: 'signed_out'; user: null }

type StartedSession = Omit<SessionResponse, 'expires_in'>

/** A password reset by a link signs in too. */
export const startsSession = (event: AuthEvent): boolean => event === 'signed_in' || event === 'password_recovery'

const SESSION_MS = SESSION_MINUTES * 60_000
const REFRESH_MS = REFRESH_SECONDS * 1000
const RETRY_MS = 3000
/** Used while the person can read the persisted trips. */
const SLOW_RETRY_MS = 20_000
/** How often activity is shared with the other tabs through localStorage. */
const SHARE_ACTIVITY_MS = 5000
const ACTIVITY_KEY = 'wayfare.activity'
const LOGOUT_KEY = 'wayfare.logout-to-send'
/** What it says of a sign-out after 30 minutes; '1' of one that somebody asked for. */
const INACTIVE = 'inactive'
export const PERSON_KEY = 'wayfare.person'
/** Value: the device id by which the server recognizes a retried join request (join.ts). */
export const DEVICE_KEY = 'wayfare.device'
/** Value: the news that the person dismissed (use-link-use.ts). */
export const DISMISSED_NEWS_KEY = 'wayfare.told'
/** Value: the person whose copies stay here until they sign in again. */
const OWNER_KEY = 'wayfare.owner'
/** How long to wait for the server to confirm a session for which there is no hint cookie. */
const VALIDATION_TIMEOUT_MS = 3000

type Message = { event: AuthEvent; user: User | null; why?: SignOutReason | undefined }

export class Session {
  #state: SessionState = { status: 'loading', user: null }
  #news: StartedSession | undefined
  #signOutReason: SignOutReason | undefined
  #isLoggingOut = false
  readonly #page: PageEvents
  readonly #listeners = new Set<AuthListener>()
  readonly #channel = openTabChannel('wayfare-session')
  #lastActivity = Date.now()
  #lastShared = 0
  #lastRefresh = 0
  #inactivityTimer: ReturnType<typeof setTimeout> | undefined
  #refreshTimer: ReturnType<typeof setTimeout> | undefined

  constructor(page: PageEvents) {
    this.#page = page
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (startsSession(data.event)) markSessionStarted()
      this.#change(data.event, data.user, data.why)
    }
    onNotSignedIn(() => {
      if (this.#state.status === 'signed_in')
        this.announce('signed_out', null, this.#isLoggingOut ? undefined : 'ended')
    })
  }

  /** The current state; the same object until something changes. */
  getState = (): SessionState => this.#state

  /** The news that the server sent for the current person; the same object until it sends more. */
  getNews = (): StartedSession | undefined => (this.#news?.user.id === this.#state.user?.id ? this.#news : undefined)

  /** Why the session ended; undefined if the person signed out. */
  getSignOutReason = (): SignOutReason | undefined => this.#signOutReason

  getCurrentUser(): User | null {
    return this.#state.user
  }

  /** Resolves with the signed-in person or null, once that is known. */
  whenKnown(): Promise<User | null> {
    if (this.#state.status !== 'loading') return Promise.resolve(this.#state.user)
    return new Promise((resolve) => {
      const unsubscribe = this.onAuthStateChange((_event, user) => {
        unsubscribe()
        resolve(user)
      })
    })
  }

  /** Calls `listener` with every auth state change. Returns the function that unsubscribes it. */
  onAuthStateChange = (listener: AuthListener): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Establishes the session at the start of the app. */
  async init(): Promise<void> {
    const unsent = deviceStorage.getItem(LOGOUT_KEY)
    if (unsent) await this.#sendLogout(unsent === INACTIVE)
    const lastPerson = findLastPerson()
    if (!hasSessionHint() && !lastPerson) return this.#change('signed_out', null)
    // With a hint cookie the app starts at once, with the persisted trips, while the server confirms the session.
    if (lastPerson && hasSessionHint()) this.#change('signed_in', lastPerson)
    const validated = this.#validateUntilAnswered()
    if (!lastPerson) await validated
    else if (!hasSessionHint()) await Promise.race([validated, this.#assumeSignedIn(lastPerson)])
  }

  /** Starts as the last person if the server does not answer: offline, nobody could sign in. */
  async #assumeSignedIn(person: User): Promise<void> {
    if (navigator.onLine !== false) await new Promise((resolve) => setTimeout(resolve, VALIDATION_TIMEOUT_MS))
    if (this.#state.status === 'loading') this.#change('signed_in', person)
  }

  async #validateUntilAnswered(): Promise<void> {
    for (;;) {
      const failure = await this.#validate()
      if (!failure || this.#state.status === 'signed_out') return
      // Being offline is no failure while the app shows persisted trips.
      const isBlocking = this.#state.status === 'loading'
      if (isBlocking) logFailure('The session could not be checked', failure)
      await new Promise((resolve) => setTimeout(resolve, isBlocking ? RETRY_MS : SLOW_RETRY_MS))
    }
  }

  /**
   * Asks the server whether the session is valid, and updates the person. Restarts the inactivity timer.
   * Returns false if the session has ended or the server did not answer.
   */
  async validateSession(): Promise<boolean> {
    const failure = await this.#validate()
    if (failure) logFailure('The session could not be checked', failure)
    return !failure && this.#state.status === 'signed_in'
  }

  /** Returns the failure if the server did not answer. */
  async #validate(): Promise<unknown> {
    const before = this.#state
    try {
      const answer = await request('/auth/v1/user', { schema: sessionResponse })
      const { user } = answer
      if (this.#state !== before && this.#state.status === 'signed_out') return undefined
      if (this.#state.status !== 'signed_in') this.#change('signed_in', user)
      else if (JSON.stringify(user) !== JSON.stringify(this.#state.user)) this.announce('user_updated', user)
      this.#setNews(answer)
      this.resetSessionTimer()
      return undefined
    } catch (failure) {
      if (failure instanceof AppError && failure.code === 'not_signed_in') {
        if (this.#state.status === 'loading') this.#change('signed_out', null, findLastPerson() && 'ended')
        return undefined
      }
      return failure
    }
  }

  /** @throws AppError whose message the person is shown; it may be empty */
  async login(credentials: Credentials): Promise<void> {
    const body: Credentials = { email: credentials.email, password: credentials.password }
    this.enter(await request('/auth/v1/token?grant_type=password', { method: 'POST', body, schema: sessionResponse }))
  }

  /** Creates an account and signs in with it. @throws AppError whose message the person is shown; it may be empty */
  async register(registration: Registration): Promise<void> {
    this.enter(await request('/auth/v1/signup', { method: 'POST', body: registration, schema: sessionResponse }))
  }

  /** Adopts a session that the server has just started. */
  enter(answer: StartedSession, event: AuthEvent = 'signed_in'): void {
    // Starting this session ended the former one on the server.
    deviceStorage.removeItem(LOGOUT_KEY)
    markSessionStarted()
    this.announce(event, answer.user)
    this.#setNews(answer, true)
  }

  /** @param isStart whether the session starts now: older news then counts as dismissed */
  #setNews(answer: StartedSession, isStart = false): void {
    if (!answer.news) return
    if (isStart) deviceStorage.setItem(DISMISSED_NEWS_KEY, JSON.stringify(answer.news))
    this.#news = answer
    this.#notify('user_updated')
  }

  /** Signs out in all tabs, even if the server cannot be reached. */
  async logout(why?: SignOutReason): Promise<void> {
    await this.#endSession(why === 'inactive')
    this.#forgetPerson(why)
  }

  /** Signs out only if the server can be reached. Returns whether it was. */
  async logoutIfReachable(): Promise<boolean> {
    const failure = await this.#endSession()
    if (failure instanceof AppError && failure.code === 'unreachable') {
      // The person stays signed in, so the next start must not send a logout.
      deviceStorage.removeItem(LOGOUT_KEY)
      return false
    }
    this.#forgetPerson()
    return true
  }

  async #endSession(isInactive = false): Promise<unknown> {
    this.#isLoggingOut = true
    const failure = await this.#sendLogout(isInactive)
    this.#isLoggingOut = false
    return failure
  }

  #forgetPerson(why?: SignOutReason): void {
    // The next person to join on this device is somebody else.
    deviceStorage.removeItem(DEVICE_KEY)
    this.announce('signed_out', null, why)
  }

  /** Restarts the 30 minutes of inactivity. */
  resetSessionTimer(): void {
    this.#lastActivity = Date.now()
    if (this.#lastActivity - this.#lastShared >= SHARE_ACTIVITY_MS) {
      this.#lastShared = this.#lastActivity
      deviceStorage.setItem(ACTIVITY_KEY, String(this.#lastActivity))
    }
    if (this.#state.status === 'signed_in' && this.#inactivityTimer === undefined) this.#watchInactivity(SESSION_MS)
  }

  /** Call this on every activity. Restarts the timer, and refreshes the session at most once a minute. */
  recordActivity = (): void => {
    if (this.#state.status !== 'signed_in') return
    this.resetSessionTimer()
    this.#refreshTimer ??= setTimeout(() => this.#refresh(), Math.max(0, this.#lastRefresh + REFRESH_MS - Date.now()))
  }

  /**
   * Call this when the page becomes visible. Ends a session that expired meanwhile, otherwise validates it.
   * Returns whether the session ends now; offline, it does not end yet.
   */
  handleVisible = (): boolean => {
    if (this.#state.status !== 'signed_in') return false
    const isOver = this.#getTimeLeft() <= 0
    if (isOver) this.#watchInactivity(0)
    else if (Date.now() - this.#lastRefresh >= REFRESH_MS) void this.validateSession()
    return isOver && navigator.onLine !== false
  }

  /** Applies an auth state change and notifies the listeners, in the other tabs too. */
  announce(event: AuthEvent, user: User | null, why?: SignOutReason): void {
    this.#channel.postMessage({ event, user, why } satisfies Message)
    this.#change(event, user, why)
  }

  #change(event: AuthEvent, user: User | null, why?: SignOutReason): void {
    this.#signOutReason = why
    const previous = findLastPerson()
    const owner = deviceStorage.getItem(OWNER_KEY)
    if (previous && !user && why === 'ended' && !isGuest(previous) && isOwnDevice(previous.id))
      deviceStorage.setItem(OWNER_KEY, previous.id)
    else if ((previous && previous.id !== user?.id) || (owner && user && owner !== user.id)) markCopiesToDrop()
    if (user) deviceStorage.removeItem(OWNER_KEY)
    if (event === 'signed_out') {
      this.#stopTimers()
      forgetSessionHint()
      deviceStorage.removeItem(PERSON_KEY)
      this.#state = { status: 'signed_out', user: null }
    } else if (user) {
      this.#state = { status: 'signed_in', user }
      deviceStorage.setItem(PERSON_KEY, JSON.stringify(user))
      if (startsSession(event)) this.#lastRefresh = Date.now()
      // The inactivity limit starts to apply to a guest who gets an account.
      if (startsSession(event) || (isGuest(previous ?? null) && !isGuest(user))) this.resetSessionTimer()
    }
    this.#notify(event)
  }

  #notify(event: AuthEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event, this.#state.user)
      } catch (failure) {
        // One failing listener must not keep the others from being notified.
        logFailure('A session listener failed', failure)
      }
    }
  }

  /** Reports to the server at once whether this is the person's own device. Call this when that changes. */
  refreshNow(): Promise<void> {
    return this.#refresh()
  }

  async #refresh(): Promise<void> {
    clearTimeout(this.#refreshTimer)
    this.#refreshTimer = undefined
    this.#lastRefresh = Date.now()
    try {
      const ownDevice = isOwnDevice(this.#state.user?.id) ? `&${OFFLINE_COPY_PARAM}` : ''
      const answer = await request(`/auth/v1/token?grant_type=refresh_token${ownDevice}`, {
        method: 'POST',
        schema: sessionResponse,
      })
      if (this.#state.status !== 'signed_in') return
      this.#change('token_refreshed', answer.user)
      this.#setNews(answer)
    } catch (failure) {
      // An ended session is not a failure; http.ts has already reported it.
      if (!(failure instanceof AppError && failure.code === 'not_signed_in'))
        logFailure('The session could not be refreshed', failure)
    }
  }

  #watchInactivity(ms: number): void {
    clearTimeout(this.#inactivityTimer)
    this.#inactivityTimer = undefined
    if (ms === Number.POSITIVE_INFINITY) return
    this.#inactivityTimer = setTimeout(() => {
      this.#inactivityTimer = undefined
      if (this.#getTimeLeft() > 0) this.#watchInactivity(this.#getTimeLeft())
      // Offline, nobody could sign in again, so the sign-out waits for the network.
      else if (navigator.onLine === false) this.#watchInactivityOnline()
      else void this.logout('inactive')
    }, ms)
  }

  #watchInactivityOnline(): void {
    const end = this.#page.on('online', () => {
      end()
      this.#watchInactivity(0)
    })
  }

  #getTimeLeft(): number {
    // A guest could not sign in again. A device with a trip available offline is the person's own.
    if (isGuest(this.#state.user) || isOwnDevice(this.#state.user?.id)) return Number.POSITIVE_INFINITY
    const lastActivity = Math.max(this.#lastActivity, Number(deviceStorage.getItem(ACTIVITY_KEY)) || 0)
    return lastActivity + SESSION_MS - Date.now()
  }

  /** Returns the failure, if any. The next start then sends the logout again. */
  async #sendLogout(isInactive: boolean): Promise<unknown> {
    try {
      const body: SigningOut = { inactive: true }
      await request('/auth/v1/logout', { method: 'POST', ...(isInactive && { body }) })
      deviceStorage.removeItem(LOGOUT_KEY)
      return undefined
    } catch (failure) {
      deviceStorage.setItem(LOGOUT_KEY, isInactive ? INACTIVE : '1')
      logFailure('The sign-out could not be sent to the server', failure)
      return failure
    }
  }

  #stopTimers(): void {
    clearTimeout(this.#inactivityTimer)
    clearTimeout(this.#refreshTimer)
    this.#inactivityTimer = this.#refreshTimer = undefined
  }
}

/** Whether the cookie says that somebody is signed in. Scripts cannot read the session cookie itself. */
export function hasSessionHint(): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${SESSION_HINT_COOKIE}=`))
}

function forgetSessionHint(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${SESSION_HINT_COOKIE}=; Path=/; Max-Age=0`
}

/** Returns the last signed-in person who has not signed out. */
export function findLastPerson(): User | undefined {
  const person = user.safeParse(JSON.parse(deviceStorage.getItem(PERSON_KEY) ?? 'null'))
  return person.success ? person.data : undefined
}
