import type { RowTransform } from './fill.ts'
import type { Row } from './rows.ts'

/** More versions than a plan gets between a backup and its restore, and few enough for 2,000 restores in an integer. */
export const VERSION_OFFSET = 1_000_000

const versionedTables = ['plan_sections', 'plan_history', 'plan_seen']

/**
 * Raises the versions of all plans. Devices have seen versions that were made after the backup and accept only newer
 * ones, but the restored server would reuse their numbers. The history is raised too, so that it has no gap.
 */
export const raiseVersions: RowTransform = {
  make: (table, row) => addToVersion(VERSION_OFFSET, table, row),
  unmake: (table, row) => addToVersion(-VERSION_OFFSET, table, row),
}

/** Version 0 was never saved, so it stays. */
function addToVersion(offset: number, table: string, row: Row): Row {
  const { version } = row
  return typeof version === 'number' && version > 0 && versionedTables.includes(table)
    ? { ...row, version: version + offset }
    : row
}
