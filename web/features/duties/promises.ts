import * as m from '#messages'
import { onDuties } from '#web/trip-core/derived/duties.ts'
import type { PromiseSource } from '#web/trip-core/promises.ts'
import { placedTitle } from './duty-words.ts'

export const promiseSource: PromiseSource = {
  title: m.duties_title,
  list({ view, dates }, personId) {
    if (!view.values.duties) return undefined
    return onDuties(view).flatMap(({ duty, on, waiting, notComing, absent }) => {
      const title = placedTitle(duty, dates)
      if (on.includes(personId) || notComing.includes(personId)) return [{ text: title, waiting }]
      if (absent.includes(personId)) return [{ text: m.duties_absent({ name: title }) }]
      return waiting.includes(personId) ? [{ text: m.duties_waits({ name: title }) }] : []
    })
  },
}
