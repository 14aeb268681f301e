import { isWithin } from '#domain/operations/operation.ts'
import type { RefusedOperation } from '../sync/pending-operations.ts'
import { describeRefused } from './describe-refused.ts'

/** A change that was set aside, as its author sees it: what they typed into a new entry is part of its addition. */
export interface SetAsideChange {
  id: string
  what: string
  /** Why it was refused before, so that it will not be sent. */
  why: string | undefined
  text: string
}

export function describeSetAside(entries: readonly RefusedOperation[]): SetAsideChange[] {
  const groups: RefusedOperation[][] = []
  for (const entry of entries) {
    const group = groups.find(([first]) => first && isPartOf(entry, first))
    if (group) group.push(entry)
    else groups.push([entry])
  }
  return groups.map((group) => {
    const [first] = group as [RefusedOperation]
    const { before } = first.refused
    const { id, what, why } = describeRefused(before ? { ...first, refused: before } : first)
    // Of several texts in one field, the last one counts.
    const texts = new Map(group.map((entry) => [entry.operation.at.join('/'), describeRefused(entry).text]))
    return {
      id,
      what,
      why: before && why,
      text: [...texts.values()].filter((text) => text !== '').join('\n'),
    }
  })
}

/** Whether an operation sets the same field as an earlier one, or a field of an entry that this one has added. */
function isPartOf({ operation, refused }: RefusedOperation, first: RefusedOperation): boolean {
  return (
    operation.do === 'set' &&
    operation.section === first.operation.section &&
    refused.before === first.refused.before &&
    isWithin(first.operation.at, operation.at) &&
    (first.operation.do === 'insert' || operation.at.length === first.operation.at.length)
  )
}
