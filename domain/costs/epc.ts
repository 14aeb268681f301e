import { toSingleLine, trimmed } from '../text.ts'
import { isInEea } from './iban.ts'
import { moneyText } from './parse-money.ts'

/*
 * The text of a QR code from which banking apps fill in a transfer in euros: EPC069-12 of the European Payments
 * Council, version 002, in UTF-8. It has no BIC, which version 002 allows only within the European Economic Area.
 */

const MAX_NAME = 70
const MAX_TEXT = 140
/** In cents: EUR 0.01 to EUR 999,999,999.99. */
const MAX_AMOUNT = 99_999_999_999
const MAX_BYTES = 331

interface EpcTransfer {
  name: string
  /** As it is stored. */
  iban: string
  /** In minor units. */
  amount: number
  currency: string
  /** What the receiver reads. */
  text: string
}

/** @returns undefined if no such code can be made of it */
export function epcText({ name, iban, amount, currency, text }: EpcTransfer): string | undefined {
  const receiver = cut(line(name), MAX_NAME)
  if (currency !== 'EUR' || amount < 1 || amount > MAX_AMOUNT || receiver === '' || !isInEea(iban)) return undefined
  // Without BIC, purpose and structured reference.
  const before = ['BCD', '002', '1', 'SCT', '']
  const after = [iban, `EUR${moneyText(amount, 'EUR')}`, '', '']
  const textOf = (to: string, remittance: string) => [...before, to, ...after, remittance].join('\n')
  const to = cutToBytes(receiver, MAX_BYTES - countBytes(textOf('', '')))
  const remittance = cutToBytes(cut(line(text), MAX_TEXT), MAX_BYTES - countBytes(textOf(to, '')))
  return textOf(to, remittance).trimEnd()
}

const line = (text: string) => trimmed(toSingleLine(text)).replace(/\s+/g, ' ')

/** At most so many characters, without half of a pair. */
function cut(text: string, max: number): string {
  return [...text].slice(0, max).join('').trimEnd()
}

function cutToBytes(text: string, max: number): string {
  let size = 0
  const characters = [...text].filter((character) => {
    size += countBytes(character)
    return size <= max
  })
  return characters.join('').trimEnd()
}

/** In UTF-8. */
function countBytes(text: string): number {
  let count = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    count += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return count
}
