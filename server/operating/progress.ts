import * as m from '#messages'
import { StartError } from '../settings/start-error.ts'

/** Reports the progress of a long task at intervals, and allows aborting it. */
export class Progress {
  readonly #print: (line: string) => void
  readonly #everyMs: number
  #reportedAt = Date.now()
  #isAborted = false

  constructor(print: (line: string) => void, everyMs = 2000) {
    this.#print = print
    this.#everyMs = everyMs
  }

  /** Makes the next `tell` throw, so that the task cleans up as after any failure. */
  abort(): void {
    this.#isAborted = true
  }

  /**
   * @param line called only if it is printed
   * @throws StartError if the task is to abort
   */
  report(line: () => string): void {
    if (this.#isAborted) throw new StartError(m.operating_broken_off())
    if (Date.now() - this.#reportedAt < this.#everyMs) return
    this.#reportedAt = Date.now()
    this.#print(line())
  }
}

export const silentProgress = () => new Progress(() => {}, Number.POSITIVE_INFINITY)

/** Formats a number: 12,345. */
export const count = (number: number) => number.toLocaleString('en')

/** Formats bytes: 12.3 MB. */
export function size(bytes: number): string {
  if (bytes < 1000) return m.operating_size_bytes({ bytes })
  const units = ['kB', 'MB', 'GB', 'TB']
  let [value, unit] = [bytes / 1000, 0]
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000
  return `${value.toFixed(1)} ${units[unit]}`
}
