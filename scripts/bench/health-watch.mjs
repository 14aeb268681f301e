import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * Polls a server's /healthz in its own thread, so that the bench's other requests do not delay it. On a message, posts
 * the longest response time in milliseconds and resets it.
 */

const POLL_EVERY_MS = 10
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let longest = 0

function poll() {
  const startedAt = performance.now()
  get(`${workerData}/healthz`, { agent }, (response) => {
    response.resume().once('end', () => {
      longest = Math.max(longest, performance.now() - startedAt)
      setTimeout(poll, POLL_EVERY_MS)
    })
  }).once('error', () => setTimeout(poll, POLL_EVERY_MS))
}
poll()

parentPort?.on('message', () => {
  parentPort?.postMessage(longest)
  longest = 0
})
