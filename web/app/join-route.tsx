import { page } from '#web/ui/loading/page.tsx'

/** The address of an invitation. The token may be missing. */
export const joinRoute = '/join/:token?'

export const JoinPage = page(() => import('#web/pages/join/join-page.tsx').then((module) => module.JoinPage))

/** The addresses where a user signs in again: by a code, a personal link or a new password. */
export const accountRecoveryRoute = /^\/join\/(?:code|me|password)\/?$/

export const AccountRecoveryPage = page(() =>
  import('#web/pages/join/account-recovery-page.tsx').then((module) => module.AccountRecoveryPage),
)

/** Returns the token of an invitation's address, '' if it is missing, and undefined for every other address. */
export function parseJoinPath(path: string): string | undefined {
  const match = accountRecoveryRoute.test(path) ? null : /^\/join(?:\/([^/]*))?\/?$/.exec(path)
  return match ? (match[1] ?? '') : undefined
}
