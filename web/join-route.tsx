import { page } from './page.tsx'

/** Addresses of invitations, also of one that has lost its secret. */
export const joinRoute = '/join/:token?'

/** The page of an invitation, for people with an account and without. */
export const JoinPage = page(() => import('./join/join-page.tsx').then((module) => module.JoinPage))

/** The addresses by which somebody comes back who is in already: by a code, or by a link of their own. */
export const wayBackRoute = /^\/join\/(?:code|me|password)\/?$/

/** Where somebody comes back. */
export const AccountRecoveryPage = page(() =>
  import('./join/account-recovery-page.tsx').then((module) => module.AccountRecoveryPage),
)

/** The secret of an invitation's address, '' where it is lost; undefined for every other address. */
export function parseJoinPath(path: string): string | undefined {
  const match = wayBackRoute.test(path) ? null : /^\/join(?:\/([^/]*))?\/?$/.exec(path)
  return match ? (match[1] ?? '') : undefined
}
