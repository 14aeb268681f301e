/** The e-mail address of the account with which everybody may look around. Its password is public on purpose. */
export const DEMO_EMAIL = 'demo@wayfare.example'

/** Whether somebody is signed in to the account whose password everybody knows. */
export function isDemoAccount(person: { email: string | null } | null): boolean {
  return person?.email === DEMO_EMAIL
}
