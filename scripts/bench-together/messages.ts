import type { SectionName } from '#domain/plan/index.ts'
import type { Act } from './acts.ts'
import type { NetworkFigures } from './network.ts'

/** What a client is started with. */
export interface ClientOptions {
  /** Its number. */
  number: number
  seed: string
  /** In how many tabs the app is open on it. */
  tabs: number
  address: string
  cookie: string
  /** The account that is signed in on it. */
  person: string
  tripId: string
}

/** What a client is told. */
export type Order =
  /** Edit the trip from now on. */
  | { kind: 'begin' }
  /** Stop editing, be there, and let the network be a good one. */
  | { kind: 'finish' }
  | { kind: 'report' }

/** What a client tells. */
export type News =
  /** The trip is on the screen. */
  | { kind: 'ready' }
  | { kind: 'act'; act: Act; isTimed: boolean }
  /** Marks of others that are on the screen for the first time. */
  | { kind: 'seen'; marks: string[]; at: number }
  /** Whether somebody is looking at the trip with a network, from now on. */
  | { kind: 'present'; isPresent: boolean; at: number }
  /** These operations have left the page. */
  | { kind: 'sent'; ids: string[] }
  | { kind: 'finished' }
  | { kind: 'report'; report: Report }

export interface TabReport {
  hasPendingEdits: boolean
  sections: { name: SectionName; version: number | undefined; value: unknown }[]
}

export interface Report {
  tabs: TabReport[]
  network: NetworkFigures
  /** How often the app was closed or crashed, and opened again. */
  closed: number
  crashed: number
  /** What the app wrote into the browser's log, by how often. */
  log: [string, number][]
}
