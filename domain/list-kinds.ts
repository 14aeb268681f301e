import type * as z from 'zod/mini'
import { itemList } from './id.ts'

/*
 * Lists with rules of their own (decision 38). Ordinary lists (`itemList`) have none: entries have random ids, are
 * inserted and removed freely, and people order them.
 */

type Entry = { id: string }

/** What the engine knows of a list beside its entries. */
export type ListRule =
  /** `emptyOf` returns what the entry starts with. `fixed`: the fields that its id is derived from. */
  | { kind: 'derived'; emptyOf: (entry: Entry) => Entry; fixed: readonly string[] }
  | { kind: 'contributions' }
  /** `by`: the field whose change sends an entry to the end. */
  | { kind: 'queue'; by: string }

/** Exists only in types: tells how the entries of a list are described in the history (history/words.ts). */
declare const listKind: unique symbol
export type ListKind = typeof listKind
/** A list whose entries have ids derived from fixed fields. Any array of such entries can be assigned to it. */
export type DerivedList<Item, Fixed extends keyof Item> = Item[] & { readonly [listKind]?: { fixed: Fixed } }
/** A list in order of arrival. Any array of such entries can be assigned to it. */
export type Queue<Item> = Item[] & { readonly [listKind]?: 'queue' }

const rules = new WeakMap<object, ListRule>()

/** The rule of a list; undefined for an ordinary list. */
export function ruleOf(schema: object): ListRule | undefined {
  return rules.get(schema)
}

function withRule<List>(schema: object, rule: ListRule): z.ZodMiniType<List> {
  rules.set(schema, rule)
  return schema as z.ZodMiniType<List>
}

/**
 * A list of entries about things that exist anyway, such as the items of a computed list. An entry is inserted empty,
 * the same by everybody, and its fields are then set, so two people who add it at once lose nothing. It is never
 * removed, and has no position among the others.
 * @param fixed the fields that identify the thing. They are never set
 * @param emptyOf the entry as everybody inserts it; derives the id from the fixed fields (derived-id.ts)
 */
export function derivedList<Item extends Entry, Fixed extends keyof Item & string>(
  item: z.ZodMiniType<Item>,
  { fixed, emptyOf }: { fixed: readonly Fixed[]; emptyOf: (entry: Pick<Item, Fixed>) => Item },
): z.ZodMiniType<DerivedList<Item, Fixed>> {
  return withRule(itemList(item), { kind: 'derived', fixed, emptyOf: (entry) => emptyOf(entry as Item & Entry) })
}

/**
 * A list of what single people contribute: a purchase, a claim. An entry names its person, and may have an id derived
 * from the thing and the person. If it is inserted again, its fields are set.
 */
export function contributionList<Item extends Entry>(item: z.ZodMiniType<Item>): z.ZodMiniType<Item[]> {
  return withRule(itemList(item), { kind: 'contributions' })
}

/**
 * A list in the order in which its entries reach the server. Nobody can choose a position in it. An entry goes to the
 * end when the field `by` changes, so the entries with the same value there are in the order in which they got it.
 */
export function queue<Item extends Entry>(
  item: z.ZodMiniType<Item>,
  { by }: { by: keyof Item & string },
): z.ZodMiniType<Queue<Item>> {
  return withRule(itemList(item), { kind: 'queue', by })
}

/** The first entries of a queue with this value in a field. They have a seat, if `count` is the number of seats. */
export function firstInQueue<Item extends Entry, Field extends keyof Item>(
  entries: readonly Item[],
  { by, is, count }: { by: Field; is: Item[Field]; count: number },
): Item[] {
  return entries.filter((entry) => entry[by] === is).slice(0, count)
}
