import { parseArgs } from 'node:util'
import * as m from '#messages'
import { moveToPostgres } from '../operating/move.ts'
import { parseSettings } from '../settings/settings.ts'
import { StartError } from '../settings/start-error.ts'
import { runCommand } from './run-command.ts'

await runCommand(async ({ settings, args, print, progress }) => {
  const { rows, documents, missing } = await moveToPostgres(settings, parseAddress(args), progress)
  for (const path of missing) print(m.operating_move_document_missing({ path }))
  if (documents === undefined) print(m.operating_move_done({ rows }))
  else print(m.operating_move_done_with_documents({ rows, documents, bucket: settings.s3?.bucket ?? '' }))
  print(m.operating_move_next())
})

/** @throws StartError if the arguments contain no valid PostgreSQL address */
function parseAddress(args: string[]): string {
  let to: string | undefined
  try {
    to = parseArgs({ args, options: { to: { type: 'string' } } }).values.to
  } catch {
    // Invalid arguments: the usage below lists the valid ones.
  }
  if (!to) throw new StartError(m.operating_move_usage())
  return parseSettings({ DATABASE_URL: to }).databaseUrl ?? ''
}
