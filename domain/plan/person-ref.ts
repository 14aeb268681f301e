import * as z from 'zod/mini'

/** A reference to a person: the id of an entry in the people list, or '' for nobody. */
export const personRef = z.string().check(z.regex(/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/, 'Not a person'))
