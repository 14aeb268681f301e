import * as z from 'zod/mini'
import { id } from '../id.ts'
import { choice } from '../operations/form.ts'

/** The id of a place of the trip (places.ts); '' for none. Its place may be gone: then nothing is shown for it. */
export const placeRef = choice(z.union([z.literal(''), id]))
