import type { SectionName } from '#domain/plan/index.ts'
import { type Act, listMarks, markOf, now } from './acts.ts'
import type { News } from './messages.ts'
import type { Sheet } from './sheet.ts'

/** What one person has written, done and seen, in all tabs. */
export class Diary {
  readonly #number: number
  readonly #tell: (news: News) => void
  readonly #seen = new Set<string>()
  #order = 0
  #numbers = 0

  constructor(number: number, tell: (news: News) => void) {
    this.#number = number
    this.#tell = tell
  }

  /** A new text that says this, with a mark of its own. */
  text = (says: string): string => `${says} ${markOf(this.#number, ++this.#order)}`

  /** A number that nobody else writes. */
  number = (): number => this.#number * 1000 + ++this.#numbers

  /** A date that nobody else writes, far ahead: what is private is erased a while after the trip. */
  date = (): string => new Date(Date.UTC(2100, 0, this.number())).toISOString().slice(0, 10)

  /** Tells what was done on a sheet, now that it was handed to the app. */
  note(tab: number, section: SectionName, sheet: Sheet<unknown>, isTimed: boolean): void {
    const at = now()
    for (const { path, mutation } of sheet.mutations) {
      for (const mark of listMarks(mutation)) this.#seen.add(mark)
      const act: Act = { by: this.#number, tab, order: ++this.#order, section, path, at, ...mutation }
      this.#tell({ kind: 'act', act, isTimed })
    }
  }

  /** Tells what of others is on the screen for the first time. */
  look(value: unknown): void {
    const marks = listMarks(value).filter((mark) => !this.#seen.has(mark))
    for (const mark of marks) this.#seen.add(mark)
    if (marks.length > 0) this.#tell({ kind: 'seen', marks, at: now() })
  }
}
