import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { MAX_OPERATIONS } from '#domain/api/operations.ts'
import { tripResponse } from '#domain/api/trips.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import type { User } from '#domain/person.ts'
import { type Details, details } from '#domain/plan/details.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import type { CommonSectionName, SectionName, SectionValue } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'

export const DESTINATION = 'Pog Lake, Algonquin Provincial Park'

interface Cookie {
  name: string
  value: string
}

type NewVisitor = Pick<User, 'username' | 'full_name'>
type NewTrip = Pick<Trip, 'name' | 'type'>

interface NewGuest {
  token: string
  name: string
  person_id: string
}

/** A signed-in person with a trip, who uses one keep-alive connection to the server. */
export class Visitor {
  readonly tripId: string
  readonly #agent: Agent
  readonly #address: string
  #cookies: Cookie[]

  private constructor(address: string, tripId: string = randomUUID(), cookies: Cookie[] = []) {
    this.#address = address
    this.tripId = tripId
    this.#cookies = cookies
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1 })
  }

  /** Registers, creates a trip and fills in its details. */
  static async arrive(address: string): Promise<Visitor> {
    const username = `bench-${randomUUID().slice(0, 8)}`
    const visitor = await Visitor.register(address, { username, full_name: 'Bench Visitor' })
    await visitor.#createTrip()
    await visitor.#fillInDetails()
    return visitor
  }

  /** Registers somebody who has no trip of their own yet. */
  static async register(address: string, { username, full_name }: NewVisitor): Promise<Visitor> {
    const visitor = new Visitor(address)
    const { response } = await visitor.#send('POST', '/auth/v1/signup', {
      email: `${username}@example.org`,
      password: 'pine-needles',
      data: { username, full_name, is_beta_user: true, referred_by: null },
    })
    visitor.#takeCookies(response)
    return visitor
  }

  /** Joins the trip of an invitation as a guest, as a person of its list. */
  static async join(address: string, { token, name, person_id }: NewGuest): Promise<Visitor> {
    const guest = new Visitor(address)
    const { response, text } = await guest.#send('POST', '/api/join', { token, name, person_id, device: randomUUID() })
    const joined = new Visitor(address, (JSON.parse(text) as { trip_id: string }).trip_id)
    joined.#takeCookies(response)
    guest.leave()
    return joined
  }

  #takeCookies({ headers }: IncomingMessage): void {
    this.#cookies = (headers['set-cookie'] ?? []).map((line) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      return { name, value }
    })
  }

  async #createTrip(trip: NewTrip = { name: 'Bench trip', type: 'car_trip' }): Promise<void> {
    await this.#send('POST', '/api/trips', { id: this.tripId, ...trip })
  }

  async #fillInDetails(): Promise<void> {
    await this.operate('details', diffSection('details', 'car_trip', details.empty, buildDetails(8)))
  }

  /** The session's cookies, for a browser. */
  get cookies() {
    return this.#cookies.map((cookie) => ({ ...cookie, url: this.#address }))
  }

  get cookie(): string {
    return this.#cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  async openTrip(): Promise<void> {
    await this.#send('GET', `/api/trips/${this.tripId}`)
  }

  async listTrips(): Promise<void> {
    await this.#send('GET', '/api/trips')
  }

  /** Opens another person's trip as that person, over this connection. */
  async openAs(other: Visitor): Promise<void> {
    await this.#send('GET', `/api/trips/${other.tripId}`, undefined, 'br, gzip', other.#cookies)
  }

  async planAnother(): Promise<Visitor> {
    const visitor = await this.createTrip()
    await visitor.#fillInDetails()
    return visitor
  }

  /** Creates another trip, without details. */
  async createTrip(trip?: NewTrip): Promise<Visitor> {
    const visitor = new Visitor(this.#address, undefined, this.#cookies)
    await visitor.#createTrip(trip)
    return visitor
  }

  /** Sends a request about the trip. Returns what the server answers. */
  async request<Answer>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer> {
    const { text } = await this.#send(method, `/api/trips/${this.tripId}${path}`, body, 'identity')
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }

  /** Sends a request about something else than the trip. */
  async post(path: string, body: object): Promise<void> {
    await this.#send('POST', path, body)
  }

  /** Opens the trip as a reader. */
  async readShared(): Promise<void> {
    await this.#send('GET', `/api/shared/${this.tripId}`)
  }

  /** Another connection of the same person to the same trip. */
  connectAgain(): Visitor {
    return new Visitor(this.#address, this.tripId, this.#cookies)
  }

  /** Sets a section to a value by the operations that the app would send. */
  async setSection<Name extends CommonSectionName>(name: Name, value: SectionValue<Name>): Promise<void> {
    const { text } = await this.#send('GET', `/api/trips/${this.tripId}`, undefined, 'identity')
    const { trip, sections } = tripResponse.parse(JSON.parse(text))
    const section = sections[name]
    if (!trip || 'error' in section) throw new Error(text)
    const mutations = diffSection(name, trip.type, section.value, value)
    for (let from = 0; from < mutations.length; from += MAX_OPERATIONS)
      await this.operate(name, mutations.slice(from, from + MAX_OPERATIONS))
  }

  /** Sets sections, in the order in which they are given. */
  async setPlan(plan: { [Name in CommonSectionName]?: SectionValue<Name> }): Promise<void> {
    for (const [name, value] of Object.entries(plan)) await this.setSection(name as CommonSectionName, value)
  }

  /** Sends operations as the app does. Returns the bodies of request and response. */
  async operate(section: SectionName, mutations: Mutation[], seen?: number): Promise<{ sent: string; text: string }> {
    const operations = mutations.map((mutation) => ({ id: randomUUID(), section, ...mutation, when: Date.now() }))
    const body = { operations, seen: seen === undefined ? {} : { [section]: seen } }
    const { text } = await this.#send('POST', `/api/trips/${this.tripId}/operations`, body, 'identity')
    return { sent: JSON.stringify(body), text }
  }

  leave(): void {
    this.#agent.destroy()
  }

  #send(
    method: string,
    path: string,
    body?: object,
    encoding = 'br, gzip',
    cookies = this.#cookies,
  ): Promise<{ response: IncomingMessage; text: string }> {
    const headers = {
      'accept-encoding': encoding,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      ...(method !== 'GET' && { origin: this.#address }),
      ...(body && { 'content-type': 'application/json' }),
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

/** Details with all fields filled in and `distances` distances. */
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
