/** The caches of a browser, in memory. */
export class FakeCaches {
  readonly all = new Map<string, FakeCache>()
  /** How many bytes all of them take at most. */
  quota = Number.POSITIVE_INFINITY

  open = async (name: string): Promise<FakeCache> => {
    const cache = this.all.get(name) ?? new FakeCache(this)
    this.all.set(name, cache)
    return cache
  }
  keys = async () => [...this.all.keys()]
  delete = async (name: string) => this.all.delete(name)

  get bytes(): number {
    return [...this.all.values()].reduce(
      (sum, { files }) => sum + [...files.values()].reduce((a, b) => a + b.size, 0),
      0,
    )
  }

  /** The addresses in the cache of this name. */
  list(name: string): string[] {
    return [...(this.all.get(name)?.files.keys() ?? [])].toSorted()
  }
}

class FakeCache {
  readonly files = new Map<string, { response: Response; size: number }>()
  readonly #caches: FakeCaches

  constructor(caches: FakeCaches) {
    this.#caches = caches
  }

  match = async (key: string | { url: string }) => this.files.get(addressOf(key))?.response.clone()
  keys = async () => [...this.files.keys()].map((url) => ({ url }))
  delete = async (key: string | { url: string }) => this.files.delete(addressOf(key))
  put = async (key: string | { url: string }, response: Response) => {
    const size = (await response.clone().arrayBuffer()).byteLength
    if (this.#caches.bytes + size > this.#caches.quota) throw new DOMException('Quota exceeded.', 'QuotaExceededError')
    this.files.set(addressOf(key), { response, size })
  }
}

const addressOf = (key: string | { url: string }) => new URL(typeof key === 'string' ? key : key.url).href
