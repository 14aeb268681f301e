import { apply } from '#domain/operations/apply.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { forms } from '#domain/plan/forms.ts'
import { plan, type SectionName } from '#domain/plan/index.ts'
import type { Section } from '#domain/plan/section.ts'
import { mutationOf } from '#domain/testing/any-mutation.ts'
import type { PlanStore } from '#server/plan/plan-store.ts'
import type { TestApp } from '../test-app.ts'
import type { OperateStep, RequestStep, Step } from './any-step.ts'
import { type Change, changed, damaged } from './hostile.ts'
import { withKnown } from './stand-ins.ts'
import { inChunks, type WireRequest } from './wire.ts'
import type { World } from './world.ts'

export async function requestsOf(server: TestApp, world: World, step: Step): Promise<WireRequest[]> {
  if (step.do === 'request') return [toRequest(world, step)]
  const request = await toOperations(world, server.plan, step)
  return step.isRepeated ? [request, request] : [request]
}

function toRequest(world: World, { route, who, path, query, body: value, faults }: RequestStep): WireRequest {
  const { changes = [], headers = [], damage, announced = 'right', method = route.split(' ')[0] ?? '' } = faults
  // The content of a file is sent as it is.
  const text =
    typeof value === 'string' ? value : (JSON.stringify(changes.reduce(changed, value)) as string | undefined)
  const body = text === undefined ? undefined : damaged(Buffer.from(withKnown(text, world.known)), damage)
  return {
    method,
    target: withKnown(query === '' ? path : `${path}?${query}`, world.known),
    headers: [
      ...standardHeaders(world, who).filter(([name]) => !headers.some(([other]) => other === name)),
      ...headers.filter(([, headerValue]) => headerValue !== ''),
      ...(body ? lengthHeader(announced, body.length) : []),
    ],
    body: body && announced === 'in chunks' ? inChunks(body) : body,
    isBrokenOff: announced === 'too large' || headers.some(([name]) => name === 'Transfer-Encoding'),
  }
}

function standardHeaders(world: World, who: Step['who']): [string, string][] {
  const all: [string, string][] = [
    ['Host', 'localhost'],
    ['Origin', 'http://localhost'],
    ['Connection', 'close'],
    ['Content-Type', 'application/json'],
    ['Cookie', world.cookies[who]],
  ]
  return all.filter(([, value]) => value !== '')
}

function lengthHeader(
  announced: NonNullable<RequestStep['faults']['announced']> | 'right',
  length: number,
): [string, string][] {
  if (announced === 'in chunks') return [['Transfer-Encoding', 'chunked']]
  const lengths: Partial<Record<typeof announced, unknown>> = {
    right: length,

    'too small': length >> 1,
    'too large': length + 10,
    negative: -1,
    'no number': 'x',
  }
  const value = lengths[announced]
  return value === undefined ? [] : [['Content-Length', String(value)]]
}

/** Operations on the trip's current plan, or on its initial one if the step is late. Each builds on the one before. */
async function toOperations(world: World, store: PlanStore, step: OperateStep): Promise<WireRequest> {
  const { ours } = world
  const versions = step.isLate ? world.versions : await store.listVersions(ours.id)
  const values = new Map<SectionName, unknown>()
  const operations: unknown[] = []
  for (const { section, wish, was, isRestored, change } of step.mutations) {
    const value =
      values.get(section) ??
      (step.isLate ? world.values[section] : (await store.load(ours, section, versions[section])).value)
    const { newEntry }: Pick<Section<unknown>, 'newEntry'> = plan[section]
    const wished = mutationOf(forms[section], value, wish, (day) => newEntry?.(ours.type, Number(day)))
    if (!wished) continue
    for (const mutation of [wished, ...undoOf(wished, isRestored)]) {
      values.set(section, apply(values.get(section) ?? value, mutation, { form: forms[section] }).value)
      const mutationWithBase = mutation.do === 'set' && was !== null ? { ...mutation, was } : mutation
      operations.push({
        id: crypto.randomUUID(),
        section,
        ...(change ? withChange(mutationWithBase, change) : mutationWithBase),
      })
    }
  }
  const seen = Object.fromEntries([...values.keys()].map((section) => [section, seenAt(step.seen, versions[section])]))
  const request = { operations, seen }
  const body = Buffer.from(JSON.stringify(step.change ? changed(request, step.change) : request))
  const headers = [...standardHeaders(world, step.who), ...lengthHeader('right', body.length)]
  return { method: 'POST', target: `/api/trips/${ours.id}/operations`, headers, body, isBrokenOff: false }
}

function seenAt(seen: string, version: number): number | undefined {
  if (seen === 'none') return undefined
  return seen === 'known' ? version : seen === 'first' ? 0 : 999_999_999
}

/** The mutation with a change to what it inserts or removes. */
function withChange(mutation: Mutation, change: Change): Mutation {
  const name =
    mutation.do === 'set' ? 'to' : mutation.do === 'insert' ? 'entry' : mutation.do === 'move' ? 'after' : 'was'
  return { ...mutation, [name]: changed((mutation as Record<string, unknown>)[name], change) } as Mutation
}

function undoOf(mutation: Mutation, isWanted: boolean): Mutation[] {
  return isWanted && mutation.do === 'remove' ? [{ ...mutation, do: 'restore' }] : []
}
