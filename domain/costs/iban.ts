/*
 * International bank account numbers (ISO 13616): two letters of a country, two check digits, the account.
 * Stored without spaces and in capitals; shown in groups of four.
 */

/** How many characters the IBANs of each country have, by the SWIFT IBAN registry. */
const lengths: Readonly<Record<string, number>> = {
  ...{ AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BI: 27, BR: 29, BY: 28, CH: 21 },
  ...{ CR: 22, CY: 28, CZ: 24, DE: 22, DJ: 27, DK: 18, DO: 28, EE: 20, EG: 29, ES: 24, FI: 18, FK: 18, FO: 18 },
  ...{ FR: 27, GB: 22, GE: 22, GI: 23, GL: 18, GR: 27, GT: 28, HN: 28, HR: 21, HU: 28, IE: 22, IL: 23, IQ: 23 },
  ...{ IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28, LC: 32, LI: 21, LT: 20, LU: 20, LV: 21, LY: 25, MC: 27 },
  ...{ MD: 24, ME: 22, MK: 19, MN: 20, MR: 27, MT: 31, MU: 30, NI: 28, NL: 18, NO: 15, OM: 23, PK: 24, PL: 28 },
  ...{ PS: 29, PT: 25, QA: 29, RO: 24, RS: 22, RU: 33, SA: 24, SC: 31, SD: 18, SE: 24, SI: 19, SK: 24, SM: 27 },
  ...{ SO: 23, ST: 25, SV: 28, TL: 23, TN: 24, TR: 26, UA: 29, VA: 22, VG: 24, XK: 20, YE: 30 },
}

/** The countries of the European Economic Area: banks there accept a transfer in euros without a BIC. */
const eea: ReadonlySet<string> = new Set([
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IS', 'IT', 'LI'],
  ...['LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
])

export type IbanProblem =
  /** It does not begin with two letters and two digits, or has other characters. */
  | { problem: 'form' }
  | { problem: 'country'; country: string }
  | { problem: 'length'; country: string; expected: number; length: number }
  | { problem: 'check' }

/** Reads an IBAN as people type and paste it: in small letters, with spaces or hyphens, after the word IBAN. */
export function readIban(text: string): { iban: string } | IbanProblem {
  const iban = text
    .replace(/^\s*IBAN\b:?/i, '')
    .replace(/[\s\u200b\ufeff.-]/g, '')
    .toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z\d]*$/.test(iban)) return { problem: 'form' }
  const country = iban.slice(0, 2)
  const expected = Object.hasOwn(lengths, country) ? lengths[country] : undefined
  if (expected === undefined) return { problem: 'country', country }
  if (iban.length !== expected) return { problem: 'length', country, expected, length: iban.length }
  return hasRightCheckDigits(iban) ? { iban } : { problem: 'check' }
}

/** Whether this is an IBAN exactly as it is stored. */
export function isIban(text: string): boolean {
  const read = readIban(text)
  return 'iban' in read && read.iban === text
}

/**
 * ISO 7064, MOD 97-10: with the first four characters at the end, and letters as numbers from 10, the rest is 1. It
 * gives 02 to 98; 00, 01 and 99 have the same rest as one of those.
 */
function hasRightCheckDigits(iban: string): boolean {
  if (['00', '01', '99'].includes(iban.slice(2, 4))) return false
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

/** In groups of four: 'DE89 3704 0044 0532 0130 00'. */
export const ibanInGroups = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

export const isInEea = (iban: string): boolean => eea.has(iban.slice(0, 2))
