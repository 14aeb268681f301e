/*
 * Which parts of the app come together.
 * Job: what pages have in common comes in one piece, and what a page has to itself in another: many small ones compress worse, and each
 *   of them is a request.
 * Invariants: a piece imports only from those before it in the list, so none of them brings one that its page does not need. What comes
 *   later than its page is cut as the bundler sees fit, but for what tabs have in common, the group's page, and dialogs.
 * Failure: a module of no page is in no piece. Of a page that is not there the build says so.
 */

/** @typedef {{ getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }} Graph */

const LIBRARIES = /\/node_modules\/(react|react-dom|scheduler|wouter|regexparam|zod)\//
/**
 * All icons: together smaller than what naming each of them takes. Those of pages that are seen signed out come first, those of dialogs
 * late, those of the group with its page, and those that one tab or page alone draws with it.
 */
const ICONS = /\/node_modules\/lucide-react\//
const LATE_ICONS =
  /\/node_modules\/lucide-react\/.*\/icons\/(archive|archive-arrow-up|copy-plus|crown|download|folder-down|log-in|mail|message-square|monitor-smartphone|phone|rotate-ccw|settings|siren)\./
const GROUP_ICONS = /\/node_modules\/lucide-react\/.*\/icons\/(life-buoy|stethoscope|user-minus|user-plus)\./
const ICONS_OF_ONE_TAB =
  /\/node_modules\/lucide-react\/.*\/icons\/(activity|bus|calendar-range|clock|coffee|cookie|external-link|ferris-wheel|file-image|file-text|files|folder-open|link-2-off|moon|mountain|plane|signpost|sun|sunrise|train-front|upload|user-x)\./
/** Drawn by two tabs, of which one gets it late: by itself it would be a request. */
const TAB_ICONS = /\/node_modules\/lucide-react\/.*\/icons\/(clock|external-link|sun)\./
const FIRST_ICONS = /\/node_modules\/lucide-react\/.*\/icons\/(check|copy|key-round|map-pin)\./
const ARRIVAL_ICONS = /\/node_modules\/lucide-react\/.*\/icons\/tent\./
/** Chooses and formats plurals in messages. No message of `base` has one: it would make the first page larger. */
const PLURALS = /\/node_modules\/(@messageformat\/runtime|make-plural)\//
/** What comes in the place of the overview. */
const TABS = ['meals/meals', 'itinerary/itinerary', 'checklist/checklist', 'tickets/tickets'].map(
  (tab) => `trip/${tab}-tab.tsx`,
)
const GROUP = 'trip/group/group-place.tsx'
/** What the group's page needs at once, and some dialogs too: by itself each would be a request. */
const OF_PEOPLE = /\/(domain\/people-words|web\/ui\/switch)\.tsx?$/
/** By which people come into a trip, or come back. */
const ARRIVALS = ['join/join-page.tsx', 'join/account-recovery-page.tsx']

/**
 * By name, each with what is in it: `isOf` says whether a page's module, or what that imports, needs the module.
 * @type {[string, (module: string, isOf: (...pages: string[]) => boolean) => boolean][]}
 */
const pieces = [
  [
    'base',
    (module, isOf) =>
      LIBRARIES.test(module) ||
      FIRST_ICONS.test(module) ||
      isOf('main.tsx') ||
      (isOf('sign-in/sign-in-page.tsx') && !module.includes('/web/sign-in/')),
  ],
  [
    'shell',
    (module, isOf) =>
      PLURALS.test(module) ||
      (ICONS.test(module) &&
        ![LATE_ICONS, GROUP_ICONS, ICONS_OF_ONE_TAB, ARRIVAL_ICONS].some((icons) => icons.test(module))) ||
      isOf('signed-in.tsx') ||
      (isOf(...ARRIVALS) && isOf('trip/trip-page.tsx')) ||
      (isOf('trips/trips-page.tsx') && isOf('trip/trip-page.tsx', GROUP, ...TABS)),
  ],
  [
    'arrival',
    (module, isOf) =>
      ARRIVAL_ICONS.test(module) || (isOf(...ARRIVALS) && isOf(GROUP, ...TABS) && !isOf('trip/trip-page.tsx')),
  ],
  ['trip', (_, isOf) => isOf('trip/trip-page.tsx')],
  [
    'tab',
    (module, isOf) =>
      OF_PEOPLE.test(module) || TAB_ICONS.test(module) || [...TABS, GROUP].filter((tab) => isOf(tab)).length > 1,
  ],
  ['people', (module) => module.endsWith('/web/data/trips/people.ts')],
  ['cut-name', (module) => module.endsWith('/web/ui/cut-name.tsx')],
  ['group', (module, isOf) => GROUP_ICONS.test(module) || (isOf(GROUP) && module.includes('/web/trip/group/'))],
  ['dialog', (module, isOf) => LATE_ICONS.test(module) || isOf('ui/modal.tsx')],
]

/**
 * The pieces as the bundler wants them.
 * @param {string} webFolder where the pages are
 */
export function groupsOf(webFolder) {
  /** @type {Map<string, Set<string>>} */
  const reached = new Map()
  return pieces.map(([name, has], at) => ({
    debugName: name,
    priority: pieces.length - at,
    /** @param {string} module @param {Graph} graph */
    name: (module, graph) => {
      const isOf = (/** @type {string[]} */ ...pages) =>
        pages.some((page) => reach(`${webFolder}/${page}`, graph, reached).has(module))
      return has(module, isOf) ? name : null
    },
  }))
}

/**
 * A page's module and all that it imports. What libraries import comes with whatever uses it.
 * @param {string} page @param {Graph} graph @param {Map<string, Set<string>>} reached
 */
function reach(page, graph, reached) {
  const known = reached.get(page)
  if (known) return known
  if (!graph.getModuleInfo(page)) throw new Error(`There is no page ${page}`)
  const found = new Set([page])
  // What is added to a set is come to as well.
  for (const module of found)
    for (const imported of graph.getModuleInfo(module)?.importedIds ?? [])
      if (!imported.includes('/node_modules/')) found.add(imported)
  reached.set(page, found)
  return found
}
