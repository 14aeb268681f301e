/**
 * Starts to measure how long the processor computes. Not by the clock, which runs on while other tests have it.
 * @returns a function that returns the milliseconds since then
 */
export function measureCpu(): () => number {
  const start = process.cpuUsage()
  return () => process.cpuUsage(start).user / 1000
}
