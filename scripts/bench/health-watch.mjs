import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * Polls a server in its own thread, so that the bench's other requests do not delay it: /healthz, which needs nothing
 * but the process, and a trip of an account that does nothing else, which needs the database. On a message, posts the
 * longest response time of each in milliseconds and resets it.
 */

const POLL_EVERY_MS = 10
const { address, path, cookie } = workerData
const longest = { health: 0, trip: 0 }
/** When the request that is not answered yet was sent; 0 if there is none. */
const sentAt = { health: 0, trip: 0 }

/**
 * @param {'health' | 'trip'} name
 * @param {string} url
 * @param {Record<string, string>} headers
 */
function poll(name, url, headers) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const again = () => {
    count(name)
    sentAt[name] = 0
    setTimeout(ask, POLL_EVERY_MS)
  }
  function ask() {
    sentAt[name] = performance.now()
    get(url, { agent, headers }, (response) => response.resume().once('end', again)).once('error', again)
  }
  ask()
}
/** @param {'health' | 'trip'} name */
function count(name) {
  if (sentAt[name] > 0) longest[name] = Math.max(longest[name], performance.now() - sentAt[name])
}

poll('health', `${address}/healthz`, {})
poll('trip', address + path, { cookie })

parentPort?.on('message', () => {
  count('health')
  count('trip')
  parentPort?.postMessage({ ...longest })
  Object.assign(longest, { health: 0, trip: 0 })
})
