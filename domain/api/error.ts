import * as z from 'zod/mini'

/**
 * The body of every error response. `code` is one of domain/error-statuses.ts; a newer server may have more. `message`
 * is for people, `reason` for developers. `at` is the path of an invalid value that somebody typed, such as
 * `data.username`.
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
