/** Seeded random choices. Each use has its own generator, named by a text, so that none affects another. */
export class Random {
  #state: number

  constructor(seed: string) {
    // FNV-1a: similar texts give very different numbers.
    this.#state = [...seed].reduce(
      (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193),
      0x811c9dc5,
    )
  }

  /** A number in [0, 1), by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  between(min: number, max: number): number {
    return min + this.next() * (max - min)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  /** A random item; undefined if the list is empty. */
  pick<Item>(list: readonly Item[]): Item | undefined {
    return list[Math.floor(this.next() * list.length)]
  }

  /** A random item, chosen by weight. */
  pickBy<Item>(weighted: readonly (readonly [Item, number])[]): Item {
    let left = this.next() * weighted.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of weighted) {
      left -= weight
      if (left < 0) return item
    }
    throw new Error('Nothing to choose from')
  }
}
