import { MAX_FULL_NAME, MAX_USERNAME } from '#domain/api/auth.ts'
import { type Registration, registration } from '#domain/api/credentials.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { hashPassword } from '../../accounts/password.ts'
import { makeReset } from '../../accounts/password-resets.ts'
import { newSecret } from '../../accounts/secret.ts'
import { insertAccount } from '../../accounts/sign-in.ts'
import { StartError } from '../../settings/start-error.ts'
import type { FoundAccount, Installation } from './operated.ts'

/**
 * Creates an account, whatever SIGN_UPS says. Nobody can sign in to it before its user has chosen a password.
 * @returns the account, and the secret of the link for choosing the password
 * @throws StartError if the e-mail address or the name cannot be used, or the address has an account
 */
export async function createAccount(
  { db }: Installation,
  email: string,
  name: string,
  now: Date,
): Promise<FoundAccount & { secret: string }> {
  const parsed = registration.safeParse({
    email,
    // A password that nobody knows.
    password: newSecret(),
    data: { username: usernameFrom(email), full_name: name, is_beta_user: true, referred_by: null },
  })
  if (!parsed.success) {
    const isName = parsed.error.issues.every(({ path }) => path.includes('full_name'))
    throw new StartError(
      isName
        ? m.operating_admin_create_name_invalid({ name, max: MAX_FULL_NAME })
        : m.operating_admin_create_email_invalid({ email }),
    )
  }
  const account: Registration = parsed.data
  const hash = await hashPassword(account.password)
  const created = db.transaction().execute(async (trx) => {
    const user = await insertAccount(trx, account, hash, now)
    return { id: user.id, email: account.email, name: user.full_name, secret: await makeReset(trx, user.id, now) }
  })
  return created.catch((failure) => {
    if (!(failure instanceof AppError) || failure.code !== 'email_exists') throw failure
    throw new StartError(m.operating_admin_create_exists({ email: account.email }))
  })
}

/** The part of the address before the @. Its user can change it. */
function usernameFrom(email: string): string {
  return email.trim().toLowerCase().split('@')[0]?.slice(0, MAX_USERNAME) ?? ''
}
