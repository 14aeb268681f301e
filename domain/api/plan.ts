import * as z from 'zod/mini'
import { id } from '../id.ts'
import { plan, type SectionName, type SectionValue, sectionNames } from '../plan/index.ts'

/**
 * `PUT /api/trips/:tripId/plan/:section`: one save of one section. `id` names this save, so that it is recognised when
 * it is repeated; `base` is the version that the edit started from; `value` is the whole section as the person sees it.
 * `from` is what the edit started from where that is not the value of version `base`: the edit keeps an entry that was
 * removed there, or the server does not know the version. `after` is the save that this one follows, which had no answer when
 * this one was sent: it is refused as base_unknown until that one is stored.
 */
export function saveRequest<Name extends SectionName>(name: Name): z.ZodMiniType<SaveRequest<Name>> {
  return saveRequests[name] as unknown as z.ZodMiniType<SaveRequest<Name>>
}
export type SaveRequest<Name extends SectionName> = {
  id: string
  base: number
  from?: SectionValue<Name> | undefined
  after?: string | undefined
  value: SectionValue<Name>
}

/** What a save answers: the version it made, and the value with everybody's edits in it. */
export function saveAnswer<Name extends SectionName>(name: Name) {
  return z.object({
    version: z.int().check(z.nonnegative()),
    value: plan[name].schema as unknown as z.ZodMiniType<SectionValue<Name>>,
  })
}
export type SaveAnswer<Name extends SectionName> = { version: number; value: SectionValue<Name> }

/** The form of a save of each section, made once. */
const saveRequests = Object.fromEntries(
  sectionNames.map((name) => {
    const value: z.ZodMiniType = plan[name].schema
    const base = z.int().check(z.nonnegative())
    return [name, z.strictObject({ id, base, from: z.optional(value), after: z.optional(id), value })]
  }),
) as { [Name in SectionName]: unknown }
