import { readFileSync } from 'node:fs'

/*
 * Preloaded into a server. On a message from the parent process, sends back the longest time in milliseconds for which
 * the event loop was blocked since the last message, and the longest for which it computed: on a busy machine, a
 * blocked process may only wait for a processor. On the message 'collect', collects garbage first (--expose-gc), and
 * sends back the bytes in use instead.
 */

/** The CPU time of the main thread in milliseconds. The kernel's first number is in nanoseconds. */
const cpuTime = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6

let [last, lastCpu] = [performance.now(), cpuTime()]
let longest = { heldMs: 0, computedMs: 0 }

function measure() {
  const [now, cpu] = [performance.now(), cpuTime()]
  longest = { heldMs: Math.max(longest.heldMs, now - last), computedMs: Math.max(longest.computedMs, cpu - lastCpu) }
  last = now
  lastCpu = cpu
}

function measureEachTurn() {
  measure()
  setTimeout(measureEachTurn, 0).unref()
}
measureEachTurn()

process.on('message', (message) => {
  measure()
  if (message === 'collect') {
    globalThis.gc?.()
    process.send?.(process.memoryUsage().heapUsed)
    ;[last, lastCpu] = [performance.now(), cpuTime()]
    return
  }
  process.send?.(longest)
  longest = { heldMs: 0, computedMs: 0 }
})
process.channel?.unref()
