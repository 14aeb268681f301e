/*
 * Where the fields of a boarding pass code are (IATA resolution 792). The library that reads them, bcbp, does not
 * check them, and its dates depend on the year, the time zone and the day of issue (its issues 549, 668 and 756).
 * Job: tell whether a code is complete, and in which place each leg has its day of the year.
 */

/** 'M', the number of legs, the name, and whether the ticket is electronic. */
const START = 23
/** What each leg has, and its last two characters say how much more follows. */
const LEG = 37
/** The longest trailing part that may be blank: the optional fields of a leg, without the airline's own text. */
const MOST_LOST_SPACES = 42

/** The start of a code: a name in capitals, without digits. 'M1 north', a motorway, is none. */
const CODE = /^M\d(?=[^\d\p{Ll}]{20}|\p{L}[^\d/]{0,18}\/)[^\d]{0,19}?\p{L}/u

const LEG_FIELDS = new RegExp(
  [
    '^[A-Z0-9 ]{7}', // The record locator.
    '[A-Z]{3}[A-Z]{3}', // From and to.
    '[A-Z0-9]{2}[A-Z0-9 ]', // The carrier.
    '(?<number>[A-Z0-9 ]{5})',
    '(?<day>\\d{3}| {3})', // The day of the year.
    '[A-Z ]', // The compartment.
    '[A-Z0-9 ]{4}', // The seat.
    '[A-Z0-9 ]{5}', // The number of the check-in.
    '.', // The status of the passenger.
    '(?<size>[0-9A-F]{2})$', // How much more this leg has.
  ].join(''),
  'is',
)

/** With a letter after it if two flights have one number. An open ticket has none. */
const FLIGHT_NUMBER = /^(?:\d{1,5}|\d{1,4}[A-Z]|)$/i

export interface BoardingPassLayout {
  /** With the spaces at its end that a scanner has dropped. */
  code: string
  /** The day of the year of each leg; undefined of an open ticket. */
  days: readonly (number | undefined)[]
}

/** Whether a text has the form of a boarding pass code. It may be damaged. */
export const isBoardingPassCode = (text: string): boolean => CODE.test(text)

/** Undefined if the code is damaged. */
export function layOut(code: string): BoardingPassLayout | undefined {
  const legs = Number(code[1])
  if (legs < 1 || legs > 4) return undefined
  const days: (number | undefined)[] = []
  let at = START
  for (let leg = 0; leg < legs; leg++) {
    const fields = LEG_FIELDS.exec(code.slice(at, at + LEG))?.groups
    if (fields === undefined || !FLIGHT_NUMBER.test(fields['number']?.trim() ?? '')) return undefined
    const day = fields['day']?.trim() ? Number(fields['day']) : undefined
    if (day !== undefined && (day < 1 || day > 366)) return undefined
    days.push(day)
    at += LEG + Number.parseInt(fields['size'] ?? '', 16)
  }
  if (at - code.length > MOST_LOST_SPACES) return undefined
  // Only security data may follow the legs.
  if (!/^(?:\^|\s*$)/.test(code.slice(at))) return undefined
  return { code: code.padEnd(at), days }
}

/**
 * Whether two codes are for two people on one flight: seat and check-in number differ. A change of seats keeps the
 * number.
 */
export function areOfTwoPeople(one: string, other: string): boolean {
  if (!isBoardingPassCode(one) || !isBoardingPassCode(other)) return false
  const [first, second] = [one, other].map((code) => code.slice(START, START + LEG)) as [string, string]
  const differ = (from: number, to: number) => {
    const [a, b] = [first, second].map((leg) => leg.slice(from, to).trim())
    return a !== '' && b !== '' && a !== b
  }
  return first.slice(7, 24) === second.slice(7, 24) && differ(25, 29) && differ(29, 34)
}

/** Whether a code is for the same name, booking, flight and day as another one, such as after a change of seats. */
export function isNewPassOf(code: string, old: string): boolean {
  const ofFlight = (text: string) => text.slice(2, START + 24)
  return isBoardingPassCode(code) && isBoardingPassCode(old) && ofFlight(code) === ofFlight(old)
}
