import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
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
}

/** Several times what the largest group needs with half of the answers lost. */
const JOININGS_PER_HOUR = 600

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
  }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  await limiter.consume(key).catch((refused) => {
    if (refused instanceof RateLimiterRes) throw new AppError('too_many_requests')
    throw refused
  })
}
