import { parentPort, workerData } from 'node:worker_threads'
import type { ClientCommand, ClientMessage, ClientOptions } from './messages.ts'
import { installPageGlobals } from './page.ts'
import { Person } from './person.ts'

/* One client of the bench, in its own thread: a device, the app on it, and the person who uses it. */

installPageGlobals()
const person = new Person(workerData as ClientOptions, (news: ClientMessage) => parentPort?.postMessage(news))
parentPort?.on('message', async (order: ClientCommand) => {
  if (order.kind === 'begin') person.begin()
  else if (order.kind === 'finish') await person.finish()
  else person.report()
})
await person.open()
