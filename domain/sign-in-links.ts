/** Where somebody types a code. */
export const CODE_PATH = '/join/code'
/** Where a personal link leads. What makes it somebody's stands behind `#`, which browsers send to nobody. */
export const LINK_PATH = '/join/me'

/** What somebody finds who has forgotten their password; with a secret behind `#`, where they choose another one. */
export const PASSWORD_PATH = '/join/password'

export function resetLink(origin: string, secret: string): string {
  return `${origin}${PASSWORD_PATH}#${secret}`
}

export function personalLink(origin: string, secret: string): string {
  return `${origin}${LINK_PATH}#${secret}`
}
