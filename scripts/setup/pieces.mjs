/*
 * The chunks that the bundler makes of the web app.
 * Job: put what pages share into common chunks and the rest of each page into one chunk. Many small chunks compress
 *   worse, and each costs a request.
 * Invariants: a chunk imports only from chunks before it in the list, so that a page never loads a chunk it does not
 *   need. The bundler splits what loads after its page, except for what tabs share, the tabs of the group and dialogs.
 *   Tabs are what the lists of tabs import: a new one needs nothing here.
 * Failure: a module that no page imports is in no chunk. The build fails if a page here does not exist.
 */

/**
 * @typedef {{ importedIds: readonly string[], dynamicallyImportedIds: readonly string[] }} ModuleInfo
 * @typedef {{ getModuleInfo: (id: string) => ModuleInfo | null }} Graph
 */

const LIBRARIES = /\/node_modules\/(react|react-dom|scheduler|wouter|zod)\//
/** Routes and links. The sign-in page has none: it needs only wouter's knowledge of the address. */
const ROUTER = /\/node_modules\/(regexparam\/|wouter\/src\/(index|paths|url-pattern)\.js)/
/**
 * All icons go together: they are smaller than a list of the icons would be. Exceptions, by the lists below: icons of
 * signed-out pages load with those, those of dialogs late, those of the people page with it, and those of a single tab
 * or page with that one.
 */
const ICONS = /\/node_modules\/lucide-react\//
const LATE_ICONS =
  /\/node_modules\/lucide-react\/.*\/icons\/(archive|archive-arrow-up|copy-plus|crown|image|log-in|mail|message-square|phone|rotate-ccw|rotate-ccw-clock|settings|shield-check|siren)\./
const GROUP_ICONS = /\/node_modules\/lucide-react\/.*\/icons\/(life-buoy|smartphone|stethoscope|user-minus|user-plus)\./
const ICONS_OF_ONE_TAB =
  /\/node_modules\/lucide-react\/.*\/icons\/(activity|arrow-left-right|arrow-right|backpack|bed-double|bus|calendar-range|calendar-sync|car-front|chef-hat|clipboard-list|clock|cloud-sun|coffee|coins|cookie|external-link|ferris-wheel|file-image|file-text|files|folder-down|folder-open|hand-coins|house|lightbulb|link-2-off|minus|moon|mountain|paperclip|plane|plane-landing|printer|scale|search|shopping-basket|signpost|sun|sunrise|train-front|upload|user-check|user-x|wallet)\./
/** Icons of several tabs of the trip. Without this they would be in one of them, which the others would then load. */
const TAB_ICONS = /\/node_modules\/lucide-react\/.*\/icons\/(external-link|lightbulb|sun)\./
/** Icons of tabs of the trip and of the group. */
const ALL_TABS_ICONS = /\/node_modules\/lucide-react\/.*\/icons\/(clock|upload)\./
/** Icons of Today's card and of the group's tabs. */
const TODAY_ICONS = /\/node_modules\/lucide-react\/.*\/icons\/(car-front|clipboard-list)\./
/** Icons of the group's tabs and of what loads late. */
const GROUP_TABS_ICONS = /\/node_modules\/lucide-react\/.*\/icons\/(backpack|search|shopping-basket|wallet)\./
/** Used by Today's card and by meals. Too small to be a request of its own. */
const MEAL_ORDER = /\/web\/trip\/meals\/meal-order\.ts$/
const TODAY_CARD = 'trip/overview/today/today-card.tsx'
/** They load late on the Overview of an open trip, and share most of their code. */
const LATE_ON_OVERVIEW = ['trip/overview/today/late-lines.tsx', 'trip/overview/group-card/group-open.tsx']
/** Used by several dialogs. Too small to be a request of its own. */
const OF_DIALOGS = /\/web\/ui\/use-is-mounted\.ts$/
/** Used by Overview late and by a dialog of the group. Too small to be a request of its own. */
const LAZY_OWN_SHOPPING = /\/today\/lazy-own-shopping\.ts$/
const FIRST_ICONS = /\/node_modules\/lucide-react\/.*\/icons\/(chevron-down|eye|eye-off)\./
const ENTRANCE_ICONS = /\/node_modules\/lucide-react\/.*\/icons\/(key-round|monitor-smartphone)\./
const ARRIVAL_ICONS = /\/node_modules\/lucide-react\/.*\/icons\/tent\./
/** Used by the tickets tab and by the receipts of expenses. Without this each would be a chunk of its own. */
const UPLOADS =
  /\/(domain\/(documents|file-name)\.ts|web\/data\/http\/upload\.ts|node_modules\/lucide-react\/.*\/icons\/(file-image|file-text)\.)/
/** Chooses and formats plurals in messages. No message of `base` has one: it would make the first page larger. */
const PLURALS = /\/node_modules\/(@messageformat\/runtime|make-plural)\//
/** What both dialogs and menus use of Radix. Without this a menu would load the code of all dialogs. */
const LAYERS =
  /\/node_modules\/(aria-hidden|@radix-ui\/(?!react-(collection|dialog|direction|dropdown-menu|menu|popper|roving-focus|use-is-hydrated|use-size)\/))/
/** Shown by every tab, and by the account or arrivals. They are too small to be a request of their own. */
const ON_MOST_PAGES = /\/web\/ui\/(empty-state|line-drawing|panel)\./
/** The map in the background of most pages. */
const DRAWING = /\/web\/ui\/road-(contours|drawing)\./
/** The lists of the tabs. */
const TAB_LISTS = ['trip/tabs.ts', 'trip/group/group-tabs.ts']
const GROUP = 'trip/group/'
const GROUP_PAGE = `${GROUP}group-page.tsx`
/** Needed by the people tab at once and by some dialogs. Without this each would be a chunk of its own. */
const OF_PEOPLE = /\/(domain\/(change-stay|people-words|same-name|tell-apart)|web\/ui\/switch)\.tsx?$/
/**
 * How amounts of food and the shopping list are computed. Only the tabs that need it load it, so it is in no chunk of
 * what all tabs share. The portions are not in it, since costs need them too.
 */
const FOOD = /\/domain\/(food\/(?!portions\.)|shopping\/)/
/**
 * What Today's card needs on the days of the trip of the code of meals, duties and its later lines. Without this it
 * would wait for all of that code.
 */
const OF_TODAY = /\/(domain\/(food\/start-time|duties\/duty-words)|web\/trip\/overview\/today\/some-names)\.ts$/
const DUTIES = /\/(domain|web\/trip\/group)\/duties\//
const COSTS = /\/(domain|web\/trip\/group)\/costs\//
/** The pages on which people join a trip, or sign in again by a link. */
const ARRIVALS = ['join/join-page.tsx', 'join/account-recovery-page.tsx']

/**
 * Each chunk's name and whether a module belongs to it, or the name of the chunk that it belongs to. `isOf` returns
 * whether one of these pages imports the module, directly or indirectly; `tabs` are the tabs that load when they are
 * first shown.
 * @typedef {(...pages: string[]) => boolean} IsOf
 * @type {[string, (module: string, isOf: IsOf, tabs: string[]) => boolean | string | undefined][]}
 */
const pieces = [
  [
    'base',
    (module, isOf, tabs) =>
      (LIBRARIES.test(module) && !ROUTER.test(module)) ||
      FIRST_ICONS.test(module) ||
      isOf('main.tsx') ||
      (isOf('sign-in/sign-in-page.tsx') && isOf('app/signed-in.tsx', 'trip/trip-page.tsx', ...tabs)),
  ],
  // A trip shows the drawing a moment after the plan.
  ['drawing', (module) => DRAWING.test(module)],
  // The rest of what the sign-in page shares only with pages other than a trip's.
  [
    'entrance',
    (module, isOf) =>
      ENTRANCE_ICONS.test(module) || (isOf('sign-in/sign-in-page.tsx') && !module.includes('/web/sign-in/')),
  ],
  [
    'shell',
    (module, isOf, tabs) =>
      PLURALS.test(module) ||
      ROUTER.test(module) ||
      ON_MOST_PAGES.test(module) ||
      (ICONS.test(module) &&
        ![LATE_ICONS, GROUP_ICONS, ICONS_OF_ONE_TAB, ENTRANCE_ICONS, ARRIVAL_ICONS].some((icons) =>
          icons.test(module),
        )) ||
      isOf('app/signed-in.tsx') ||
      (isOf(...ARRIVALS) && isOf('trip/trip-page.tsx')) ||
      (isOf('trips/trips-page.tsx') && isOf('trip/trip-page.tsx', GROUP_PAGE, ...tabs)),
  ],
  [
    'arrival',
    (module, isOf, tabs) =>
      ARRIVAL_ICONS.test(module) || (isOf(...ARRIVALS) && isOf(GROUP_PAGE, ...tabs) && !isOf('trip/trip-page.tsx')),
  ],
  ['layer', (module) => LAYERS.test(module)],
  // With what today's card, which is on top of an opening trip, shares with any tab: a trip opens with few requests.
  [
    'trip',
    (module, isOf, tabs) =>
      isOf('trip/trip-page.tsx') ||
      TODAY_ICONS.test(module) ||
      MEAL_ORDER.test(module) ||
      (isOf(TODAY_CARD) && isOf(...tabs)),
  ],
  ['today', (_, isOf) => isOf(TODAY_CARD)],
  // What tabs share. Those of the group need little of what the trip's tabs share, so there are two such chunks.
  [
    'all-tabs',
    (module, isOf, tabs) =>
      OF_PEOPLE.test(module) ||
      ALL_TABS_ICONS.test(module) ||
      OF_TODAY.test(module) ||
      (DUTIES.test(module) && isShared(isOf, tabs)) ||
      (!FOOD.test(module) && isOf(...ofGroup(tabs)) && isOf(...ofTrip(tabs))),
  ],
  [
    'tab',
    (module, isOf, tabs) =>
      TAB_ICONS.test(module) || UPLOADS.test(module) || (!FOOD.test(module) && isShared(isOf, ofTrip(tabs))),
  ],
  ['people', (module) => module.endsWith('/web/data/trips/people.ts')],
  [
    'group',
    (module, isOf, tabs) =>
      GROUP_TABS_ICONS.test(module) ||
      LAZY_OWN_SHOPPING.test(module) ||
      isOf(GROUP_PAGE) ||
      (!FOOD.test(module) && isShared(isOf, tabs)) ||
      (!COSTS.test(module) && !FOOD.test(module) && isOf(...LATE_ON_OVERVIEW) && isOf(...ofGroup(tabs))),
  ],
  [
    'food',
    (module, isOf, tabs) =>
      FOOD.test(module) && (isShared(isOf, tabs) || (isOf(...LATE_ON_OVERVIEW) && isOf(...ofGroup(tabs)))),
  ],
  // The last lines of today's card load after it.
  ['costs', (module, isOf) => COSTS.test(module) && isOf(...LATE_ON_OVERVIEW)],
  ['today-late', (_, isOf) => isOf(...LATE_ON_OVERVIEW)],
  [
    'group-tab',
    (module, isOf, tabs) => {
      if (GROUP_ICONS.test(module)) return 'group-people-tab'
      const tab = module.includes(`/web/${GROUP}`) && tabs.find((tab) => isOf(tab))
      return tab && `group-${/[^/]+(?=\.tsx$)/.exec(tab)?.[0]}`
    },
  ],
  ['dialog', (module, isOf) => LATE_ICONS.test(module) || OF_DIALOGS.test(module) || isOf('ui/modal.tsx')],
]

/**
 * Returns the chunks in the form that the bundler takes.
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
      const found = has(module, isOf, findTabs(webFolder, graph))
      return found === true ? name : found || null
    },
  }))
}

/** The tabs of the group's page, and those of the trip's page. @param {string[]} tabs */
const ofGroup = (tabs) => tabs.filter((tab) => tab.startsWith(GROUP))
/** @param {string[]} tabs */
const ofTrip = (tabs) => tabs.filter((tab) => !tab.startsWith(GROUP))

/** Whether more than one of these tabs imports the module. @param {IsOf} isOf @param {string[]} tabs */
const isShared = (isOf, tabs) => tabs.filter((tab) => isOf(tab)).length > 1

/** The tabs that load when they are first shown. @param {string} webFolder @param {Graph} graph */
function findTabs(webFolder, graph) {
  return TAB_LISTS.flatMap((list) => graph.getModuleInfo(`${webFolder}/${list}`)?.dynamicallyImportedIds ?? []).map(
    (id) => id.slice(webFolder.length + 1),
  )
}

/**
 * A page's module and all that it imports, without the imports of libraries: those go with their importers.
 * @param {string} page @param {Graph} graph @param {Map<string, Set<string>>} reached
 */
function reach(page, graph, reached) {
  const known = reached.get(page)
  if (known) return known
  if (!graph.getModuleInfo(page)) throw new Error(`There is no page ${page}`)
  const found = new Set([page])
  // Iterating over a set also visits what is added meanwhile.
  for (const module of found)
    for (const imported of graph.getModuleInfo(module)?.importedIds ?? [])
      if (!imported.includes('/node_modules/')) found.add(imported)
  reached.set(page, found)
  return found
}
