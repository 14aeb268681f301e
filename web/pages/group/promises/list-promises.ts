import { listText } from '#domain/list-text.ts'
import type { CommonSectionName } from '#domain/plan/index.ts'
import * as m from '#messages'
import { addressOf } from '#web/pages/trip/features.ts'
import type { Promised, PromisedPlan, PromiseSource } from '#web/trip-core/promises.ts'

export interface Promises {
  /** Where it is changed. */
  href: string
  title: string
  texts: readonly string[]
}

type Source = PromiseSource & { section: CommonSectionName }

/**
 * What a person has promised, by where. Undefined while something is not loaded.
 * @param isBack they had declined, and have it again: says who waits now
 */
export function listPromises(
  sources: readonly Source[],
  plan: PromisedPlan,
  personId: string,
  isBack = false,
): Promises[] | undefined {
  const namesOf = (ids: readonly string[]) => ({ people: listText(ids.map(plan.nameOf)) })
  const textOf = ({ text, waiting = [], stranded = [] }: Promised) => {
    if (stranded.length > 0) return m.promises_stranded({ promise: text, ...namesOf(stranded) })
    return isBack && waiting.length > 0 ? m.promises_others_wait({ promise: text, ...namesOf(waiting) }) : text
  }
  const all: Promises[] = []
  for (const { section, title, list } of sources) {
    const promised = list(plan, personId)
    if (!promised) return undefined
    if (promised.length > 0)
      all.push({ href: addressOf(plan.view.trip, section), title: title(), texts: promised.map(textOf) })
  }
  return all
}
