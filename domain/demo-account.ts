/** The account with which anybody may look around. Its password is public on purpose. */
export const DEMO_EMAIL = 'demo@wayfare.example'

export function isDemoAccount(person: { email: string | null } | null): boolean {
  return person?.email === DEMO_EMAIL
}
