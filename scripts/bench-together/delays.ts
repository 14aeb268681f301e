import { listMarks } from './acts.ts'
import type { CrowdMember } from './crowd.ts'

/**
 * Milliseconds from each save until another person sees it, for each pair of people who were both viewing the trip
 * online all that time.
 */
export function listDelays(crowd: readonly CrowdMember[]): number[] {
  return crowd.flatMap((writer) =>
    writer.acts.flatMap(({ act, isTimed }) => {
      const [mark] = listMarks(act.kind === 'remove' ? null : act)
      if (!isTimed || mark === undefined) return []
      return crowd.flatMap((reader) => {
        const seen = reader === writer ? undefined : reader.seen.get(mark)
        if (seen === undefined || !isPresent(writer, act.at, seen) || !isPresent(reader, act.at, seen)) return []
        return [seen - act.at]
      })
    }),
  )
}

function isPresent({ presence }: CrowdMember, from: number, until: number): boolean {
  const before = presence.findLast(({ at }) => at <= from)
  return before?.isPresent === true && !presence.some(({ at }) => at > from && at <= until)
}
