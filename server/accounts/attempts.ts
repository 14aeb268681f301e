import { setTimeout as wait } from 'node:timers/promises'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { DEVICE_CODE_MINUTES } from '#domain/device-code.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import type { Settings } from '../settings/settings.ts'
import { LimitedKeys } from './limited-keys.ts'
import type { Limit, MakeLimit } from './limits.ts'

/** Rate limits. `network` is where a request comes from: see `clientNetwork`. */
export interface Attempts {
  /** @throws AppError too_many_requests */
  countSignIn: (email: string, network: string) => Promise<void>
  /** A correct password resets the count. */
  resetSignIn: (email: string, network: string) => Promise<void>
  /** @throws AppError too_many_requests */
  countSignUp: (network: string) => Promise<void>
  /** The invitation exists. @throws AppError too_many_requests */
  countJoining: (invitationId: string) => Promise<void>
  /** An invitation is looked up by its token. @throws AppError too_many_requests */
  countToken: (network: string) => Promise<void>
  /** A token that exists does not count. */
  forgetToken: (network: string) => Promise<void>
  /** A code from another device is tried. @throws AppError too_many_requests */
  countCode: (network: string) => Promise<void>
  /** A correct code does not count. */
  uncountCode: (network: string) => Promise<void>
  /** The options for signing in with a passkey are asked for. @throws AppError too_many_requests */
  countPasskeyRequest: (network: string) => Promise<void>
  /** A passkey is tried. @throws AppError too_many_requests */
  countPasskey: (network: string) => Promise<void>
  /** One that works does not count. */
  uncountPasskey: (network: string) => Promise<void>
  /** A user begins to add a passkey. @throws AppError too_many_requests */
  countPasskeyMade: (personId: string) => Promise<void>
  /** A text is requested from the AI provider. @throws AppError too_many_requests */
  countAiText: (personId: string) => Promise<void>
  /** Somebody searches the bundled places, or asks for a time zone. @throws AppError too_many_requests */
  countPlaceLookup: (personId: string) => Promise<void>
  /** Somebody has the geocoder asked. @throws AppError too_many_requests */
  countGeocoding: (personId: string) => Promise<void>
  /** The geocoder is asked, for whom does not matter. @throws AppError geocoder_busy */
  countGeocoderRequest: () => Promise<void>
  /** Waits until no process on this database has asked the geocoder for a second. @throws AppError geocoder_busy */
  takeGeocoderTurn: () => Promise<void>
  /** The weather service is asked, because of this user or network. @throws AppError too_many_requests */
  countWeather: (key: string) => Promise<void>
  /** A calendar app reads a user's feed. @throws AppError too_many_requests */
  countCalendar: (feed: { id: string; user_id: string }) => Promise<void>
  /** A calendar app asks for a feed that does not exist. @throws AppError too_many_requests */
  countCalendarToken: (network: string) => Promise<void>
  /** Something is written. @throws AppError too_many_writes */
  countWrite: (personId: string) => Promise<void>
  /**
   * Limits how many texts are made for one user at a time. Returns a function that releases the slot.
   * @throws AppError too_many_requests
   */
  acquireAiSlot: (personId: string) => Promise<() => Promise<void>>
  /** A user exports all of their data. @throws AppError too_many_requests */
  countExport: (personId: string) => Promise<void>
  /** A link for a forgotten password is requested. @throws AppError too_many_requests */
  countRecovery: (email: string, network: string) => Promise<void>
  /** An invitation is sent by mail. @throws AppError too_many_mails */
  countInvitationMail: (personId: string, recipient: string) => Promise<void>
  /** Takes one count back, for users who only asked whether they may export. */
  uncountExport: (personId: string) => Promise<void>
  /** A device code is created. @throws AppError too_many_requests */
  countCodeMade: (personId: string) => Promise<void>
}

/** Several times what the largest group needs if half of the answers are lost. */
const JOINS_PER_HOUR = 600

/** Unknown tokens per network and hour. A network may be a whole campsite. */
const WRONG_TOKENS = 200

/** Wrong codes per network, which may be a whole campsite, within the lifetime of a code. */
const WRONG_CODES = 60
/**
 * Wrong codes from everywhere. With a thousand open codes, a guess succeeds in 1 of 300,000 such periods. An attacker
 * who uses up this limit blocks codes for a while, but not links.
 */
const ALL_WRONG_CODES = 3000
const CODES_MADE = 30

/** Passkeys that do not work per network, which may be a whole campsite. Nobody can guess one. */
const WRONG_PASSKEYS = 300
/** Each visit of the sign-in page asks for the options. */
const PASSKEY_REQUESTS = 2000
const PASSKEYS_MADE = 60
const EXPORTS_PER_HOUR = 10

/** Links for a forgotten password per hour: for one account, and from one network. */
const RECOVERIES = 5
const RECOVERIES_OF_NETWORK = 60

/** Invitations per day to one address, from any account: nobody is buried in mail. */
const INVITATIONS_PER_RECIPIENT = 5
/**
 * All accounts together may send this many times the mails of one account. This also stops people who create accounts
 * to send more.
 */
const ALL_INVITATIONS_FACTOR = 20

/** Bundled places and zones, per user and minute: a device that completes thousands of places needs some 500. */
const PLACE_LOOKUPS_PER_MINUTE = 1000

/** How often a feed may be read per minute, and all feeds of a user. Calendar apps do so every few minutes at most. */
const CALENDARS_PER_MINUTE = 30
const CALENDARS_OF_USER_PER_MINUTE = 60

/** Searches by the geocoder per user and hour, and questions to it per day for everybody together. */
const GEOCODING_PER_HOUR = 60
const GEOCODER_REQUESTS_PER_DAY = 5000
/** How often to try for a turn, once per second, before giving up. */
const GEOCODER_TRIES = 8

const AI_SLOTS = 2
const AI_SLOT_MARGIN_SECONDS = 30

/** Wrong passwords per hour for one e-mail address, from any network. */
const WRONG_PASSWORDS = 100

/**
 * @param signInAttempts per e-mail address and network in 15 minutes
 * @param signUpsPerHour per network
 * @param ai what the operator pays for: texts per user and hour, and per day for everybody together
 */
export function createAttempts(
  {
    signInAttempts,
    signUpsPerHour,
    ai,
    weather,
    mail,
    writesPerMinute,
  }: Pick<Settings, 'signInAttempts' | 'signUpsPerHour' | 'ai' | 'writesPerMinute'> &
    Partial<Pick<Settings, 'mail' | 'weather'>>,
  limit: MakeLimit,
): Attempts {
  const quarter = 15 * 60
  const hour = 60 * 60
  const signIns = limit('sign-in', signInAttempts, quarter)
  // A network may be a whole campsite, but it must not try everybody's password.
  const signInsOfNetwork = limit('sign-in-network', signInAttempts * 30, quarter)
  const signInsOfAccount = limit('sign-in-account', Math.max(WRONG_PASSWORDS, signInAttempts), hour)
  const signUps = limit('sign-up', signUpsPerHour, hour)
  // By invitation, not by network: a household, or a whole campsite, shares one.
  const joins = limit('joining', JOINS_PER_HOUR, hour)
  const wrongTokens = limit('token', WRONG_TOKENS, hour)
  // Calendar apps go on asking for feeds that have ended. Invitations must still work in their network.
  const wrongCalendarTokens = limit('calendar-token', WRONG_TOKENS, hour)
  const codes = limit('code', WRONG_CODES, DEVICE_CODE_MINUTES * 60)
  const allCodes = limit('all-codes', ALL_WRONG_CODES, DEVICE_CODE_MINUTES * 60)
  const exports = limit('export', EXPORTS_PER_HOUR, hour)
  const codesMade = limit('code-made', CODES_MADE, DEVICE_CODE_MINUTES * 60)
  const wrongPasskeys = limit('passkey', WRONG_PASSKEYS, hour)
  const passkeyRequests = limit('passkey-request', PASSKEY_REQUESTS, hour)
  const passkeysMade = limit('passkey-made', PASSKEYS_MADE, hour)
  const recoveries = limit('recovery', RECOVERIES, hour)
  const recoveriesOfNetwork = limit('recovery-network', RECOVERIES_OF_NETWORK, hour)
  const perDay = mail?.invitationsPerDay ?? 0
  const mailsOfPerson = limit('mail', perDay, 24 * hour)
  const mailsToRecipient = limit('mail-recipient', INVITATIONS_PER_RECIPIENT, 24 * hour)
  const allMails = limit('all-mail', perDay * ALL_INVITATIONS_FACTOR, 24 * hour)
  const aiTexts = limit('ai', ai?.requestsPerHour ?? 1, hour)
  // The slot of a process that has died expires after the provider's timeout.
  const aiSlots = Array.from({ length: AI_SLOTS }, (_, slot) =>
    limit(`ai-turn-${slot}`, 1, (ai?.timeoutMs ?? 0) / 1000 + AI_SLOT_MARGIN_SECONDS),
  )
  const allAiTexts = limit('all-ai', ai?.requestsPerDay ?? 1, 24 * hour)
  const geocoding = limit('geocoding', GEOCODING_PER_HOUR, hour)
  const geocoderTurns = limit('geocoder-turn', 1, 1)
  const geocoderRequests = limit('geocoder', GEOCODER_REQUESTS_PER_DAY, 24 * hour)
  const weatherOfKey = limit('weather', weather?.requestsPerHour ?? 1, hour)
  const allWeather = limit('all-weather', weather?.requestsPerDay ?? 1, 24 * hour)
  const calendars = countInMemory('calendar', CALENDARS_PER_MINUTE, 'too_many_requests')
  const calendarsOfUser = countInMemory('calendar-user', CALENDARS_OF_USER_PER_MINUTE, 'too_many_requests')
  const account = (email: string) => email.toLowerCase()
  const key = (email: string, network: string) => `${account(email)} ${network}`
  return {
    countSignIn: async (email, network) => {
      await signInsOfNetwork.count(network)
      await signIns.count(key(email, network))
      await signInsOfAccount.count(account(email))
    },
    resetSignIn: async (email, network) => {
      await signIns.reset(key(email, network))
      await signInsOfAccount.uncount(account(email))
    },
    countSignUp: (network) => signUps.count(network),
    countJoining: (invitationId) => joins.count(invitationId),
    countToken: (network) => wrongTokens.count(network),
    forgetToken: (network) => wrongTokens.uncount(network),
    countCode: async (network) => {
      await codes.count(network)
      await allCodes.count('all')
    },
    uncountCode: async (network) => {
      await codes.uncount(network)
      await allCodes.uncount('all')
    },
    countPasskeyRequest: (network) => passkeyRequests.count(network),
    countPasskey: (network) => wrongPasskeys.count(network),
    uncountPasskey: (network) => wrongPasskeys.uncount(network),
    countPasskeyMade: (personId) => passkeysMade.count(personId),
    countAiText: async (personId) => {
      await aiTexts.count(personId)
      await allAiTexts.count('all')
    },
    countPlaceLookup: countInMemory('place-lookup', PLACE_LOOKUPS_PER_MINUTE, 'too_many_requests'),
    countGeocoding: (personId) => geocoding.count(personId),
    countGeocoderRequest: () =>
      geocoderRequests.count('all').catch((refused) => {
        throw isTooMany(refused)
          ? new AppError('geocoder_busy', undefined, { retryAfterSeconds: refused.retryAfterSeconds })
          : refused
      }),
    takeGeocoderTurn: async () => {
      for (let tries = 0; tries < GEOCODER_TRIES; tries++) {
        if (await tryAcquire(geocoderTurns, 'all')) return
        await wait(1000)
      }
      throw new AppError('geocoder_busy', undefined, { retryAfterSeconds: GEOCODER_TRIES })
    },
    countWeather: async (key) => {
      await weatherOfKey.count(key)
      await allWeather.count('all')
    },
    countCalendar: async ({ id, user_id }) => {
      await calendars(id)
      await calendarsOfUser(user_id)
    },
    countCalendarToken: (network) => wrongCalendarTokens.count(network),
    countWrite: countInMemory('write', writesPerMinute, 'too_many_writes'),
    acquireAiSlot: async (personId) => {
      for (const slot of aiSlots) if (await tryAcquire(slot, personId)) return () => slot.reset(personId)
      throw new AppError('too_many_requests')
    },
    countExport: async (personId) => {
      await exports.count(personId).catch((refused) => {
        if (!(refused instanceof AppError)) throw refused
        const message = m.api_errors_too_many_exports({ count: EXPORTS_PER_HOUR })
        throw new AppError(refused.code, message, { retryAfterSeconds: refused.retryAfterSeconds })
      })
    },
    uncountExport: (personId) => exports.uncount(personId),
    countRecovery: async (email, network) => {
      await recoveriesOfNetwork.count(network)
      await recoveries.count(account(email))
    },
    countInvitationMail: async (personId, recipient) => {
      try {
        await mailsOfPerson.count(personId)
        await mailsToRecipient.count(account(recipient))
        await allMails.count('all')
      } catch (refused) {
        if (!(refused instanceof AppError) || refused.code !== 'too_many_requests') throw refused
        throw new AppError('too_many_mails', undefined, { retryAfterSeconds: refused.retryAfterSeconds })
      }
    },
    countCodeMade: (personId) => codesMade.count(personId),
  }
}

/**
 * Counts per user and minute what is too frequent for the database: every tick is a write, and every letter a search.
 * Each process counts in memory.
 */
function countInMemory(
  name: string,
  perMinute: number,
  code: 'too_many_writes' | 'too_many_requests',
): (personId: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  const keys = new LimitedKeys()
  return async (personId) => {
    await limiter.consume(keys.keyFor(name, personId, 60)).catch((refused) => {
      if (!(refused instanceof RateLimiterRes)) throw refused
      // After the clock was ahead, the counter seems to last longer.
      const retryAfterSeconds = Math.min(60, Math.max(1, Math.ceil(refused.msBeforeNext / 1000)))
      throw new AppError(code, undefined, { retryAfterSeconds })
    })
  }
}

async function tryAcquire(slot: Limit, key: string): Promise<boolean> {
  try {
    await slot.count(key)
    return true
  } catch (refused) {
    if (isTooMany(refused)) return false
    throw refused
  }
}

const isTooMany = (refused: unknown): refused is AppError =>
  refused instanceof AppError && refused.code === 'too_many_requests'
