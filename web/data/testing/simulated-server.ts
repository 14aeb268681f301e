import type { ChangeEvent } from '#domain/api/events.ts'
import type { OperationsRequest, OperationsResponse, PlanOperation, SectionEffect } from '#domain/api/operations.ts'
import type { SectionResponse, TripResponse } from '#domain/api/trips.ts'
import type { ErrorCode } from '#domain/error-statuses.ts'
import { AppError } from '#domain/errors.ts'
import { apply } from '#domain/operations/apply.ts'
import { checksum, hasChecksum } from '#domain/operations/checksum.ts'
import { diff } from '#domain/operations/diff.ts'
import { expandInsert } from '#domain/operations/expand-insert.ts'
import { formAt, isFirstChoice } from '#domain/operations/form.ts'
import { findAt } from '#domain/operations/json.ts'
import { mergeText } from '#domain/operations/merge-text.ts'
import { isRefusal, type Mutation, type Outcome, type Tombstone } from '#domain/operations/operation.ts'
import { refusalMessage } from '#domain/operations/refusals.ts'
import { typingTime } from '#domain/operations/typing-time.ts'
import { validateOperation } from '#domain/operations/validate-operation.ts'
import { forms } from '#domain/plan/forms.ts'
import { type SectionName, type SectionValue, sectionNames } from '#domain/plan/index.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { TEMPLATE_REVISION } from '#domain/templates/revision.ts'
import type { TripType } from '#domain/trip.ts'
import type { EventStream, EventsListener, PlanTransport } from '../http/plan-transport.ts'
import { newId } from '../new-id.ts'

/** What happens to a request on its way. */
export type Fate = 'answered' | 'answer lost' | 'lost' | ErrorCode

interface Section {
  version: number
  value: unknown
  effects: SectionEffect[]
}

const TRIP = {
  name: 'Pog Lake',
  type: 'car_trip',
  owner_id: '00000000-0000-4000-8000-0000000000aa',
  is_public: false,
  role: 'owner',
  members_edit: true,
  taken: null,
  template_revision: TEMPLATE_REVISION,
  created_at: '2026-07-01T12:00:00.000Z',
  picture: null,
} as const

/** A text that makes the server reject the whole request. */
export const POISON = 'poison'

/** By which operation something changes, and when it was typed. */
interface Made {
  op: string
  typedAt: number | undefined
}

/** The server as pages know it: it applies each operation once, and publishes the effects to all pages. */
export class SimulatedServer implements PlanTransport {
  readonly sections: Record<SectionName, Section>
  /** Every value that was ever stored, oldest first. */
  readonly values: Record<SectionName, unknown[]>
  readonly outcomes = new Map<string, Outcome>()
  readonly received: PlanOperation[][] = []
  readonly keepalives: boolean[] = []
  readonly #removed = new Map<string, Tombstone>()
  /** When the current value of each field was typed, by place. */
  readonly #typedAt = new Map<string, number | undefined>()
  readonly #listeners: ((change: ChangeEvent) => void)[] = []
  /** What happens to the next requests. All later ones are answered. */
  fates: Fate[] = []
  /** How long a request travels to the server; its answer takes as long. */
  travelMs = 0
  failures = 0

  readonly #type: TripType

  constructor(type: TripType = 'car_trip') {
    this.#type = type
    const template = (name: SectionName) => planTemplates[name](type) as unknown
    this.sections = bySection((name) => ({ version: 0, value: template(name), effects: [] }))
    this.values = bySection((name) => [template(name)])
  }

  onChange(listener: (change: ChangeEvent) => void): void {
    this.#listeners.push(listener)
  }

  /** The whole plan, as in the answer that opens a trip. */
  open(): Record<SectionName, SectionResponse<SectionName>> {
    return structuredClone(
      bySection((name) => ({ version: this.sections[name].version, value: this.sections[name].value })),
    ) as never
  }

  async fetchTrip(id: string): Promise<TripResponse> {
    const { private: _, ...sections } = this.open()
    return { trip: { ...TRIP, id, type: this.#type }, sections, documents: [] } as unknown as TripResponse
  }

  async fetchPrivate(): Promise<SectionResponse<'private'>> {
    return this.open().private as SectionResponse<'private'>
  }

  async fetchUserId(): Promise<string> {
    return TRIP.owner_id
  }

  openEvents(_tripId: string, { onEvent }: EventsListener): EventStream {
    let isOpen = true
    const emit = (name: string, data: object) => isOpen && onEvent(name, JSON.stringify(data))
    const { is_public, role, members_edit, taken } = TRIP
    const versions = bySection((name) => this.sections[name].version)
    setTimeout(() => emit('versions', { versions, is_public, role, members_edit, taken }))
    this.onChange((change) => setTimeout(() => emit('change', change)))
    return {
      close: () => {
        isOpen = false
      },
    }
  }

  send = async (
    _tripId: string,
    request: OperationsRequest,
    { keepalive, isMember = () => true }: { keepalive: boolean; isMember?: () => boolean },
  ): Promise<OperationsResponse> => {
    const fate = this.fates.shift() ?? 'answered'
    this.received.push(request.operations)
    this.keepalives.push(keepalive)
    await pause(this.travelMs)
    if (!isMember()) {
      await pause(this.travelMs)
      throw new AppError('trip_not_found')
    }
    const isPoisoned = JSON.stringify(request).includes(POISON)
    const answer =
      (fate === 'answered' || fate === 'answer lost') && !isPoisoned
        ? this.operate(structuredClone(request))
        : undefined
    await pause(this.travelMs)
    if (answer && fate === 'answered') return structuredClone(answer)
    this.failures += 1
    throw new AppError(
      isPoisoned ? 'invalid_request' : fate === 'lost' || fate === 'answer lost' ? 'unreachable' : (fate as ErrorCode),
    )
  }

  /** Makes an edit of somebody else, who sees everything that is stored. */
  editAsOther<Name extends SectionName>(
    section: Name,
    change: (value: SectionValue<Name>) => SectionValue<Name>,
  ): void {
    const before = this.sections[section].value as SectionValue<Name>
    const mutations = diff(forms[section], before, change(before))
    this.operate({ operations: mutations.map((mutation) => ({ ...mutation, id: newId(), section })), seen: {} })
  }

  operate(request: OperationsRequest): OperationsResponse {
    const { operations, seen } = request
    const answer: OperationsResponse = {
      versions: {},
      effects: [],
      values: {},
      checks: {},
      superseded: [],
      merged: [],
      refused: [],
    }
    const names = sectionNames.filter((name) => operations.some(({ section }) => section === name))
    const before = new Map(names.map((name) => [name, this.sections[name]]))
    const effectsBySection = new Map<SectionName, SectionEffect[]>()
    for (const operation of operations) {
      const { id, section, when: _, ...mutation } = operation
      const typedAt = typingTime(operation, request, Date.now())
      const known = this.outcomes.get(id)
      const outcome = known ?? this.#apply(section, mutation as Mutation, { op: id, typedAt }, effectsBySection)
      this.outcomes.set(id, outcome)
      if (outcome === 'merged') answer.merged?.push({ id, by: null })
      if (outcome === 'superseded' && mutation.do === 'set' && !isFirstChoice(formAt(forms[section], mutation.at)))
        answer.superseded.push({ id, by: null, is: findAt(this.sections[section].value, mutation.at) ?? null })
      else if (outcome === 'superseded') answer.superseded.push({ id })
      else if (outcome !== 'applied' && outcome !== 'merged')
        answer.refused.push({ id, code: outcome, message: refusalMessage(outcome) })
    }
    for (const name of names) {
      const { version, value, effects } = this.sections[name]
      const known = seen[name]
      answer.versions[name] = version
      const check = hasChecksum(version, JSON.stringify(value).length) ? checksum(forms[name], value) : undefined
      if (known === undefined || version - known > 20) answer.values[name] = value
      else answer.effects.push(...(effects.filter((effect) => effect.version > known) as OperationsResponse['effects']))
      if (check !== undefined && answer.checks) answer.checks[name] = check
      if (version > (before.get(name)?.version ?? 0))
        this.#publish(name, version, effectsBySection.get(name) ?? [], check)
    }
    return answer
  }

  #apply(
    section: SectionName,
    mutation: Mutation,
    made: Made,
    effectsBySection: Map<SectionName, SectionEffect[]>,
  ): Outcome {
    const form = forms[section]
    if (validateOperation(form, mutation)) return 'invalid_operation'
    const outcomes: Outcome[] = []
    for (const one of expandInsert(form, this.sections[section].value, mutation)) {
      const outcome = this.#applyOne(section, one, made, effectsBySection)
      if (isRefusal(outcome)) return outcome
      outcomes.push(outcome)
    }
    return outcomes.find((outcome) => outcome !== 'applied') ?? 'applied'
  }

  #applyOne(
    section: SectionName,
    mutation: Mutation,
    { op, typedAt }: Made,
    effectsBySection: Map<SectionName, SectionEffect[]>,
  ): Outcome {
    const form = forms[section]
    const { version, value, effects } = this.sections[section]
    const place = (at: readonly string[]) => `${section} ${at.join('/')}`
    const applied = apply(value, mutation, {
      form,
      findTombstone: (at) => this.#removed.get(place(at)),
      mergeText,
      typedAfter: (at) => typedAt !== undefined && (this.#typedAt.get(place(at)) ?? 0) > typedAt,
    })
    const { effect, before } = applied
    if (!effect) return applied.outcome
    if ('is' in effect) this.#typedAt.set(place(effect.at), typedAt)
    if ('gone' in effect) this.#removed.set(place(effect.at), { entry: before?.is, after: before?.after })
    // All operations of a request make one version.
    const next = effectsBySection.has(section) ? version : version + 1
    const published = { ...effect, section, version: next, op }
    effectsBySection.set(section, [...(effectsBySection.get(section) ?? []), published])
    this.sections[section] = { version: next, value: applied.value, effects: [...effects, published] }
    this.values[section].push(applied.value)
    return applied.outcome
  }

  #publish(part: SectionName, version: number, published: readonly SectionEffect[], check: number | undefined): void {
    const effects = published.map(({ section: _, version: __, ...effect }) => effect)
    const change = { part, version, by: null, effects, ...(check !== undefined && { check }) } as unknown as ChangeEvent
    for (const listener of this.#listeners) listener(structuredClone(change))
  }
}

function bySection<Value>(make: (name: SectionName) => Value): Record<SectionName, Value> {
  return Object.fromEntries(sectionNames.map((name) => [name, make(name)])) as Record<SectionName, Value>
}

const pause = (ms: number) => (ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined)
