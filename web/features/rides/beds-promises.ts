import type { Bed } from '#domain/plan/beds.ts'
import { planBeds } from '#domain/seats/beds.ts'
import { isBlank } from '#domain/text.ts'
import * as m from '#messages'
import type { PromiseSource } from '#web/trip-core/promises.ts'

export const promiseSource: PromiseSource = {
  title: m.history_section_beds,
  list({ view, ...plan }, personId) {
    const { beds } = view.values
    if (!beds) return undefined
    return planBeds(beds, plan).beds.flatMap(({ bed, inside, waiting, notComing }) => {
      if (inside.includes(personId) || notComing.includes(personId))
        return [{ text: m.promises_bed(bedOf(bed)), waiting }]
      return waiting.includes(personId) ? [{ text: m.promises_waits_for_bed(bedOf(bed)) }] : []
    })
  },
}

const bedOf = ({ name, kind }: Bed) => ({ called: isBlank(name) ? 'by_kind' : 'named', name: name.trim(), kind })
