import * as z from 'zod/mini'

/** The body of every answer that is a failure. `code` is one of domain/errors.ts; a newer server may know more. */
export const errorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) })
export type ErrorBody = z.infer<typeof errorBody>
