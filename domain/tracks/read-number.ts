/** A decimal number. Some programs write a decimal comma where the computer's language has one. */
const NUMBER = /^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d{1,3})?$/i
/** More digits than any program writes. */
const MAX_LENGTH = 40

/** The number that a text is, such as '-78.3791' or '53,5'; NaN if it is none. */
export function readNumber(text: string): number {
  if (text.length > MAX_LENGTH) return Number.NaN
  const number = text.trim()
  return NUMBER.test(number) ? Number(number.replace(',', '.')) : Number.NaN
}
