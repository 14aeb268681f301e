import { StepFailed } from '../setup/command.mjs'
import { readOptions } from './options.ts'
import { takeReadmePictures } from './readme.ts'
import { takeAll } from './take-all.ts'

try {
  const options = readOptions(process.argv.slice(2))
  await (options ? takeAll(options) : takeReadmePictures())
} catch (error) {
  if (!(error instanceof StepFailed)) throw error
  console.error(error.message)
  process.exitCode = 1
}
