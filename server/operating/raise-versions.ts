import type { Change } from './fill.ts'
import type { Row } from './rows.ts'

/** More versions than a plan gets between a backup and its restore, and so few that a number holds 2,000 restores. */
export const RAISED_BY = 1_000_000

const versioned = ['plan_sections', 'plan_history', 'plan_seen']

/**
 * Raises the versions of all plans. Devices have seen versions that were made after the backup: the server is about to make others under
 * the same numbers, and a device takes over none that is not newer than its own. The history goes along, so that it has no gap.
 */
export const raiseVersions: Change = {
  make: (table, row) => raisedBy(RAISED_BY, table, row),
  unmake: (table, row) => raisedBy(-RAISED_BY, table, row),
}

/** Version 0 is what was never saved. */
function raisedBy(number: number, table: string, row: Row): Row {
  const { version } = row
  return typeof version === 'number' && version > 0 && versioned.includes(table)
    ? { ...row, version: version + number }
    : row
}
