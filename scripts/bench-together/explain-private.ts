import type { Act } from './acts.ts'
import type { Finding } from './explain.ts'
import { at, nameOf } from './paths.ts'

/**
 * Checks that each field of a person's private record has the value they wrote last. Nobody else writes there. Of edits
 * in two tabs, either may be the last.
 * @param acts all edits of this person
 * @param stored the private section as the server returns it to them
 */
export function explainPrivate(acts: readonly Act[], stored: unknown): Finding[] {
  const ownActs = acts.filter(({ section }) => section === 'private')
  const lastByPlace = new Map<string, Map<number, Act>>()
  for (const act of ownActs) {
    const place = nameOf(act.path)
    const lastByTab = lastByPlace.get(place) ?? new Map<number, Act>()
    lastByPlace.set(place, lastByTab.set(act.tab, act))
  }
  return [...lastByPlace].flatMap(([place, lastByTab]) => {
    const last = [...lastByTab.values()]
    const value = at(stored, last[0]?.path ?? [])
    if (last.some((act) => 'value' in act && isStored(act.value, value, last.length > 1))) return []
    const wanted = last.map((act) => ('value' in act ? JSON.stringify(act.value) : act.kind)).join(' or ')
    return [`private, person ${last[0]?.by} at ${place}: ${wanted} never arrived, there is ${JSON.stringify(value)}`]
  })
}

/** Long texts written in two tabs at once are merged. */
function isStored(written: unknown, stored: unknown, mayBeMerged: boolean): boolean {
  if (written === stored) return true
  return mayBeMerged && typeof written === 'string' && typeof stored === 'string' && stored.includes(written)
}
