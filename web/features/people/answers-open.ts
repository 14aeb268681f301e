import { listPersons } from '#domain/plan/people.ts'
import * as m from '#messages'
import type { OpenKind } from '#web/trip-core/open.ts'
import { nameOf } from '#web/trip-core/people/person-words.ts'

/** Who has not answered. */
export const openKind: OpenKind = {
  list: {
    title: m.open_answers,
    texts: ({ people }) =>
      listPersons(people)
        .filter(({ coming }) => coming === 'open')
        .map(nameOf),
  },
  count: undefined,
}
