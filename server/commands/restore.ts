import { count } from '../operating/progress.ts'
import { restoreBackup } from '../operating/restore.ts'
import { StartError } from '../start-error.ts'
import { pathFrom, runCommand } from './run-command.ts'

await runCommand(async ({ settings, args: [file, ...more], print, progress }) => {
  if (!file || file.startsWith('-') || more.length > 0) throw new StartError('Usage: npm run restore -- FILE')
  const { rows, documents, missing } = await restoreBackup(pathFrom(file), settings, progress)
  for (const path of missing) print(`Not in the backup: the document ${path}.`)
  print(`Restored: ${count(rows)} rows and ${count(documents)} documents. The server can be started.`)
})
