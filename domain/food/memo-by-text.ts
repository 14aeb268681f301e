/** How many results are stored. A trip has at most a few thousand lines. */
const MAX_STORED = 5000

/** The same function of a text, which computes each text once. The results are shared: nobody may change them. */
export function memoByText<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    const result = compute(text)
    // Typing leaves a text behind with every key.
    if (results.size >= MAX_STORED) results.clear()
    results.set(text, result)
    return result
  }
}
