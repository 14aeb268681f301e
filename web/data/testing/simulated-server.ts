import type { Save, SaveAnswer, SaveRequest } from '#domain/api/plan.ts'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { merge } from '#domain/merge/merge.ts'
import { type Details, details } from '#domain/plan/details.ts'
import type { SectionTransport } from '../section-store.ts'

type Request = SaveRequest<'details'>
type Answer = SaveAnswer<'details'>

/** What a save meets on its way. */
export type Fate = 'answered' | 'answer lost' | 'lost' | ErrorCode

/** The server as a store meets it: it keeps every version, merges, and knows a save that it has stored. */
export class SimulatedServer implements SectionTransport<'details'> {
  readonly versions: Details[] = [details.empty]
  readonly received: Request[] = []
  readonly keepalives: boolean[] = []
  readonly #stored = new Set<string>()
  /** What the next saves meet; all others are answered. */
  fates: Fate[] = []
  /** How long a save travels to the server, and its answer back. */
  travelMs = 0
  underWay = 0
  mostUnderWay = 0
  failures = 0

  get version() {
    return this.versions.length - 1
  }
  get current(): Answer {
    return { version: this.version, value: this.versions[this.version] as Details }
  }

  failure = 'Failed to save trip details'

  save = async (save: Request, { keepalive }: { keepalive: boolean }): Promise<Answer> => {
    const next = this.fates.shift() ?? 'answered'
    this.received.push(save)
    this.keepalives.push(keepalive)
    this.mostUnderWay = Math.max(this.mostUnderWay, ++this.underWay)
    try {
      await pause(this.travelMs)
      const fate = this.#fateOf(save, next)
      if (fate === 'answered' || fate === 'answer lost') this.store(save)
      const answer = this.current
      await pause(this.travelMs)
      if (fate === 'answered') return answer
      this.failures += 1
      throw new AppError(fate === 'lost' || fate === 'answer lost' ? 'unreachable' : fate)
    } finally {
      this.underWay -= 1
    }
  }

  #fateOf({ id }: Request, fate: Fate): Fate {
    // What it has stored it does not refuse.
    return this.#stored.has(id) && (fate === 'invalid_request' || fate === 'base_unknown') ? 'answered' : fate
  }

  merge = merge<Details>

  store({ after = [], ...save }: Request): void {
    for (const { id, base, from, value } of [...after, save as Save<'details'>]) {
      if (this.#stored.has(id)) continue
      this.#stored.add(id)
      this.versions.push(merge(from ?? (this.versions[base] as Details), this.current.value, value))
    }
  }

  /** Somebody else's save, which has everything that is stored by now. */
  change(change: (value: Details) => Details): void {
    this.versions.push(change(this.current.value))
  }
}

const pause = (ms: number) => (ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined)
