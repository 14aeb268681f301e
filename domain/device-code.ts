export const DEVICE_CODE_MINUTES = 10
export const DEVICE_CODE_LENGTH = 8

/** 32 letters and digits of which no two look alike (Crockford's base 32): no I, L, O and U. */
export const DEVICE_CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const CODE = new RegExp(`^[${DEVICE_CODE_LETTERS}]{${DEVICE_CODE_LENGTH}}$`)

/**
 * Parses a typed code, in any case, with or without spaces and hyphens, and without punctuation that was copied along.
 * Reads O as 0, and I and L as 1.
 * @returns undefined if the text cannot be a code
 */
export function parseDeviceCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/[.,;:!?)>"'”]+$/, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return CODE.test(code) ? code : undefined
}

/** A code as people read and type it: in two groups of four. */
export function showDeviceCode(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`
}
