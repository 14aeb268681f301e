import { compileMessages } from './messages.mjs'
import { installPackages } from './packages.mjs'
import { makePlaceData } from './place-data.mjs'

/** What every script needs before it can do anything: the packages, the compiled messages and the data of places. */
export async function prepare() {
  await installPackages()
  await compileMessages()
  await makePlaceData()
}
