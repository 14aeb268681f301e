import type { LocalDate } from '../local-date.ts'
import type { ReadResult } from './read-booking.ts'
import { findWalletCode } from './wallet-code.ts'
import { readEvent } from './wallet-event.ts'
import { listWalletFields, recordOf } from './wallet-fields.ts'
import { openWalletFile } from './wallet-file.ts'
import { readJourney, scanFlight } from './wallet-journey.ts'
import type { WalletPass } from './wallet-pass.ts'

/**
 * The booking of an Apple Wallet pass (.pkpass), with its code. Cards of shops and others have none.
 * @param near the day near which dates without a year are
 */
export function readWalletPass(bytes: Uint8Array, { near }: { near: LocalDate }): ReadResult {
  const file = openWalletFile(bytes)
  if ('failure' in file) return file
  const { pass: root, words } = file
  const journey = root['boardingPass']
  const ticket = root['eventTicket']
  const style = recordOf(journey ?? ticket ?? root['generic'] ?? root['storeCard'])
  const fields = listWalletFields(style, words)
  // A field may have tags, too. Those of the whole pass count more.
  const allTags = [...fields.map(({ semantics }) => semantics).reverse(), recordOf(root['semantics'])]
  const tags = Object.fromEntries(allTags.flatMap((some) => Object.entries(some)))
  const pass: WalletPass = { root, tags, fields, near }
  const code = findWalletCode(root)
  const scanned = code && scanFlight(pass, code.message)
  const booking =
    journey !== undefined || scanned
      ? readJourney(pass, style['transitType'], scanned)
      : readEvent(pass, ticket !== undefined)
  if (booking === undefined) return { failure: 'nothing' }
  const passenger = booking.passengers.length > 0 ? 0 : undefined
  const segment = booking.segments.length === 1 ? 0 : undefined
  const codes = code ? [{ format: code.format, text: code.text, passenger, segment }] : []
  return { bookings: [{ ...booking, codes }] }
}
