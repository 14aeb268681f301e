import * as z from 'zod/mini'

/** A UUID in lower case. The client makes all ids, so nothing ever has a temporary one. */
export const id = z.string().check(
  z.overwrite((text) => text.toLowerCase()),
  z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'Not a UUID'),
)

/** A list of objects with unique ids, by which the merge recognizes them. */
export function itemList<Item extends { id: string }>(item: z.ZodMiniType<Item>) {
  return z
    .array(item)
    .check(
      z.refine((items) => new Set(items.map((entry) => entry.id)).size === items.length, 'Two items have the same id'),
    )
}
