import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * Asks a server for /healthz again and again in a thread of its own, so that whatever else the bench sends does not delay it. Posts the
 * longest answer in milliseconds when asked, and starts over.
 */

const ASK_EVERY_MS = 10
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let longest = 0

function ask() {
  const asked = performance.now()
  get(`${workerData}/healthz`, { agent }, (response) => {
    response.resume().once('end', () => {
      longest = Math.max(longest, performance.now() - asked)
      setTimeout(ask, ASK_EVERY_MS)
    })
  }).once('error', () => setTimeout(ask, ASK_EVERY_MS))
}
ask()

parentPort?.on('message', () => {
  parentPort?.postMessage(longest)
  longest = 0
})
