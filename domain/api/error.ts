import * as z from 'zod/mini'

/**
 * The body of every answer that is a failure. `code` is one of domain/errors.ts; a newer server may know more. `message` is for
 * people, `reason` for developers. `at` is the path of what is wrong, such as `data.username`,
 * where somebody has typed it.
 */
export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    at: z.optional(z.string()),
    reason: z.optional(z.string()),
  }),
})
export type ErrorBody = z.infer<typeof errorBody>
