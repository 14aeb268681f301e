import * as z from 'zod/mini'
import { id } from '../id.ts'
import { plan, type SectionName, type SectionValue, sectionNames } from '../plan/index.ts'

/**
 * `PUT /api/trips/:tripId/plan/:section`: one save of one section. `id` names this save, so that it is recognised when
 * it is repeated; `base` is the version that the edit started from; `value` is the whole section as the person sees it.
 * `from` is what the edit started from where that is not the value of version `base`: the edit keeps an entry that was
 * removed there, the server does not know the version, or the edit started from another one that had no answer yet. Those that
 * had none come along, oldest first, as `after`: what of them is not stored yet is stored before this one.
 */
export function saveRequest<Name extends SectionName>(name: Name): z.ZodMiniType<SaveRequest<Name>> {
  return saveRequests[name] as unknown as z.ZodMiniType<SaveRequest<Name>>
}
export type SaveRequest<Name extends SectionName> = Save<Name> & { after?: Save<Name>[] | undefined }
export type Save<Name extends SectionName> = {
  id: string
  base: number
  from?: SectionValue<Name> | undefined
  value: SectionValue<Name>
}

/** So many saves may go along with the one that follows them. */
export const MOST_SAVES_BEFORE = 10

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
    const save = { id, base, from: z.optional(value), value }
    const after = z.optional(z.array(z.strictObject(save)).check(z.maxLength(MOST_SAVES_BEFORE)))
    return [name, z.strictObject({ ...save, after })]
  }),
) as { [Name in SectionName]: unknown }
