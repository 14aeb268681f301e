import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { apply } from '#domain/operations/apply.ts'
import { equal } from '#domain/operations/json.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { forms } from '#domain/plan/forms.ts'
import { type CommonSectionName, commonSectionNames } from '#domain/plan/index.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import type { TripType } from '#domain/trip.ts'
import { SQLITE_FILE } from '#server/db/sqlite.ts'

/** The value of a section after one mutation in its history. A version may consist of several mutations. */
export interface HistoryStep {
  version: number
  /** The user id, or null for the app itself. */
  savedBy: string | null
  value: unknown
}

interface Row {
  version: number
  saved_by: string | null
  operations: string
  value: string | null
}

export type History = Record<CommonSectionName, HistoryStep[]>

/** @param start the versions to start from */
export function readHistory(
  dataDir: string,
  trip: { id: string; type: TripType },
  start: Record<CommonSectionName, { version: number }>,
): History {
  const database = new SqliteFile(join(dataDir, SQLITE_FILE), { readonly: true })
  try {
    const select = database.prepare<[string, string], Row>(
      `select version, saved_by, operations, value from plan_history
       where trip_id = ? and section = ? order by version`,
    )
    const entries = commonSectionNames.map((name): [CommonSectionName, HistoryStep[]] => {
      let value: unknown = planTemplates[name](trip.type)
      const template = { version: 0, savedBy: null, value }
      const saved = select.all(trip.id, name).flatMap(({ version, saved_by, operations, value: snapshot }) => {
        const steps = (JSON.parse(operations) as Mutation[]).map((mutation) => {
          value = apply(value, mutation, { form: forms[name] }).value
          return { version, savedBy: saved_by, value }
        })
        // A snapshot must equal the value computed from the mutations.
        if (snapshot !== null && !equal(value, JSON.parse(snapshot)))
          throw new Error(`The history of ${name} breaks at version ${version}`)
        return steps
      })
      const steps = [template, ...saved]
      return [name, steps.slice(steps.findLastIndex(({ version }) => version <= start[name].version))]
    })
    return Object.fromEntries(entries) as History
  } finally {
    database.close()
  }
}
