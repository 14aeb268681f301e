/** How long a code from another device is good. */
export const DEVICE_CODE_MINUTES = 10
export const DEVICE_CODE_LENGTH = 8

/** 32 letters and digits of which no two look alike (Crockford's): no I, L, O and U. */
export const DEVICE_CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const CODE = new RegExp(`^[${DEVICE_CODE_LETTERS}]{${DEVICE_CODE_LENGTH}}$`)

/**
 * The code that somebody has typed, in capitals, with or without spaces and hyphens; undefined where it cannot be one. What is
 * read from a screen as O, I or L is a 0 or a 1.
 */
export function parseDeviceCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return CODE.test(code) ? code : undefined
}

/** A code as it is read and typed: in two groups of four. */
export function showDeviceCode(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`
}
