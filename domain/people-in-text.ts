import { withoutMarkers } from './list-marker.ts'
import { MAX_PERSON_NAME } from './plan/people.ts'
import { normalizeName } from './same-name.ts'
import { isBlank, toSingleLine, withoutUnstorable } from './text.ts'

/** The names in a pasted text. Every name of it is in one of these lists, so that nothing is lost silently. */
export interface PeopleInText {
  /** Who can be added, in the order of the text. */
  names: string[]
  /** Who is on the list already. */
  listed: string[]
  /** Names that the text has more than once: each is added once. */
  repeated: string[]
  /** Names that are longer than a name may be. */
  tooLong: string[]
  /** Names for which the list has no room. */
  noRoom: string[]
  /** How many lines between the first and the last name have none. */
  nameless: number
  /** Whether rows have more than their name. */
  hasMoreColumns: boolean
}

interface Line {
  names: string[]
  hasMore: boolean
}

const LINE_BREAK = /\r\n|[\r\n\v\f\u2028\u2029]/
const SEPARATOR = /[,;，；、]/
/** In a table a row without a name. Elsewhere a tab in front of a name is an indent. */
const STARTS_BLANK = /^[^\S\t]*\t/

/**
 * Reads who a list names: one or several in a line, or the first column of a table.
 * @param listed the names on the list
 * @param room how many more people the list may have
 */
export function readPeopleInText(text: string, listed: readonly string[], room: number): PeopleInText {
  const texts = withoutBlankEnds(text.split(LINE_BREAK))
  const isTable = texts.some((line) => !STARTS_BLANK.test(line) && withoutMarkers(line).text.includes('\t'))
  const lines = texts.map((line) => readLine(line, isTable))
  const found: PeopleInText = {
    names: [],
    listed: [],
    repeated: [],
    tooLong: [],
    noRoom: [],
    nameless: lines.filter(({ names }) => names.length === 0).length,
    hasMoreColumns: lines.some(({ hasMore }) => hasMore),
  }
  const onList = new Set(listed.map(normalizeName))
  const seen = new Set<string>()
  for (const name of lines.flatMap(({ names }) => names)) {
    const plain = normalizeName(name)
    // A name of nothing but signs has no plain form.
    const key = plain === '' ? name : plain
    if (onList.has(key)) found.listed.push(name)
    else if (seen.has(key)) found.repeated.push(name)
    else if (name.length > MAX_PERSON_NAME) found.tooLong.push(name)
    else if (found.names.length >= room) found.noRoom.push(name)
    else found.names.push(name)
    seen.add(key)
  }
  return found
}

function withoutBlankEnds(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => !isBlank(line))
  const last = lines.findLastIndex((line) => !isBlank(line))
  return first < 0 ? [] : lines.slice(first, last + 1)
}

/** In a row of a table, a comma is part of the name: 'Berg, Ana'. */
function readLine(line: string, isTable: boolean): Line {
  if (isTable && STARTS_BLANK.test(line)) return { names: [], hasMore: !isBlank(line) }
  if (!line.includes('\t')) return { names: line.split(SEPARATOR).flatMap(nameIn), hasMore: false }
  const [first = '', ...others] = withoutNumber(withoutMarkers(line).text.split('\t'))
  return { names: nameIn(first), hasMore: others.some((cell) => !isBlank(cell)) }
}

/** The cells of a row without one that numbers it. */
const withoutNumber = (cells: string[]) => (/^\s*\d+\s*$/.test(cells[0] ?? '') ? cells.slice(1) : cells)

function nameIn(part: string): string[] {
  const name = toSingleLine(withoutMarkers(withoutUnstorable(part)).text)
    .replace(/\s+/g, ' ')
    .trim()
  return isBlank(name) ? [] : [name]
}
