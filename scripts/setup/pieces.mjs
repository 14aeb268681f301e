/*
 * The chunks that the bundler makes of the web app.
 * Job: a page loads few files. The bundler does the rest: one for each import(), and for what several of them use.
 */

/** @typedef {{ importedIds: string[], dynamicallyImportedIds: string[] }} Imports */
/** @typedef {{ getModuleInfo: (id: string) => Imports | null }} Graph */

/**
 * The chunks, in the order in which they load. Each has these files, files with these names, what at least two of the
 * pages or tabs use that its lists import, and what all that imports and no chunk before it has.
 * @type {Record<string, { files?: string[], named?: RegExp, lists?: string[] }>}
 */
const CHUNKS = {
  base: { files: ['main.tsx', 'pages/sign-in/sign-in-page.tsx'] },
  shell: { files: ['app/signed-in.tsx'], lists: ['app/signed-in.tsx'] },
  trip: { files: ['pages/trip/trip-page.tsx'] },
  today: { files: ['pages/trip/today/today-card.tsx'], named: /\/features\/\w+\/today\.ts$/ },
  tabs: { lists: ['pages/trip/tabs.ts', 'pages/trip/features.ts', 'pages/group/group-tabs.ts'] },
}
const PAGE_OR_TAB = /-(page|tab)\.tsx$/

/**
 * Returns the chunks in the form that the bundler takes.
 * @param {string} webFolder where the files are
 */
export function groupsOf(webFolder) {
  const chunks = Object.entries(CHUNKS).map(([chunk, { files = [], named, lists = [] }], index, { length }) => {
    const [paths, listPaths] = [files, lists].map((names) => names.map((name) => `${webFolder}/${name}`))
    /** @type {Set<string> | undefined} */
    let modules
    const name = (/** @type {string} */ module, /** @type {Graph} */ graph) => {
      modules ??= new Set([...(paths ?? []), ...findShared(listPaths ?? [], graph)])
      return modules.has(module) || named?.test(module) ? chunk : null
    }
    return { debugName: chunk, priority: length - index, name }
  })
  return [...chunks, { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 4000 }]
}

/** What at least two of the pages or tabs use that these lists, or what they import, load. */
function findShared(/** @type {string[]} */ lists, /** @type {Graph} */ graph) {
  const importsOf = (/** @type {string} */ module) =>
    graph.getModuleInfo(module) ?? { importedIds: [], dynamicallyImportedIds: [] }
  const users = new Map()
  const listed = lists.flatMap((list) => [list, ...importsOf(list).importedIds])
  const loaded = listed.flatMap((list) => importsOf(list).dynamicallyImportedIds)
  for (const shown of new Set(loaded.filter((id) => PAGE_OR_TAB.test(id)))) {
    const reached = new Set([shown])
    // Iterating over a set also visits what is added meanwhile.
    for (const module of reached) {
      // A tab that reads a list does not show what the list loads.
      if (listed.includes(module)) continue
      const { importedIds, dynamicallyImportedIds } = importsOf(module)
      for (const id of [...importedIds, ...dynamicallyImportedIds.filter((id) => PAGE_OR_TAB.test(id))]) reached.add(id)
    }
    for (const module of reached) users.set(module, (users.get(module) ?? 0) + 1)
  }
  return [...users].flatMap(([module, count]) => (count > 1 ? [module] : []))
}
