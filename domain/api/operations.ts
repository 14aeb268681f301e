import * as z from 'zod/mini'
import { id } from '../id.ts'
import type { Effect, Mutation, Path } from '../operations/operation.ts'
import { type SectionName, sectionName } from '../plan/index.ts'

/*
 * `POST /api/trips/:tripId/operations`: what a user did to the plan, in all its sections, oldest first.
 */

/** Per request. A page sends the next ones after the answer. */
export const MAX_OPERATIONS = 200
/** No path in the plan is longer. */
const MAX_DEPTH = 12
const MAX_KEY = 64

const keys = z.array(z.string().check(z.maxLength(MAX_KEY))).check(z.minLength(1), z.maxLength(MAX_DEPTH))
const at = keys as z.ZodMiniType<Path, string[]>
const after = z.nullable(z.string().check(z.maxLength(MAX_KEY)))
const any = z.unknown().check(z.refine((value) => value !== undefined, 'Is missing'))
/** Since 1970. */
const milliseconds = z.int().check(z.nonnegative(), z.maximum(8.64e15))
/** When it was typed, by the device's clock. */
const when = z.optional(milliseconds)
const named = { id, section: sectionName, at, when }

/** One operation. `validateOperation` checks it against the form of its section. */
const planOperation = z.discriminatedUnion('do', [
  z.strictObject({ ...named, do: z.literal('set'), to: any, was: any }),
  z.strictObject({ ...named, do: z.literal('insert'), entry: any, after: z.optional(after) }),
  z.strictObject({ ...named, do: z.literal('remove'), was: any, after: z.optional(after) }),
  z.strictObject({ ...named, do: z.literal('restore'), was: any, after: z.optional(after) }),
  z.strictObject({ ...named, do: z.literal('move'), after }),
])
export type PlanOperation = Mutation & { id: string; section: SectionName; when?: number | undefined }

const version = z.int().check(z.nonnegative())

export const operationsRequest = z.strictObject({
  operations: z.array(planOperation).check(z.minLength(1), z.maxLength(MAX_OPERATIONS)),
  /** The versions that the client has of the sections in the request. */
  seen: z.partialRecord(sectionName, version),
  /** When it was sent, by the device's clock: by its difference from the server's, `when` is corrected. */
  sent_at: z.optional(milliseconds),
})
export type OperationsRequest = {
  operations: PlanOperation[]
  seen: Partial<Record<SectionName, number>>
  sent_at?: number | undefined
}

/** An effect that led to a version of a section. `op` is the id of the operation that caused it, if one did. */
export type VersionEffect = Effect & { op?: string | undefined }
export type SectionEffect = VersionEffect & { section: SectionName; version: number }

/** The schema of an effect, with additional fields. */
function effectForms<More extends z.core.$ZodLooseShape>(more: More) {
  const place = { ...more, op: z.optional(id), at }
  return z.union([
    z.strictObject({ ...place, is: any, last: z.optional(z.literal(true)) }),
    z.strictObject({ ...place, entry: any, after: z.optional(after) }),
    z.strictObject({ ...place, gone: z.literal(true) }),
    z.strictObject({ ...place, after }),
  ])
}

export const versionEffect = effectForms({})

/** The `checksum` of a section. Some versions are sent with one: see `isChecked`. */
export const check = z.uint32()

/**
 * What has changed in the sections in the request since the `seen` versions: as effects or, if that is shorter, as
 * whole values. Private records always come whole, as far as the user may see them. An operation that is neither
 * refused nor superseded has been applied.
 */
export const operationsResponse = z.object({
  versions: z.partialRecord(sectionName, version),
  effects: z.array(effectForms({ section: sectionName, version })),
  values: z.partialRecord(sectionName, z.unknown()),
  checks: z.optional(z.partialRecord(sectionName, check)),
  /** For a short field: what newer typing `is` there, and `by` whom, if known. */
  superseded: z.array(z.object({ id, by: z.optional(z.nullable(z.string())), is: z.optional(z.unknown()) })),
  /** Texts with lines that somebody else had changed as well, so that both lines are there. `by`: whom, if known. */
  merged: z.optional(z.array(z.object({ id, by: z.nullable(z.string()) }))),
  refused: z.array(z.object({ id, code: z.string(), message: z.string() })),
})
export type OperationsResponse = z.infer<typeof operationsResponse>
