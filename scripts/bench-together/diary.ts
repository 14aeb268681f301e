import type { SectionName } from '#domain/plan/index.ts'
import { type Act, listMarks, markOf, now } from './acts.ts'
import type { ClientMessage } from './messages.ts'
import type { Sheet } from './sheet.ts'

/** Records what one person writes, does and sees, in all tabs. */
export class Diary {
  readonly #number: number
  readonly #tell: (news: ClientMessage) => void
  readonly #seen = new Set<string>()
  #order = 0
  #numbers = 0

  constructor(number: number, tell: (news: ClientMessage) => void) {
    this.#number = number
    this.#tell = tell
  }

  /** Whether it is that of the first person, who owns the trip. */
  get isOfOwner(): boolean {
    return this.#number === 1
  }

  /** A new text with a unique mark. */
  text = (words: string): string => `${words} ${markOf(this.#number, ++this.#order)}`

  number = (): number => this.#number * 1000 + ++this.#numbers

  /** A date that nobody else writes, far in the future: private records are erased some time after the trip. */
  date = (): string => new Date(Date.UTC(2100, 0, this.number())).toISOString().slice(0, 10)

  /** Reports the edits of a sheet, once the app has them. */
  note(tab: number, section: SectionName, sheet: Sheet<unknown>, isTimed: boolean): void {
    const at = now()
    for (const { path, mutation } of sheet.mutations) {
      for (const mark of listMarks(mutation)) this.#seen.add(mark)
      const act: Act = { by: this.#number, tab, order: ++this.#order, section, path, at, ...mutation }
      this.#tell({ kind: 'act', act, isTimed })
    }
  }

  /** Reports the marks of others that are shown for the first time. */
  look(value: unknown): void {
    const marks = listMarks(value).filter((mark) => !this.#seen.has(mark))
    for (const mark of marks) this.#seen.add(mark)
    if (marks.length > 0) this.#tell({ kind: 'seen', marks, at: now() })
  }
}
