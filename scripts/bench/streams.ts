import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchServer } from './server.ts'
import { median, type Row } from './table.ts'
import { buildDetails, Visitor } from './visitor.ts'

const PEOPLE = 50
/** The limit per person. */
const STREAMS_EACH = 20
const SETTLE_MS = 3000
const SAVES = 30

/** The memory of 1,000 open event streams, and how soon a save reaches those of its trip. */
export async function measureStreams(server: BenchServer): Promise<Row[]> {
  const visitors: Visitor[] = []
  for (let i = 0; i < PEOPLE; i++) visitors.push(await Visitor.arrive(server.address))
  const before = server.memoryMB()
  const streams = await openStreams(server.address, visitors, STREAMS_EACH)
  const measured = server.memoryMB()

  const [writer] = visitors as [Visitor, ...Visitor[]]
  const times: number[] = []
  for (let i = 0; i < SAVES; i++) {
    const received = streams.slice(0, STREAMS_EACH).map((stream) => stream.nextChange())
    const started = performance.now()
    await writer.setSection('details', { ...buildDetails(8), destination_name: `Site ${i}` })
    await Promise.all(received)
    times.push(performance.now() - started)
  }
  for (const stream of streams) stream.close()
  for (const visitor of visitors) visitor.leave()
  const details = [
    `${before.toFixed(0)} MB before they were opened; ${PEOPLE} people with ${STREAMS_EACH} each`,
    `a save is acknowledged and sent to all ${STREAMS_EACH} streams in ${median(times).toFixed(1)} ms (median)`,
  ]
  return [{ what: `Server memory with ${streams.length} event streams`, measured, unit: 'MB', budget: 250, details }]
}

/** Opens `each` streams per visitor and waits until memory has settled. */
export async function openStreams(address: string, visitors: readonly Visitor[], each: number): Promise<Stream[]> {
  const streams: Stream[] = []
  for (const visitor of visitors)
    streams.push(...(await Promise.all(Array.from({ length: each }, () => Stream.open(address, visitor)))))
  await pause(SETTLE_MS)
  const open = streams.filter(({ isOpen }) => isOpen).length
  if (open < streams.length) throw new Error(`Of ${streams.length} event streams only ${open} are open.`)
  return streams
}

class Stream {
  isOpen = true
  #onChange = () => {}
  readonly #agent: Agent

  private constructor(agent: Agent) {
    this.#agent = agent
  }

  static async open(address: string, visitor: Visitor): Promise<Stream> {
    const agent = new Agent()
    const stream = new Stream(agent)
    const headers = { cookie: visitor.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
    await new Promise<void>((resolve, reject) => {
      const sent = request(`${address}/api/trips/${visitor.tripId}/events`, { headers, agent }, (response) => {
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          if (text.includes('event: versions')) resolve()
          if (text.includes('event: change')) stream.#onChange()
        })
        response.on('close', () => {
          stream.isOpen = false
        })
      })
      sent.on('error', reject)
      sent.end()
    })
    return stream
  }

  nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = resolve
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
