import { StartError } from '../start-error.ts'

/** Tells how far a long work is, at most every so often, and has it break off where somebody wants that. */
export class Progress {
  readonly #print: (line: string) => void
  readonly #everyMs: number
  #told = Date.now()
  #isOver = false

  constructor(print: (line: string) => void, everyMs = 2000) {
    this.#print = print
    this.#everyMs = everyMs
  }

  /** From now on `tell` throws, so that the work tidies up as after any failure. */
  breakOff(): void {
    this.#isOver = true
  }

  /**
   * @param line is made only when it is told
   * @throws StartError where the work is to break off
   */
  tell(line: () => string): void {
    if (this.#isOver) throw new StartError('Broken off.')
    if (Date.now() - this.#told < this.#everyMs) return
    this.#told = Date.now()
    this.#print(line())
  }
}

/** Of a work that nobody watches. */
export const unwatched = () => new Progress(() => {}, Number.POSITIVE_INFINITY)

/** A number as people read it: 12,345. */
export const count = (number: number) => number.toLocaleString('en')

/** Bytes as people read them: 12.3 MB. */
export function size(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let [value, unit] = [bytes, 0]
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`
}
