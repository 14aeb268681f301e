/*
 * Preloaded into a server. On a message from the parent process, sends back the longest time in milliseconds for which
 * the event loop was blocked since the last message.
 */

let [last, longest] = [performance.now(), 0]

function measure() {
  const now = performance.now()
  longest = Math.max(longest, now - last)
  last = now
  setTimeout(measure, 0).unref()
}
measure()

process.on('message', () => {
  process.send?.(longest)
  longest = 0
})
process.channel?.unref()
