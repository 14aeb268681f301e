import {
  OWN_DEVICE,
  REFRESH_SECONDS,
  SESSION_HINT_COOKIE,
  SESSION_MINUTES,
  type SessionAnswer,
  sessionAnswer,
} from '#domain/api/auth.ts'
import type { Credentials, Registration } from '#domain/api/credentials.ts'
import { AppError } from '#domain/errors.ts'
import { isGuest, type User, user } from '#domain/person.ts'
import { isOwnDevice } from '../device/offline-choices.ts'
import { openTabChannel } from '../device/tab-channel.ts'
import { deviceStorage } from '../device/web-storage.ts'
import { markSessionStarted, onNotSignedIn, request } from '../http/http.ts'
import { logFailure } from '../log.ts'

/*
 * Who is signed in here.
 * Job: the session of this browser: established at start, kept alive by activity, ended by logout, by the server or
 *   after 30 minutes without activity, but for a guest's and on a device that keeps a trip; all tabs agree.
 * Invariants: the token is a cookie that no script sees; the state goes from loading to signed in or signed out, once;
 *   every change of it is told to the listeners, and to the other tabs unless it came from there.
 * Failure: a logout that does not reach the server still signs out here, and is sent again at the next start; without a
 *   network the session is neither ended nor judged: whoever was signed in last starts as that person, until the server
 *   says otherwise.
 */

export const authEvents = [
  'signed_in',
  'signed_out',
  'token_refreshed',
  'user_updated',
  'password_recovery',
  'mfa_verified',
] as const
export type AuthEvent = (typeof authEvents)[number]
/** Why somebody is not signed in any more who did not sign out; `removed`: there is no such account any more. */
export type SignOutReason = 'inactive' | 'ended' | 'removed'
export type AuthListener = (event: AuthEvent, user: User | null) => void

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'signed_in'; user: User }
  | { status: 'signed_out'; user: null }

type Begun = Omit<SessionAnswer, 'expires_in'>

/** Choosing a new password by a link signs in too. */
export const beginsSession = (event: AuthEvent): boolean => event === 'signed_in' || event === 'password_recovery'

const SESSION_MS = SESSION_MINUTES * 60_000
const REFRESH_MS = REFRESH_SECONDS * 1000
const RETRY_MS = 3000
/** While somebody reads what is kept here there is no hurry. */
const CALM_RETRY_MS = 20_000
/** The other tabs learn of activity through the storage; this often is enough against 30 minutes. */
const SHARE_ACTIVITY_MS = 5000
const ACTIVITY_KEY = 'wayfare.activity'
const LOGOUT_KEY = 'wayfare.logout-to-send'
export const PERSON_KEY = 'wayfare.person'
/** The secret by which a joining that is sent again is known: see join.ts. */
export const DEVICE_KEY = 'wayfare.device'
/** The news that the person has been told here: see use-link-use.ts. */
export const TOLD_KEY = 'wayfare.told'
const COPIES_KEY = 'wayfare.copies-to-drop'
/** Whose copies wait here for them to sign in again. */
const OWNER_KEY = 'wayfare.owner'
/** How long the server may take to confirm a session that the browser does not vouch for. */
const PATIENCE_MS = 3000

type Message = { event: AuthEvent; user: User | null; why?: SignOutReason | undefined }

export class Session {
  #state: SessionState = { status: 'loading', user: null }
  #news: Begun | undefined
  #signOutReason: SignOutReason | undefined
  #isLeaving = false
  readonly #listeners = new Set<AuthListener>()
  readonly #channel = openTabChannel('wayfare-session')
  #lastActivity = Date.now()
  #lastShared = 0
  #lastRefresh = 0
  #inactivityTimer: ReturnType<typeof setTimeout> | undefined
  #refreshTimer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (beginsSession(data.event)) markSessionStarted()
      this.#change(data.event, data.user, data.why)
    }
    onNotSignedIn(() => {
      if (this.#state.status === 'signed_in') this.announce('signed_out', null, this.#isLeaving ? undefined : 'ended')
    })
  }

  /** The current state; the same object until something changes. */
  getState = (): SessionState => this.#state

  /** What the server has said of the person beside who it is; the same object until it says more. */
  getNews = (): Begun | undefined => (this.#news?.user.id === this.#state.user?.id ? this.#news : undefined)

  /** Why nobody is signed in any more; undefined where that was their wish. */
  getSignOutReason = (): SignOutReason | undefined => this.#signOutReason

  /** The signed-in person, or null. */
  getCurrentUser(): User | null {
    return this.#state.user
  }

  /** The signed-in person, or null, as soon as it is known which. */
  whenKnown(): Promise<User | null> {
    if (this.#state.status !== 'loading') return Promise.resolve(this.#state.user)
    return new Promise((resolve) => {
      const end = this.onAuthStateChange((_event, user) => {
        end()
        resolve(user)
      })
    })
  }

  /** Calls `listener` with every auth state change from now on. Answers the function that ends it. */
  onAuthStateChange = (listener: AuthListener): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Establishes the session at the start of the app: who the browser's cookie stands for, or nobody. */
  async init(): Promise<void> {
    if (deviceStorage.getItem(LOGOUT_KEY)) await this.#sendLogout()
    const kept = keptPerson()
    if (!hasSessionHint() && !kept) return this.#change('signed_out', null)
    // The browser says that the session lives: the server confirms it while the trips that are kept here are shown.
    if (kept && hasSessionHint()) this.#change('signed_in', kept)
    const validated = this.#validateUntilAnswered()
    if (!kept) await validated
    else if (!hasSessionHint()) await Promise.race([validated, this.#startAs(kept)])
  }

  /** Starts without the server's word when that does not come: offline nobody could sign in. */
  async #startAs(person: User): Promise<void> {
    if (navigator.onLine !== false) await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
    if (this.#state.status === 'loading') this.#change('signed_in', person)
  }

  async #validateUntilAnswered(): Promise<void> {
    for (;;) {
      const failure = await this.#validate()
      if (!failure || this.#state.status === 'signed_out') return
      // Without a network that is no mishap, where what is kept here is shown meanwhile.
      const isWaitedFor = this.#state.status === 'loading'
      if (isWaitedFor) logFailure('The session could not be checked', failure)
      await new Promise((resolve) => setTimeout(resolve, isWaitedFor ? RETRY_MS : CALM_RETRY_MS))
    }
  }

  /**
   * Asks the server whether the session is valid, and takes over what has changed about the person. Restarts the
   * inactivity timer. Answers false when the session has ended, or when the server did not say.
   */
  async validateSession(): Promise<boolean> {
    const failure = await this.#validate()
    if (failure) logFailure('The session could not be checked', failure)
    return !failure && this.#state.status === 'signed_in'
  }

  /** Answers why the server did not say anything; undefined where it did. */
  async #validate(): Promise<unknown> {
    const before = this.#state
    try {
      const answer = await request('/auth/v1/user', { schema: sessionAnswer })
      const { user } = answer
      if (this.#state !== before && this.#state.status === 'signed_out') return undefined
      if (this.#state.status !== 'signed_in') this.#change('signed_in', user)
      else if (JSON.stringify(user) !== JSON.stringify(this.#state.user)) this.announce('user_updated', user)
      this.#heed(answer)
      this.resetSessionTimer()
      return undefined
    } catch (failure) {
      if (failure instanceof AppError && failure.code === 'not_signed_in') {
        if (this.#state.status === 'loading') this.#change('signed_out', null, keptPerson() && 'ended')
        return undefined
      }
      return failure
    }
  }

  /** @throws AppError whose message the person is shown; it may be empty */
  async login(credentials: Credentials): Promise<void> {
    const body: Credentials = { email: credentials.email, password: credentials.password }
    this.enter(await request('/auth/v1/token?grant_type=password', { method: 'POST', body, schema: sessionAnswer }))
  }

  /** Creates an account and signs in with it. @throws AppError whose message the person is shown; it may be empty */
  async register(registration: Registration): Promise<void> {
    this.enter(await request('/auth/v1/signup', { method: 'POST', body: registration, schema: sessionAnswer }))
  }

  /** Takes over a session that the server has just begun with its answer. `event` says how the person came in. */
  enter(answer: Begun, event: AuthEvent = 'signed_in'): void {
    // The server ended the former session with this one's start.
    deviceStorage.removeItem(LOGOUT_KEY)
    markSessionStarted()
    this.announce(event, answer.user)
    this.#heed(answer, true)
  }

  /** Keeps what the server says beside who it is. What was so before a session began here is no news here. */
  #heed(answer: Begun, isNew = false): void {
    if (!answer.news) return
    if (isNew) deviceStorage.setItem(TOLD_KEY, JSON.stringify(answer.news))
    this.#news = answer
    this.#tell('user_updated')
  }

  /** Signs out here and in all tabs, whether or not the server can be told now. */
  async logout(why?: SignOutReason): Promise<void> {
    await this.#leave()
    this.#forgetPerson(why)
  }

  /** As `logout`, unless the server cannot be reached. Answers whether it was. */
  async logoutIfReached(): Promise<boolean> {
    const failure = await this.#leave()
    if (failure instanceof AppError && failure.code === 'unreachable') {
      // They are signed in still, and the next start has nothing to send.
      deviceStorage.removeItem(LOGOUT_KEY)
      return false
    }
    this.#forgetPerson()
    return true
  }

  async #leave(): Promise<unknown> {
    this.#isLeaving = true
    const failure = await this.#sendLogout()
    this.#isLeaving = false
    return failure
  }

  #forgetPerson(why?: SignOutReason): void {
    // Who joins on this device next is somebody else.
    deviceStorage.removeItem(DEVICE_KEY)
    this.announce('signed_out', null, why)
  }

  /** Starts the 30 minutes without activity anew. */
  resetSessionTimer(): void {
    this.#lastActivity = Date.now()
    if (this.#lastActivity - this.#lastShared >= SHARE_ACTIVITY_MS) {
      this.#lastShared = this.#lastActivity
      deviceStorage.setItem(ACTIVITY_KEY, String(this.#lastActivity))
    }
    if (this.#state.status === 'signed_in' && this.#inactivityTimer === undefined) this.#watchInactivity(SESSION_MS)
  }

  /** To be called with every sign of life of the person: restarts the timer, and tells the server at most once a minute. */
  recordActivity = (): void => {
    if (this.#state.status !== 'signed_in') return
    this.resetSessionTimer()
    this.#refreshTimer ??= setTimeout(() => this.#refresh(), Math.max(0, this.#lastRefresh + REFRESH_MS - Date.now()))
  }

  /**
   * To be called when the page is looked at again: ends a session whose time ran out meanwhile, else validates it.
   * Answers whether it ends now; without a network it does not yet.
   */
  recordReturn = (): boolean => {
    if (this.#state.status !== 'signed_in') return false
    const isOver = this.#timeLeft() <= 0
    if (isOver) this.#watchInactivity(0)
    else if (Date.now() - this.#lastRefresh >= REFRESH_MS) void this.validateSession()
    return isOver && navigator.onLine !== false
  }

  /** Takes over an auth state change and tells everybody, the other tabs included. */
  announce(event: AuthEvent, user: User | null, why?: SignOutReason): void {
    this.#channel.postMessage({ event, user, why } satisfies Message)
    this.#change(event, user, why)
  }

  #change(event: AuthEvent, user: User | null, why?: SignOutReason): void {
    this.#signOutReason = why
    const before = keptPerson()
    const owner = deviceStorage.getItem(OWNER_KEY)
    if (before && !user && why === 'ended' && !isGuest(before) && isOwnDevice(before.id))
      deviceStorage.setItem(OWNER_KEY, before.id)
    else if ((before && before.id !== user?.id) || (owner && user && owner !== user.id))
      deviceStorage.setItem(COPIES_KEY, '1')
    if (user) deviceStorage.removeItem(OWNER_KEY)
    if (event === 'signed_out') {
      this.#stopTimers()
      forgetSessionHint()
      deviceStorage.removeItem(PERSON_KEY)
      this.#state = { status: 'signed_out', user: null }
    } else if (user) {
      this.#state = { status: 'signed_in', user }
      deviceStorage.setItem(PERSON_KEY, JSON.stringify(user))
      if (beginsSession(event)) this.#lastRefresh = Date.now()
      // A guest who gets an account is signed out after 30 minutes like everybody.
      if (beginsSession(event) || (isGuest(before ?? null) && !isGuest(user))) this.resetSessionTimer()
    }
    this.#tell(event)
  }

  #tell(event: AuthEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event, this.#state.user)
      } catch (failure) {
        // The others hear of it all the same.
        logFailure('A change of the session was not taken over', failure)
      }
    }
  }

  /** Tells the server at once: for when the device has become its person's own, or is so no more. */
  refreshNow(): Promise<void> {
    return this.#refresh()
  }

  async #refresh(): Promise<void> {
    clearTimeout(this.#refreshTimer)
    this.#refreshTimer = undefined
    this.#lastRefresh = Date.now()
    try {
      const own = isOwnDevice(this.#state.user?.id) ? `&${OWN_DEVICE}` : ''
      const answer = await request(`/auth/v1/token?grant_type=refresh_token${own}`, {
        method: 'POST',
        schema: sessionAnswer,
      })
      if (this.#state.status !== 'signed_in') return
      this.#change('token_refreshed', answer.user)
      this.#heed(answer)
    } catch (failure) {
      // That the session has ended is no mishap; http.ts has told it already.
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
      if (this.#timeLeft() > 0) this.#watchInactivity(this.#timeLeft())
      // Without a network nobody could sign in again, so the sign-out waits for it.
      else if (navigator.onLine === false) addEventListener('online', () => this.#watchInactivity(0), { once: true })
      else void this.logout('inactive')
    }, ms)
  }

  #timeLeft(): number {
    // A guest has nothing to sign in again with; a device that keeps a trip is its person's own.
    if (isGuest(this.#state.user) || isOwnDevice(this.#state.user?.id)) return Number.POSITIVE_INFINITY
    const last = Math.max(this.#lastActivity, Number(deviceStorage.getItem(ACTIVITY_KEY)) || 0)
    return last + SESSION_MS - Date.now()
  }

  /** Answers what failed, if anything did: it is sent again at the next start. */
  async #sendLogout(): Promise<unknown> {
    try {
      await request('/auth/v1/logout', { method: 'POST' })
      deviceStorage.removeItem(LOGOUT_KEY)
      return undefined
    } catch (failure) {
      deviceStorage.setItem(LOGOUT_KEY, '1')
      logFailure('The server could not be told of the sign-out', failure)
      return failure
    }
  }

  #stopTimers(): void {
    clearTimeout(this.#inactivityTimer)
    clearTimeout(this.#refreshTimer)
    this.#inactivityTimer = this.#refreshTimer = undefined
  }
}

/** Whether the server has told this browser that somebody is signed in. */
export function hasSessionHint(): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${SESSION_HINT_COOKIE}=`))
}

function forgetSessionHint(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${SESSION_HINT_COOKIE}=; Path=/; Max-Age=0`
}

/** Who was signed in here last and has not signed out. */
export function keptPerson(): User | undefined {
  const person = user.safeParse(JSON.parse(deviceStorage.getItem(PERSON_KEY) ?? 'null'))
  return person.success ? person.data : undefined
}

/** Whether somebody was signed in here of whom this device still keeps copies. */
export function hasCopiesToDrop(): boolean {
  return deviceStorage.getItem(COPIES_KEY) !== null
}

export function forgetCopiesToDrop(): void {
  deviceStorage.removeItem(COPIES_KEY)
}
