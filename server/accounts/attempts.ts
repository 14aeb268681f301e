import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { DEVICE_CODE_MINUTES } from '#domain/device-code.ts'
import { AppError } from '#domain/errors.ts'
import type { Settings } from '../settings.ts'
import { LimitedKeys } from './limited-keys.ts'
import type { Limit, MakeLimit } from './limits.ts'

/** Says no to whoever tries passwords or makes accounts too often. `network` tells from where: see `clientNetwork`. */
export interface Attempts {
  /** @throws AppError too_many_requests */
  countSignIn: (email: string, network: string) => Promise<void>
  /** A right password clears what was counted. */
  forgetSignIn: (email: string, network: string) => Promise<void>
  /** @throws AppError too_many_requests */
  countSignUp: (network: string) => Promise<void>
  /** By an invitation that exists. @throws AppError too_many_requests */
  countJoining: (invitationId: string) => Promise<void>
  /** An invitation is looked for by its token. @throws AppError too_many_requests */
  countToken: (network: string) => Promise<void>
  /** A token that exists counts nothing. */
  forgetToken: (network: string) => Promise<void>
  /** Of a code from another device. @throws AppError too_many_requests */
  countCode: (network: string) => Promise<void>
  /** A right code counts nothing. */
  forgetCode: (network: string) => Promise<void>
  /** A text is asked of the AI provider. @throws AppError too_many_requests */
  countAiText: (personId: string) => Promise<void>
  /** Something is changed. @throws AppError too_many_writes */
  countWrite: (personId: string) => Promise<void>
  /**
   * So many texts are made for one person at a time. Answers what gives the turn back.
   * @throws AppError too_many_requests
   */
  acquireAiSlot: (personId: string) => Promise<() => Promise<void>>
  /** Somebody gets everything of theirs. @throws AppError too_many_requests */
  countExport: (personId: string) => Promise<void>
  /** Somebody asks for a link for a forgotten password. @throws AppError too_many_requests */
  countRecovery: (email: string, network: string) => Promise<void>
  /** Somebody sends an invitation by mail. @throws AppError too_many_mails */
  countInvitationMail: (personId: string, recipient: string) => Promise<void>
  /** Takes back what was counted of somebody who has only asked whether they may. */
  uncountExport: (personId: string) => Promise<void>
  /** A code is made. @throws AppError too_many_requests */
  countCodeMade: (personId: string) => Promise<void>
}

/** Several times what the largest group needs with half of the answers lost. */
const JOININGS_PER_HOUR = 600

/** So many tokens that no invitation has may come from one address, which may be a whole campsite's, within an hour. */
const WRONG_TOKENS = 200

/** So many wrong codes may come from one address, which may be a whole campsite's, within the time that a code is good. */
const WRONG_CODES = 60
/**
 * And so many altogether: where a thousand codes are open at once, one of those tries in 300,000 such times is right.
 * Whoever uses them up keeps the others from codes for a while, but not from links.
 */
const WRONG_CODES_ALTOGETHER = 3000
const CODES_MADE = 30
const EXPORTS_PER_HOUR = 10
const TOO_MANY_EXPORTS = `You have saved your data ${EXPORTS_PER_HOUR} times within an hour. Please try again in an hour.`

/** Links for a forgotten password that are asked for within an hour: for one account, and from one network. */
const RECOVERIES = 5
const RECOVERIES_OF_NETWORK = 60

/** Invitations that one address gets within a day, from whomever: nobody is buried in mail. */
const INVITATIONS_FOR_ONE = 5
/** So many times as many as one account all accounts may send together: whoever makes accounts to send more comes to an end as well. */
const ALL_INVITATIONS_TIMES = 20

const AI_TEXTS_AT_A_TIME = 2
const AI_TURN_MARGIN_SECONDS = 30

/** Wrong passwords for one e-mail from wherever they come: so many an hour, whatever network somebody tries from. */
const WRONG_PASSWORDS = 100

/**
 * @param signInAttempts per e-mail and network in 15 minutes
 * @param signUpsPerHour per network
 * @param ai what the operator pays for: so many texts per person and hour, and so many a day of everybody together
 */
export function createAttempts(
  {
    signInAttempts,
    signUpsPerHour,
    ai,
    mail,
    writesPerMinute,
  }: Pick<Settings, 'signInAttempts' | 'signUpsPerHour' | 'ai' | 'writesPerMinute'> & Partial<Pick<Settings, 'mail'>>,
  limit: MakeLimit,
): Attempts {
  const quarter = 15 * 60
  const hour = 60 * 60
  const signIns = limit('sign-in', signInAttempts, quarter)
  // One network may be a whole campsite; it may still not try everybody's password.
  const signInsOfNetwork = limit('sign-in-network', signInAttempts * 30, quarter)
  const signInsOfAccount = limit('sign-in-account', Math.max(WRONG_PASSWORDS, signInAttempts), hour)
  const signUps = limit('sign-up', signUpsPerHour, hour)
  // By invitation, not by network: a household, or a whole campsite, shares one.
  const joinings = limit('joining', JOININGS_PER_HOUR, hour)
  const wrongTokens = limit('token', WRONG_TOKENS, hour)
  const codes = limit('code', WRONG_CODES, DEVICE_CODE_MINUTES * 60)
  const allCodes = limit('all-codes', WRONG_CODES_ALTOGETHER, DEVICE_CODE_MINUTES * 60)
  const exports = limit('export', EXPORTS_PER_HOUR, hour)
  const codesMade = limit('code-made', CODES_MADE, DEVICE_CODE_MINUTES * 60)
  const recoveries = limit('recovery', RECOVERIES, hour)
  const recoveriesOfNetwork = limit('recovery-network', RECOVERIES_OF_NETWORK, hour)
  const perDay = mail?.invitationsPerDay ?? 0
  const mailsOfPerson = limit('mail', perDay, 24 * hour)
  const mailsForOne = limit('mail-recipient', INVITATIONS_FOR_ONE, 24 * hour)
  const allMails = limit('all-mail', perDay * ALL_INVITATIONS_TIMES, 24 * hour)
  const aiTexts = limit('ai', ai?.requestsPerHour ?? 1, hour)
  // A turn of a process that has died ends by itself, once the provider would have been given up as well.
  const aiTurns = Array.from({ length: AI_TEXTS_AT_A_TIME }, (_, turn) =>
    limit(`ai-turn-${turn}`, 1, (ai?.timeoutMs ?? 0) / 1000 + AI_TURN_MARGIN_SECONDS),
  )
  const allAiTexts = limit('all-ai', ai?.requestsPerDay ?? 1, 24 * hour)
  const account = (email: string) => email.toLowerCase()
  const key = (email: string, network: string) => `${account(email)} ${network}`
  return {
    countSignIn: async (email, network) => {
      await signInsOfNetwork.count(network)
      await signIns.count(key(email, network))
      await signInsOfAccount.count(account(email))
    },
    forgetSignIn: async (email, network) => {
      await signIns.forget(key(email, network))
      await signInsOfAccount.uncount(account(email))
    },
    countSignUp: (network) => signUps.count(network),
    countJoining: (invitationId) => joinings.count(invitationId),
    countToken: (network) => wrongTokens.count(network),
    forgetToken: (network) => wrongTokens.uncount(network),
    countCode: async (network) => {
      await codes.count(network)
      await allCodes.count('all')
    },
    forgetCode: async (network) => {
      await codes.uncount(network)
      await allCodes.uncount('all')
    },
    countAiText: async (personId) => {
      await aiTexts.count(personId)
      await allAiTexts.count('all')
    },
    countWrite: countWritesAlone(writesPerMinute),
    acquireAiSlot: async (personId) => {
      for (const turn of aiTurns) if (await isFree(turn, personId)) return () => turn.forget(personId)
      throw new AppError('too_many_requests')
    },
    countExport: async (personId) => {
      await exports.count(personId).catch((refused) => {
        if (!(refused instanceof AppError)) throw refused
        throw new AppError(refused.code, TOO_MANY_EXPORTS, { retryAfterSeconds: refused.retryAfterSeconds })
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
        await mailsForOne.count(account(recipient))
        await allMails.count('all')
      } catch (refused) {
        if (!(refused instanceof AppError) || refused.code !== 'too_many_requests') throw refused
        throw new AppError('too_many_mails', undefined, { retryAfterSeconds: refused.retryAfterSeconds })
      }
    },
    countCodeMade: (personId) => codesMade.count(personId),
  }
}

/** Counts what one person changes within a minute. Each process for itself, in memory: this is asked with every tick. */
function countWritesAlone(perMinute: number): (personId: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  const keys = new LimitedKeys()
  return async (personId) => {
    await limiter.consume(keys.keyFor('write', personId, 60)).catch((refused) => {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      throw new AppError('too_many_writes', undefined, { retryAfterSeconds })
    })
  }
}

/** Takes what one has at a time, unless it is taken. */
async function isFree(turn: Limit, key: string): Promise<boolean> {
  try {
    await turn.count(key)
    return true
  } catch (refused) {
    if (refused instanceof AppError && refused.code === 'too_many_requests') return false
    throw refused
  }
}
