/*
 * The name of a passenger as airlines write it: 'SOUSA/ANA MARIAMS' is Ana Maria Sousa.
 * Job: order the parts, remove the title, and write the name as people do.
 * Invariants: nothing but a title is removed. A field of 20 letters may end inside a name or a title; it stays so.
 */

const TITLES = new Set('MR,MRS,MS,MX,MISS,MSTR,MASTER,DR,PROF,REV,CHD,INF,SR,SRA,SRTA,MME,MLLE'.split(','))
/** Reservation systems join these to the given name. After one letter they are part of it: 'AMR'. */
const JOINED_TITLE = /^(\p{L}[\p{L}'-]*\p{L})(?:MSTR|MISS|MRS|MR|MS|DR|CHD)$/u
/**
 * Given names that end as a title does. 'ADAMS' is not among them: as a given name, Ada with MS is far more common.
 * 'SAMMS' is Sam and 'AMRMR' is Amr, because only one title is removed.
 */
const NAMES_LIKE_TITLED = new Set([
  ...'ALEXANDR,ALEKSANDR,ALIAKSANDR,OLEKSANDR,OLEXANDR,LEANDR,EVANDR,SANDR,PEDR,FYODR,FEDR'.split(','),
  ...'WILLIAMS,TOMS,HARMS,SAMR,NIMR,TAMR,THAMR'.split(','),
])

/** The name as people write it. Without a slash nobody knows which part is the family name, so the order stays. */
export function readPassengerName(field: string): string {
  const name = field.replace(/\s+/g, ' ').trim()
  const slash = name.indexOf('/')
  if (slash < 0) return writeName(withoutTitles(name.split(' ')))
  const family = name.slice(0, slash).trim()
  const given = name
    .slice(slash + 1)
    .split(/[ /]+/)
    .filter((part) => part !== '')
  return writeName([...withoutGivenTitle(given, family !== ''), family])
}

function withoutGivenTitle(given: readonly string[], hasFamily: boolean): readonly string[] {
  const parts = withoutTitles(given, hasFamily ? 0 : 1)
  // A title of its own has been found, so the last name is a whole one: 'SAMMS MS'.
  if (parts.length < given.length) return parts
  const last = parts.at(-1)
  if (last === undefined || NAMES_LIKE_TITLED.has(last)) return parts
  return [...parts.slice(0, -1), JOINED_TITLE.exec(last)?.[1] ?? last]
}

/** Without titles at the end, and one at the start, but at least so many parts. */
function withoutTitles(parts: readonly string[], atLeast = 1): readonly string[] {
  let end = parts.length
  while (end > atLeast && TITLES.has(parts[end - 1] ?? '')) end--
  const start = end > 1 && TITLES.has(parts[0] ?? '') ? 1 : 0
  return parts.slice(start, end)
}

/** Parts of a name in the order that people write them, not all in capitals. */
export function writeName(parts: readonly string[]): string {
  const name = parts.filter((part) => part !== '').join(' ')
  // Somebody has written it with care.
  if (/\p{Ll}/u.test(name)) return name
  return name.toLowerCase().replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase())
}
