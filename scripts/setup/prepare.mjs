import { compileMessages } from './messages.mjs'
import { installPackages } from './packages.mjs'

/** What every script needs before it can build, check or run anything: the packages, and the compiled messages. */
export async function prepare() {
  await installPackages()
  await compileMessages()
}
