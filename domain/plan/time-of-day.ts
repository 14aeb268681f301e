import * as z from 'zod/mini'

/** What a time field contains: '07:30', or '' if nobody entered a time. */
export const optionalTimeOfDay = z.string().check(z.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, 'Not a time of day'))
