import type { Registration } from '#domain/api/credentials.ts'
import { AppError } from '#domain/errors.ts'
import type { User } from '#domain/person.ts'
import type { Db } from '../db/engine.ts'
import { hasAccount, signUp } from './sign-in.ts'

/** The account with which everybody may look around. Its password is public on purpose. */
const demo: Registration = {
  email: 'demo@wayfare.example',
  password: 'algonquin',
  data: { username: 'demo', full_name: 'Demo Camper', is_beta_user: true, referred_by: null },
}

/** The demo account's e-mail and password, or null where it does not exist. */
export async function findDemoAccount(db: Db): Promise<{ email: string; password: string } | null> {
  return (await hasAccount(db, demo.email)) ? { email: demo.email, password: demo.password } : null
}

/** Makes the demo account, unless another process that starts at the same time was quicker. */
export async function createDemoAccount(db: Db, clock: () => Date): Promise<void> {
  await signUp(db, demo, clock).catch((failure) => {
    if (!(failure instanceof AppError) || failure.code !== 'email_exists') throw failure
  })
}

/** Whether it is the account whose password everybody knows. */
export function isDemoAccount({ email }: Pick<User, 'email'>): boolean {
  return email === demo.email
}
