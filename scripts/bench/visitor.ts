import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type Details, details } from '#domain/plan/details.ts'
import type { SectionName, SectionValue } from '#domain/plan/index.ts'

export const DESTINATION = 'Pog Lake, Algonquin Provincial Park'

/** A signed-in person with a planned trip, who talks to the server over a connection that is kept. */
export class Visitor {
  readonly tripId = randomUUID()
  readonly #agent: Agent
  readonly #address: string
  #cookies: { name: string; value: string }[] = []
  readonly #versions = new Map<SectionName, number>()

  private constructor(address: string) {
    this.#address = address
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1 })
  }

  /** Registers, creates a trip and fills in its details. */
  static async arrive(address: string): Promise<Visitor> {
    const visitor = new Visitor(address)
    const username = `bench-${randomUUID().slice(0, 8)}`
    const data = { username, full_name: 'Bench Visitor', is_beta_user: true, referred_by: null }
    const { response } = await visitor.#send('POST', '/auth/v1/signup', {
      email: `${username}@example.org`,
      password: 'pine-needles',
      data,
    })
    visitor.#cookies = (response.headers['set-cookie'] ?? []).map((line) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      return { name, value }
    })
    await visitor.#send('POST', '/api/trips', { id: visitor.tripId, name: 'Bench trip', type: 'car_trip' })
    await visitor.save('details', buildDetails(8))
    return visitor
  }

  /** The session's cookies, for a browser. */
  get cookies() {
    return this.#cookies.map((cookie) => ({ ...cookie, url: this.#address }))
  }

  async openTrip(): Promise<void> {
    await this.#send('GET', `/api/trips/${this.tripId}`)
  }

  /** Saves a section as the app does: from the version that the last save answered. */
  async save<Name extends SectionName>(name: Name, value: SectionValue<Name>): Promise<void> {
    const body = { id: randomUUID(), base: this.#versions.get(name) ?? 0, value }
    const { text } = await this.#send('PUT', `/api/trips/${this.tripId}/plan/${name}`, body, 'identity')
    this.#versions.set(name, JSON.parse(text).version)
  }

  /** Ends the connection; the next request opens another. */
  leave(): void {
    this.#agent.destroy()
  }

  #send(method: string, path: string, body?: object, encoding = 'br, gzip'): Promise<{ response: IncomingMessage; text: string }> {
    const headers = {
      'accept-encoding': encoding,
      cookie: this.#cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      ...(body && { 'content-type': 'application/json', origin: this.#address }),
    }
    return new Promise((resolve, reject) => {
      const sent = request(this.#address + path, { method, headers, agent: this.#agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if ((response.statusCode ?? 500) < 300) resolve({ response, text })
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`))
        })
      })
      sent.on('error', reject)
      sent.end(body && JSON.stringify(body))
    })
  }
}

/** Details with every field filled in, and as many distances. */
export function buildDetails(distances: number): Details {
  return details.schema.parse({
    destination_name: DESTINATION,
    departure_date: '2026-07-02',
    return_date: '2026-07-05',
    departure_airport_code: 'YYZ',
    arrival_airport_code: 'YVR',
    map_embed_url: '',
    car_trip_distances: Array.from({ length: distances }, (_, i) => ({
      id: randomUUID(),
      place: `Place ${i}`,
      distance: `${i * 10} km`,
    })),
    car_trip_entry_gate: 'West Gate',
    air_travel_flight_info: { carrier: 'Air Canada', flightNumber: 'AC 123' },
  })
}
