import { DEVICE_CODE_MINUTES } from '#domain/device-code.ts'
import type { Settings } from '../settings.ts'
import type { MakeLimit } from './limits.ts'

/** Says no to whoever tries passwords or makes accounts too often. `network` tells from where: see `clientNetwork`. */
export interface Attempts {
  /** @throws AppError too_many_requests */
  countSignIn: (email: string, network: string) => Promise<void>
  /** A right password clears what was counted. */
  forgetSignIn: (email: string, network: string) => Promise<void>
  /** @throws AppError too_many_requests */
  countSignUp: (network: string) => Promise<void>
  /** @throws AppError too_many_requests */
  countJoining: (token: string) => Promise<void>
  /** Of a code from another device. @throws AppError too_many_requests */
  countCode: (network: string) => Promise<void>
  /** A right code counts nothing. */
  forgetCode: (network: string) => Promise<void>
  /** A text is asked of the AI provider. @throws AppError too_many_requests */
  countAiText: (personId: string) => Promise<void>
  /** A code is made. @throws AppError too_many_requests */
  countCodeMade: (personId: string) => Promise<void>
}

/** Several times what the largest group needs with half of the answers lost. */
const JOININGS_PER_HOUR = 600

/** So many wrong codes may come from one address, which may be a whole campsite's, within the time that a code is good. */
const WRONG_CODES = 60
/**
 * And so many altogether: where a thousand codes are open at once, one of those tries in 300,000 such times is right.
 * Whoever uses them up keeps the others from codes for a while, but not from links.
 */
const WRONG_CODES_ALTOGETHER = 3000
const CODES_MADE = 30

/** Wrong passwords for one e-mail from wherever they come: so many an hour, whatever network somebody tries from. */
const WRONG_PASSWORDS = 100

/**
 * @param signInAttempts per e-mail and network in 15 minutes
 * @param signUpsPerHour per network
 * @param ai what the operator pays for: so many texts per person and hour, and so many a day of everybody together
 */
export function createAttempts(
  { signInAttempts, signUpsPerHour, ai }: Pick<Settings, 'signInAttempts' | 'signUpsPerHour' | 'ai'>,
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
  const codes = limit('code', WRONG_CODES, DEVICE_CODE_MINUTES * 60)
  const allCodes = limit('all-codes', WRONG_CODES_ALTOGETHER, DEVICE_CODE_MINUTES * 60)
  const codesMade = limit('code-made', CODES_MADE, DEVICE_CODE_MINUTES * 60)
  const aiTexts = limit('ai', ai?.requestsPerHour ?? 1, hour)
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
    countJoining: (token) => joinings.count(token),
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
    countCodeMade: (personId) => codesMade.count(personId),
  }
}
