import * as z from 'zod/mini'
import type { ChangeDescription } from './change-description.ts'

const fields = z.record(z.string(), z.unknown())

export const changeDescription: z.ZodMiniType<ChangeDescription> = z.object({
  do: z.enum(['set', 'insert', 'remove', 'move']),
  at: z.array(z.string()),
  within: z.array(fields),
  called: z.optional(z.array(z.string())),
  into: z.optional(z.string()),
  facts: z.optional(fields),
  was: z.optional(z.unknown()),
  to: z.optional(z.unknown()),
  typed: z.optional(z.object({ was: z.unknown(), to: z.unknown() })),
})
