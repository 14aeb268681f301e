import { openDatabase } from '#server/db/database.ts'
import { VERSION_OFFSET } from '#server/operating/raise-versions.ts'
import { readRows, serializeRow } from '#server/operating/rows.ts'
import { listBackedUpTables } from '#server/operating/tables.ts'

/** All rows of the tables that backups include, by table and sorted. */
export async function contentsOf(settings: { databaseUrl?: string | undefined; dataDir: string }) {
  const database = await openDatabase(settings)
  try {
    return await database.kysely.transaction().execute(async (db) => {
      const all: Record<string, string[]> = {}
      for (const table of await listBackedUpTables(db)) {
        const lines: string[] = []
        for await (const row of readRows(db, table)) lines.push(serializeRow(table, row))
        all[table.name] = lines.toSorted()
      }
      return all
    })
  } finally {
    await database.close()
  }
}

export function raised(contents: Record<string, string[]>): Record<string, string[]> {
  const raise = (line: string) => {
    const row = JSON.parse(line) as { version: number }
    return JSON.stringify({ ...row, version: row.version === 0 ? 0 : row.version + VERSION_OFFSET })
  }
  const entries = Object.entries(contents).map(([table, lines]) =>
    ['plan_sections', 'plan_history', 'plan_seen'].includes(table)
      ? [table, lines.map(raise).toSorted()]
      : [table, lines],
  )
  return Object.fromEntries(entries)
}
