/**
 * The same function of an object of the plan and what else it depends on. The last result for each object is cached as
 * long as the object is, since objects of the plan are immutable. The results are shared: nobody may change them.
 * @param isSame whether two inputs have the same result
 */
export function memoByObject<Key extends object, Input, Result>(
  compute: (key: Key, input: Input) => Result,
  isSame: (one: Input, other: Input) => boolean,
): (key: Key, input: Input) => Result {
  const last = new WeakMap<Key, { input: Input; result: Result }>()
  return (key, input) => {
    const known = last.get(key)
    if (known && isSame(known.input, input)) return known.result
    const result = compute(key, input)
    last.set(key, { input, result })
    return result
  }
}

export function isSameList<Entry>(
  one: readonly Entry[],
  other: readonly Entry[],
  isSame: (one: Entry, other: Entry) => boolean,
): boolean {
  return one.length === other.length && one.every((entry, index) => isSame(entry, other[index] as Entry))
}
