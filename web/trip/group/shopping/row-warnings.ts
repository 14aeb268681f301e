import type { Source } from '#domain/food/shopping-list.ts'
import type { Warning } from '#domain/food/warnings.ts'

/** Finds the warnings of an item by the lines that need it. */
export type WarningsOf = (sources: readonly Source[]) => readonly Warning[]

/** The warnings of items. The result for the same sources is the same object. */
export function warningsBySource(warnings: readonly Warning[]): WarningsOf {
  const byLine = new Map<string, Warning[]>()
  for (const warning of warnings) {
    const ofLine = byLine.get(warning.line)
    if (ofLine) ofLine.push(warning)
    else byLine.set(warning.line, [warning])
  }
  const known = new WeakMap<readonly Source[], readonly Warning[]>()
  return (sources) => {
    const found = known.get(sources) ?? sources.flatMap(({ line }) => byLine.get(line) ?? [])
    known.set(sources, found)
    return found
  }
}
