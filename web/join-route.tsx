import { page } from './page.tsx'

/** Addresses of invitations, also of one that has lost its secret. */
export const joinRoute = '/join/:token?'

/** The page of an invitation, for people with an account and without. */
export const JoinPage = page(() => import('./join/join-page.tsx').then((module) => module.JoinPage))

/** The secret of an invitation's address, '' where it is lost; undefined for every other address. */
export function parseJoinPath(path: string): string | undefined {
  const match = /^\/join(?:\/([^/]*))?\/?$/.exec(path)
  return match ? (match[1] ?? '') : undefined
}
