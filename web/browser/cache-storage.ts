/** Opens a cache of files; undefined on plain http, in some private windows and where the browser stores nothing. */
export async function openFileCache(name: string): Promise<Cache | undefined> {
  try {
    return await globalThis.caches?.open(name)
  } catch {
    return undefined
  }
}

/** @throws if the cache is there and cannot be deleted now */
export async function deleteFileCache(name: string): Promise<void> {
  await globalThis.caches?.delete(name)
}

/** The names of all caches; none where there is no cache. */
export async function listFileCaches(): Promise<string[]> {
  try {
    return (await globalThis.caches?.keys()) ?? []
  } catch {
    return []
  }
}
