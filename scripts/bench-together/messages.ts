import type { SectionName } from '#domain/plan/index.ts'
import type { Act } from './acts.ts'
import type { NetworkFigures } from './network.ts'
import type { Path } from './paths.ts'

export interface ClientOptions {
  number: number
  seed: string
  /** In how many tabs the app is open. */
  tabs: number
  address: string
  cookie: string
  person: string
  tripId: string
}

export type ClientCommand =
  | { kind: 'begin' }
  /** Stop editing, show the trip, and end all network faults. */
  | { kind: 'finish' }
  | { kind: 'report' }

export type ClientMessage =
  | { kind: 'ready' }
  | { kind: 'act'; act: Act; isTimed: boolean }
  /** Marks of others that are shown for the first time. */
  | { kind: 'seen'; marks: string[]; at: number }
  /** Whether the person is viewing the trip online, from now on. */
  | { kind: 'present'; isPresent: boolean; at: number }
  | { kind: 'sent'; ids: string[] }
  | { kind: 'finished' }
  | { kind: 'report'; report: Report }

/** A text that the app shows to its author, because newer typing won. */
export interface Superseded {
  section: SectionName
  path: Path
  value: unknown
}

export interface TabReport {
  hasPendingEdits: boolean
  /** What the app shows as given way to newer typing of others. */
  superseded: Superseded[]
  sections: { name: SectionName; version: number | undefined; value: unknown }[]
}

export interface Report {
  tabs: TabReport[]
  network: NetworkFigures
  /** How often the app was closed, and how often it crashed. Each time it was opened again. */
  closed: number
  crashed: number
  /** The app's messages in the browser's log, with their counts. */
  log: [string, number][]
}
