import { parseArgs } from 'node:util'
import { makeBackup } from '../operating/backup.ts'
import { count, size } from '../operating/progress.ts'
import { StartError } from '../start-error.ts'
import { pathFrom, runCommand } from './run-command.ts'

const USAGE = 'Usage: npm run backup -- FILE [--overwrite]'

await runCommand(async ({ settings, args, print, progress }) => {
  const { file, overwrite } = readArgs(args)
  const {
    rows,
    documents,
    missing,
    cut,
    size: bytes,
  } = await makeBackup({ settings, target: file, overwrite, progress, now: new Date() })
  for (const path of missing)
    print(`Not in it: the document ${path}, which is not in the store (deleted meanwhile, or lost).`)
  for (const path of cut) print(`Damaged: the document ${path} is shorter in the store than it was when it came.`)
  print(`${file}: ${count(rows)} rows and ${count(documents)} documents, ${size(bytes)}.`)
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
  throw new StartError(USAGE)
}
