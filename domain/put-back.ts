/**
 * The list with an item that was taken out at `index` in it again; as it is where somebody else has brought the item back
 * meanwhile.
 */
export function putBack<Item extends { id: string }>(items: Item[], item: Item, index: number): Item[] {
  return items.some(({ id }) => id === item.id) ? items : items.toSpliced(index, 0, item)
}
