import { type ReactNode, StrictMode, Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { vi } from 'vitest'
import { canEditPlan } from '#domain/access.ts'
import { documentPath } from '#domain/api/documents.ts'
import { NOTICES_PATH, noticeChoicesPath } from '#domain/api/notices.ts'
import type { PeopleResponse } from '#domain/api/people.ts'
import type { TravelDocument } from '#domain/documents.ts'
import type { User } from '#domain/person.ts'
import type { CommonSectionName, SectionName, SectionValue } from '#domain/plan/index.ts'
import type { Trip, TripType } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { plan, tripKey } from '#web/data/root/plan.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { session } from '#web/data/root/session.ts'
import { type OpenTrip, PlanClient } from '#web/data/sync/plan-client.ts'
import { outlineOf } from '#web/data/testing/outline.ts'
import { SimulatedServer } from '#web/data/testing/simulated-server.ts'
import { type PlanSource, PlanSourceContext, planFor } from '#web/data/trips/plan-source.ts'
import { LeaveGuard } from '#web/trip-core/editing/leave-guard.tsx'
import { TypedText } from '#web/trip-core/editing/typed-text.tsx'

/*
 * Shows a tab or dialog of a trip as its page does, with the engine of the plan and a simulated server, in a real
 * browser. It has no other tabs, no disk and no network.
 */

/** Who looks at the trip, and owns it. */
export const ROBIN: User = {
  id: '00000000-0000-4000-8000-0000000000aa',
  username: 'robin',
  full_name: 'Robin Tester',
  email: 'robin@example.org',
  is_beta_user: true,
}

const FAILURE = { error: { code: 'data_not_loaded', message: 'Failed to load data' } }

export interface OpenedTrip {
  trip: Trip
  server: SimulatedServer
  /** The value of a section as the server has it. */
  stored: <Name extends SectionName>(name: Name) => SectionValue<Name>
  /** What was sent about a section, by request: the mutations as text with a star for each id, 'set * checked'. */
  sent: (name: SectionName) => string[][]
  /** Makes an edit of somebody else, which arrives as a live event. */
  editAsOther: SimulatedServer['editAsOther']
  show: (screen: ReactNode) => void
  /** Takes the screen away and forgets what the page had in memory: what is shown next is what the server has. */
  forget: () => Promise<void>
}

/** Sections of a plan. */
export type PlanValues = { [Name in CommonSectionName]?: SectionValue<Name> }

export interface TripOptions {
  type?: TripType | undefined
  values?: PlanValues | undefined
  /** Sections that the server could not load. */
  failed?: readonly CommonSectionName[]
  /** What differs from a road trip that its owner looks at. */
  trip?: Partial<Trip>
  members?: PeopleResponse
  /** Newest first. The server deletes each when it is asked. */
  documents?: readonly TravelDocument[]
}

/** Opens a trip with this plan. What it lacks is the template. */
export async function openTrip({
  type,
  values = {},
  failed = [],
  trip: changes = {},
  members,
  documents = [],
}: TripOptions = {}): Promise<OpenedTrip> {
  // A new id for each: a page keeps the drafts and open fields of a trip.
  const id = newId()
  const server = new SimulatedServer(type)
  for (const [name, value] of Object.entries(values))
    Object.assign(server.sections[name as SectionName], { version: 1, value })
  const fetchWhole = server.fetchTrip.bind(server)
  server.fetchTrip = async (tripId) => {
    const response = await fetchWhole(tripId)
    for (const name of failed) Object.assign(response.sections, { [name]: FAILURE })
    return Object.assign(response, { documents: left })
  }
  let left = documents
  for (const document of documents)
    responses.set(documentPath(id, document.id), async (_body, _query, method) => {
      if (method === 'DELETE') left = left.filter((other) => other !== document)
      return null
    })
  responses.set(`/api/trips/${id}`, () => server.fetchTrip(id))
  // Nothing is new, and nobody is reminded.
  responses.set(NOTICES_PATH, async () => ({ notices: [], unread: {} }))
  responses.set(noticeChoicesPath(id), async () => ({ choices: {}, is_off: false, reminds_since: null }))
  let client = new PlanClient({ transport: server })
  const opened = await client.open(id)
  let isOther = false
  server.onChange((change) => isOther && client.receiveChange(id, change))
  // Typing is recorded in the plan of the whole app, and sections are restored and restricted there.
  vi.spyOn(plan, 'findPlan').mockImplementation((tripId) => client.findPlan(tripId))
  vi.spyOn(plan, 'find').mockImplementation((tripId, name) => client.find(tripId, name))
  vi.spyOn(plan, 'open').mockImplementation(async (tripId) => withTrip(await client.open(tripId)))
  vi.spyOn(plan, 'isOpen').mockImplementation((tripId) => client.isOpen(tripId))
  vi.spyOn(plan, 'findDocuments').mockImplementation((tripId, create) => client.findDocuments(tripId, create))
  const withTrip = (answer: OpenTrip): OpenTrip => ({ ...answer, trip: { ...answer.trip, ...changes } as Trip })
  const trip = withTrip(opened).trip as Trip
  session.enter({ user: ROBIN })
  queryCache.set(tripKey(id), withTrip(opened))
  if (members) {
    queryCache.set(['people', id], members)
    // A dialog asks again.
    responses.set(`/api/trips/${id}/people`, async () => members)
  }
  return {
    trip,
    server,
    stored: (name) => server.sections[name].value as never,
    sent: (name) =>
      server.received
        .map((operations) => outlineOf(operations.filter(({ section }) => section === name)))
        .filter((request) => request.length > 0),
    editAsOther(section, change) {
      isOther = true
      server.editAsOther(section, change)
      isOther = false
    },
    show: (screen) => show(screen, canEditPlan(trip) ? client : planFor(trip), trip),
    async forget() {
      closeScreen()
      client = new PlanClient({ transport: server })
      queryCache.forgetPerson()
      queryCache.set(tripKey(id), withTrip(await client.open(id)))
    },
  }
}

export type Respond = (body: unknown, query: URLSearchParams, method: string) => Promise<unknown>

/**
 * What the server sends back for requests that are not about operations, by their path, with or without its query.
 * Each gets what was sent. Unless a test says otherwise, no AI is set up.
 */
export const responses = new Map<string, Respond>()

/** Forgets all but what was said about a trip: a screen that was closed may still ask about its own. */
export function forgetResponses(): void {
  for (const path of responses.keys()) if (!HAS_ID.test(path)) responses.delete(path)
  responses.set('/ai/v1', async () => null)
}

const HAS_ID = /[\da-f]{8}-[\da-f]{4}-/

let root: Root | undefined
let place: HTMLElement | undefined

function show(screen: ReactNode, source: PlanSource, trip: Trip): void {
  showPage(
    <PlanSourceContext value={source}>
      <main>
        <LeaveGuard>
          <Suspense>{screen}</Suspense>
        </LeaveGuard>
      </main>
      <TypedText tripId={trip.id} />
    </PlanSourceContext>,
  )
}

/** Shows a page without a trip that is open. */
export function showPage(whole: ReactNode): void {
  closeScreen()
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(<StrictMode>{whole}</StrictMode>)
}

/** Takes the screen away, with its dialogs. */
export function closeScreen(): void {
  root?.unmount()
  place?.remove()
  root = undefined
  place = undefined
}
