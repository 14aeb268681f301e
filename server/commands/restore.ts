import * as m from '#messages'
import { restoreBackup } from '../operating/restore.ts'
import { StartError } from '../settings/start-error.ts'
import { pathFrom, runCommand } from './run-command.ts'

await runCommand(async ({ settings, args: [file, ...more], print, progress }) => {
  if (!file || file.startsWith('-') || more.length > 0) throw new StartError(m.operating_restore_usage())
  const { rows, documents, missing } = await restoreBackup(pathFrom(file), settings, progress)
  for (const path of missing) print(m.operating_restore_document_missing({ path }))
  print(m.operating_restore_done({ rows, documents }))
})
