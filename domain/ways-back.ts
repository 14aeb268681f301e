/** Where somebody types a code. */
export const CODE_PATH = '/join/code'
/** Where a personal link leads. What makes it somebody's stands behind `#`, which browsers send to nobody. */
export const LINK_PATH = '/join/me'

export function personalLink(origin: string, secret: string): string {
  return `${origin}${LINK_PATH}#${secret}`
}
