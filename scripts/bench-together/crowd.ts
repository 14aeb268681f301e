import { Worker } from 'node:worker_threads'
import type { Act } from './acts.ts'
import type { ClientCommand, ClientMessage, ClientOptions, Report } from './messages.ts'

/** Memory limits per client: many of them run in one process. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 }

type NewsOf<Kind extends ClientMessage['kind']> = Extract<ClientMessage, { kind: Kind }>

/** The main thread's handle on a client: the messages it has sent so far, and the commands it takes. */
export class CrowdMember {
  readonly number: number
  readonly person: string
  readonly acts: NewsOf<'act'>[] = []
  /** When each mark of somebody else was first shown here. */
  readonly seen = new Map<string, number>()
  /** When the person began or stopped viewing the trip online. */
  readonly presence: NewsOf<'present'>[] = []
  readonly sent: NewsOf<'sent'>[] = []
  readonly #worker: Worker
  readonly #waiting = new Map<ClientMessage['kind'], (news: ClientMessage) => void>()

  /** @param onFailure called if the client fails */
  constructor(bundle: URL, options: ClientOptions, onFailure: (failure: unknown) => void) {
    this.number = options.number
    this.person = options.person
    this.#worker = new Worker(bundle, { workerData: options, resourceLimits })
    this.#worker.on('error', onFailure)
    this.#worker.on('message', (news: ClientMessage) => this.#take(news))
  }

  whenReady(): Promise<unknown> {
    return this.#when('ready')
  }

  begin(): void {
    this.#order({ kind: 'begin' })
  }

  /** Resolves when it has stopped editing and shows the trip, online. */
  async finish(): Promise<void> {
    const finished = this.#when('finished')
    this.#order({ kind: 'finish' })
    await finished
  }

  async report(): Promise<Report> {
    const reported = this.#when('report')
    this.#order({ kind: 'report' })
    return (await reported).report
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #order(order: ClientCommand): void {
    this.#worker.postMessage(order)
  }

  #when<Kind extends ClientMessage['kind']>(kind: Kind): Promise<NewsOf<Kind>> {
    return new Promise((resolve) => this.#waiting.set(kind, (news) => resolve(news as NewsOf<Kind>)))
  }

  #take(news: ClientMessage): void {
    if (news.kind === 'act') this.acts.push(news)
    else if (news.kind === 'seen') for (const mark of news.marks) this.seen.set(mark, news.at)
    else if (news.kind === 'present') this.presence.push(news)
    else if (news.kind === 'sent') this.sent.push(news)
    this.#waiting.get(news.kind)?.(news)
  }
}

export const actsOf = (crowd: readonly CrowdMember[]): Act[] => crowd.flatMap(({ acts }) => acts.map(({ act }) => act))
