import type { CommonSectionName } from '#domain/plan/index.ts'
import * as m from '#messages'
import type { OpenKind, OpenPlan } from '#web/trip-core/open.ts'
import { addressOf } from '../features.ts'

/** What is open of one kind, and where somebody can change it. */
export interface OpenOfKind {
  href: string
  title: string
  texts: readonly string[]
}

type LoadedKind = Pick<OpenKind, 'list' | 'address'> & { section: CommonSectionName }

/** Kinds with nothing open are left out. Undefined while something is not loaded. */
export function listOpen(kinds: readonly LoadedKind[], plan: OpenPlan): OpenOfKind[] | undefined {
  const open: OpenOfKind[] = []
  const { trip } = plan.view
  for (const { section, list, address } of kinds) {
    if (!list) continue
    const texts = list.texts(plan)
    if (!texts) return undefined
    if (texts.length > 0)
      open.push({ href: address?.(trip.id) ?? addressOf(trip, section), title: list.title(), texts })
  }
  return open
}

/** The same as one text, to send to the group. */
export function openAsText(trip: string, kinds: readonly OpenOfKind[]): string {
  const blocks = kinds.map(({ title, texts }) => [title, ...texts.map((text) => m.open_text_line({ text }))].join('\n'))
  return [m.open_text_title({ trip }), ...blocks].join('\n\n')
}
