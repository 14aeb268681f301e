import type { Registration } from '#domain/api/credentials.ts'
import { DEMO_EMAIL } from '#domain/demo-account.ts'
import { AppError } from '#domain/errors.ts'
import type { Db } from '../db/engine.ts'
import { hasAccount, signUp } from './sign-in.ts'

const demo: Registration = {
  email: DEMO_EMAIL,
  password: 'algonquin',
  data: { username: 'demo', full_name: 'Demo Camper', is_beta_user: true, referred_by: null },
}

export async function findDemoAccount(db: Db): Promise<{ email: string; password: string } | null> {
  return (await hasAccount(db, demo.email)) ? { email: demo.email, password: demo.password } : null
}

/** Creates the demo account, unless another process that starts at the same time was faster. */
export async function createDemoAccount(db: Db, clock: () => Date): Promise<void> {
  await signUp(db, demo, clock).catch((failure) => {
    if (!(failure instanceof AppError) || failure.code !== 'email_exists') throw failure
  })
}
