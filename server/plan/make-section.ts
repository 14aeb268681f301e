import type { OperationsResponse, PlanOperation } from '#domain/api/operations.ts'
import type { NamedUser } from '#domain/person.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import type { SectionName, SectionValue } from '#domain/plan/index.ts'
import type { PlannedTrip, PlanStore } from './plan-store.ts'

interface MakeOptions {
  person?: NamedUser | null
  /** Returns the id of an operation by its index. By default each operation has a random id. */
  operationId?: (number: number) => string
}

/**
 * Gives a section a value, by the operations that lead there from its current value, as one version. Does nothing if it
 * has that value already.
 */
export async function makeSection<Name extends SectionName>(
  store: PlanStore,
  trip: PlannedTrip,
  section: Name,
  value: SectionValue<Name>,
  { person = null, operationId = () => crypto.randomUUID() }: MakeOptions = {},
): Promise<OperationsResponse | undefined> {
  const { text, version } = await store.load(trip, section, (await store.listVersions(trip.id))[section])
  const mutations = diffSection(section, trip.type, JSON.parse(text), value)
  const operations = mutations.map(
    (mutation, number): PlanOperation => ({ ...mutation, id: operationId(number), section }),
  )
  if (operations.length === 0) return undefined
  return store.operate(trip, { operations, seen: { [section]: version } }, person, undefined, true)
}
