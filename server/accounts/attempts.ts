import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { DEVICE_CODE_MINUTES } from '#domain/device-code.ts'
import { AppError } from '#domain/errors.ts'
import { hashOf } from './secret.ts'

/** Says no to whoever tries passwords or makes accounts too often. `by` tells who tries, `address` from where. */
export interface Attempts {
  /** @throws AppError too_many_requests */
  countSignIn: (email: string, address: string) => Promise<void>
  /** A right password clears what was counted. */
  forgetSignIn: (email: string, address: string) => Promise<void>
  /** @throws AppError too_many_requests */
  countSignUp: (address: string) => Promise<void>
  /** @throws AppError too_many_requests */
  countJoining: (token: string) => Promise<void>
  /** Of a code from another device. @throws AppError too_many_requests */
  countCode: (address: string) => Promise<void>
  /** A right code counts nothing. */
  forgetCode: (address: string) => Promise<void>
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

/**
 * Counts within this process. Behind a load balancer each process allows as many, which still stops guessing.
 * @param signInAttempts per e-mail and address in 15 minutes
 * @param signUpsPerHour per address
 */
export function createAttempts({ signInAttempts, signUpsPerHour }: { signInAttempts: number; signUpsPerHour: number }): Attempts {
  const signIns = new RateLimiterMemory({ points: signInAttempts, duration: 15 * 60 })
  // One address may be a whole campsite; it may still not try everybody's password.
  const signInsOfAddress = new RateLimiterMemory({ points: signInAttempts * 30, duration: 15 * 60 })
  const signUps = new RateLimiterMemory({ points: signUpsPerHour, duration: 60 * 60 })
  // By invitation, not by address: a household, or a whole campsite, shares one.
  const joinings = new RateLimiterMemory({ points: JOININGS_PER_HOUR, duration: 60 * 60 })
  const codes = new RateLimiterMemory({ points: WRONG_CODES, duration: DEVICE_CODE_MINUTES * 60 })
  const allCodes = new RateLimiterMemory({ points: WRONG_CODES_ALTOGETHER, duration: DEVICE_CODE_MINUTES * 60 })
  const codesMade = new RateLimiterMemory({ points: CODES_MADE, duration: DEVICE_CODE_MINUTES * 60 })
  const key = (email: string, address: string) => `${email.toLowerCase()} ${address}`
  return {
    countSignIn: async (email, address) => {
      await consume(signInsOfAddress, address)
      await consume(signIns, key(email, address))
    },
    forgetSignIn: async (email, address) => {
      await signIns.delete(key(email, address))
    },
    countSignUp: (address) => consume(signUps, address),
    countJoining: (token) => consume(joinings, hashOf(token)),
    countCode: async (address) => {
      await consume(codes, address)
      await consume(allCodes, 'all')
    },
    forgetCode: async (address) => {
      await codes.reward(address)
      await allCodes.reward('all')
    },
    countCodeMade: (personId) => consume(codesMade, personId),
  }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  await limiter.consume(key).catch((refused) => {
    if (refused instanceof RateLimiterRes) throw new AppError('too_many_requests')
    throw refused
  })
}
