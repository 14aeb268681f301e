import { hashPassword } from '#server/accounts/password.ts'

/** Next to none: with the app's own work a password takes a fifth of a second wherever it is looked at. */
const WORK = { N: 16, r: 8, p: 1 }

/** The hash of a password, such as only tests may store. */
export function hashLightly(password: string): Promise<string> {
  return hashPassword(password, WORK)
}
