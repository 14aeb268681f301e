import { findAddresses } from './map-address.ts'
import { plainText } from './plain-text.ts'
import type { Position } from './position.ts'
import { readAddress } from './read-address.ts'
import { findCodes } from './read-codes.ts'
import { findDegrees } from './read-degrees.ts'
import type { Found, ReadPosition } from './read-result.ts'

export type { PositionForm, ReadPosition, WrongCoordinates } from './read-result.ts'

/*
 * What a person typed or pasted where a position is asked for.
 * Job: find the coordinates in it, in any form that people use (docs/how-it-works/places.md).
 * Invariants: nothing is fetched and nothing is guessed. Coordinates that cannot be right are told, with why.
 */

/** More than any address of a map. The rest of a longer text is not read. */
const MAX_LENGTH = 4000

/** Of several coordinates, the first counts. `near` is a place that the person means to be near, such as the trip's. */
export function readPosition(text: string, near?: Position): ReadPosition {
  const read = text.slice(0, MAX_LENGTH).trim()
  const found = findAll(read, near)
  return (
    firstOf(found, 'position') ?? firstOf(found, 'wrong') ?? firstOf(found, 'short link') ?? ({ is: 'none' } as const)
  )
}

function findAll(text: string, near?: Position): Found[] {
  const found: Found[] = []
  let rest = text
  for (const { start, end, address } of findAddresses(text)) {
    const read = readAddress(address, near)
    if (read) found.push({ at: start, read })
    // Numbers in an address mean something only to the one who knows the service.
    rest = rest.slice(0, start) + '\n'.repeat(end - start) + rest.slice(end)
  }
  const plain = plainText(rest)
  return [...found, ...findDegrees(plain, near), ...findCodes(plain, near)]
}

function firstOf(found: readonly Found[], is: Found['read']['is']): Found['read'] | undefined {
  return found.filter(({ read }) => read.is === is).toSorted((a, b) => a.at - b.at)[0]?.read
}
