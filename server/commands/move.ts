import { parseArgs } from 'node:util'
import { moveToPostgres } from '../operating/move.ts'
import { count } from '../operating/progress.ts'
import { parseSettings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import { runCommand } from './run-command.ts'

await runCommand(async ({ settings, args, print, progress }) => {
  const { rows, documents, missing } = await moveToPostgres(settings, parseAddress(args), progress)
  for (const path of missing) print(`Not moved: the document ${path}, which is not in the store (lost before).`)
  const files =
    documents === undefined
      ? 'The documents stay in DATA_DIR.'
      : `${count(documents)} documents were put into ${settings.s3?.bucket}.`
  print(`Moved: ${count(rows)} rows. ${files}`)
  print(
    'Set DATABASE_URL to the new address and start the server. The SQLite file is as it was; delete it when all is well.',
  )
})

/** @throws StartError if the arguments contain no valid PostgreSQL address */
function parseAddress(args: string[]): string {
  let to: string | undefined
  try {
    to = parseArgs({ args, options: { to: { type: 'string' } } }).values.to
  } catch {
    // Invalid arguments: the usage below lists the valid ones.
  }
  if (!to) throw new StartError('Usage: npm run move -- --to postgres://user:password@host:5432/name')
  return parseSettings({ DATABASE_URL: to }).databaseUrl ?? ''
}
