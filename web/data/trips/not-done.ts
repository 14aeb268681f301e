import type { PlanOperation } from '#domain/api/operations.ts'
import { titleOf } from '#domain/history/index.ts'
import { isObject } from '#domain/operations/json.ts'
import type { RefusedOperation } from '../sync/pending-operations.ts'

/** Describes a refused operation: where, why, and the text that the person wrote. */
export function toNotDone({ operation, refused }: RefusedOperation) {
  return {
    id: operation.id,
    what: `${titleOf(operation.section)}: ${mutations[operation.do]}`,
    why: refused.message || 'The server rejected it.',
    text: textsOf(operation).join('\n'),
  }
}

const mutations: Record<PlanOperation['do'], string> = {
  set: 'a change',
  insert: 'something new',
  remove: 'a removal',
  restore: 'something brought back',
  move: 'another order',
}

function textsOf(operation: PlanOperation): string[] {
  if (operation.do === 'set') return textsIn(operation.to)
  return operation.do === 'insert' ? textsIn(operation.entry) : []
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, entry]) => (name === 'id' ? [] : textsIn(entry)))
}
