import { listText } from '#domain/list-text.ts'
import * as m from '#messages'
import { Disclosure } from '#web/ui/disclosure.tsx'

/** Longer lists are closed at first: the duties are below. */
const MAX_OPEN = 5

/** Who has no duty yet. */
export function WithoutDuty({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Disclosure title={m.duties_without({ count: names.length })} level={3} defaultOpen={names.length <= MAX_OPEN}>
      <p className="max-w-none wrap-anywhere">{listText(names)}</p>
    </Disclosure>
  )
}
