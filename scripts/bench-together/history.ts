import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { apply } from '#domain/operations/apply.ts'
import { equal } from '#domain/operations/json.ts'
import type { Deed } from '#domain/operations/operation.ts'
import { forms } from '#domain/plan/forms.ts'
import { type SectionName, sectionNames } from '#domain/plan/index.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import type { TripType } from '#domain/trip.ts'
import { SQLITE_FILE } from '#server/db/sqlite.ts'

/** What a section was after somebody did something, as the server keeps it for ever. Many deeds may have led to one version. */
export interface KeptStep {
  version: number
  /** The account, or null for the app itself. */
  savedBy: string | null
  value: unknown
}

interface Row {
  version: number
  saved_by: string | null
  operations: string
  value: string | null
}

/** The whole history of a trip's plan: for each section what it was after each deed, in their order, the template as version 0. */
export function readHistory(dataDir: string, trip: { id: string; type: TripType }): Record<SectionName, KeptStep[]> {
  const database = new SqliteFile(join(dataDir, SQLITE_FILE), { readonly: true })
  try {
    const select = database.prepare<[string, string], Row>(
      'select version, saved_by, operations, value from plan_history where trip_id = ? and section = ? order by version',
    )
    const entries = sectionNames.map((name): [SectionName, KeptStep[]] => {
      let value: unknown = planTemplates[name](trip.type)
      const template = { version: 0, savedBy: null, value }
      const saved = select.all(trip.id, name).flatMap(({ version, saved_by, operations, value: whole }) => {
        const steps = (JSON.parse(operations) as Deed[]).map((deed) => {
          value = apply(value, deed, { form: forms[name] }).value
          return { version, savedBy: saved_by, value }
        })
        // Where both are there they have to agree.
        if (whole !== null && !equal(value, JSON.parse(whole)))
          throw new Error(`The history of ${name} breaks at version ${version}`)
        return steps
      })
      return [name, [template, ...saved]]
    })
    return Object.fromEntries(entries) as Record<SectionName, KeptStep[]>
  } finally {
    database.close()
  }
}
