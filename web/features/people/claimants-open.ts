import * as m from '#messages'
import type { OpenKind } from '#web/trip-core/open.ts'

/** Who joined under a name on the list. */
export const openKind: OpenKind = {
  list: undefined,
  count: { of: ({ claimants }) => claimants, text: (count) => m.open_line_claims({ count }) },
}
