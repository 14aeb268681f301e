/*
 * Loaded into a server before its program: tells whoever started it, when asked, for how long its event loop was held at most since
 * it was asked before, in milliseconds.
 */

let [last, longest] = [performance.now(), 0]

function look() {
  const now = performance.now()
  longest = Math.max(longest, now - last)
  last = now
  setTimeout(look, 0).unref()
}
look()

process.on('message', () => {
  process.send?.(longest)
  longest = 0
})
process.channel?.unref()
