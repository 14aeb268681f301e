import { parseArgs } from 'node:util'
import * as m from '#messages'
import { makeBackup } from '../operating/backup.ts'
import { size } from '../operating/progress.ts'
import { StartError } from '../settings/start-error.ts'
import { pathFrom, runCommand } from './run-command.ts'

await runCommand(async ({ settings, args, print, progress }) => {
  const { file, overwrite } = readArgs(args)
  const {
    rows,
    documents,
    missing,
    cut,
    pauseFailure,
    size: bytes,
  } = await makeBackup({ settings, target: file, overwrite, progress, now: new Date() })
  if (pauseFailure !== undefined) print(m.operating_backup_not_paused())
  for (const path of missing) print(m.operating_backup_document_missing({ path }))
  for (const path of cut) print(m.operating_backup_document_cut({ path }))
  print(m.operating_backup_done({ file, rows, documents, size: size(bytes) }))
})

function readArgs(args: string[]): { file: string; overwrite: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { overwrite: { type: 'boolean' } },
    })
    const [file, ...more] = positionals
    if (file && more.length === 0) return { file: pathFrom(file), overwrite: values.overwrite ?? false }
  } catch {
    // Invalid arguments: the usage below lists the valid ones.
  }
  throw new StartError(m.operating_backup_usage())
}
