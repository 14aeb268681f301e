interface Place {
  id: string | undefined
  next: Place | undefined
}

/** `first`, with what only `second` has put in behind what stands before it there. */
export function interleave(first: readonly string[], second: readonly string[]): string[] {
  const start: Place = { id: undefined, next: undefined }
  const places = new Map<string | undefined, Place>([[undefined, start]])
  const putBehind = (place: Place, id: string): Place => {
    const put = { id, next: place.next }
    place.next = put
    if (!places.has(id)) places.set(id, put)
    return put
  }
  let last = start
  for (const id of first) last = putBehind(last, id)
  let previous: string | undefined
  for (const id of second) {
    if (!places.has(id)) putBehind(places.get(previous) as Place, id)
    previous = id
  }
  const order: string[] = []
  for (let place = start.next; place; place = place.next) order.push(place.id as string)
  return order
}
