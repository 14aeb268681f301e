/** Where people type a code. */
export const CODE_PATH = '/join/code'
/** Where a personal link leads. The secret is after `#`, which browsers don't send. */
export const LINK_PATH = '/join/me'

/** The page for a forgotten password. With a secret after `#`, people choose a new password there. */
export const PASSWORD_PATH = '/join/password'

/** Where the link in a mail of notices leads. Its token is after `#`; mail programs call the address with it. */
export const UNSUBSCRIBE_PAGE = '/unsubscribe'

export function resetLink(origin: string, secret: string): string {
  return `${origin}${PASSWORD_PATH}#${secret}`
}

export function personalLink(origin: string, secret: string): string {
  return `${origin}${LINK_PATH}#${secret}`
}
