import { dirname, posix } from 'node:path'
import { isTest, readModules } from './modules.mjs'

/*
 * Checks the direction of imports.
 * Job: find imports that break the layering, and import cycles.
 * Invariants: one list holds all rules. Type-only imports count like others, dynamic imports only for the direction.
 *   Tests and test helpers may import anything.
 * Failure: misses imports that are not formatted as the formatter does.
 */

const DOMAIN =
  'domain/ is pure: it imports only zod/mini, geodesy, htmlparser2, fflate, bcbp, postal-mime, the messages and itself.'
const SERVER = 'server/ imports domain/, never web/.'
const WEB = 'web/ imports domain/, never server/.'
const BROWSER = 'web/browser/ knows only the browser: it imports nothing else of ours.'
const DATA = 'web/data/ imports domain/, web/browser/ and itself.'
const DATA_LAYERS = 'The layers of web/data/ import only lower ones: see the list in directions.mjs.'
const ENGINE = 'The layers below web/data/root/ know no React, and web/data/sync/ no HTTP: only PlanTransport.'
const LOOK = 'web/ui/ is presentation only: no data and no domain rules.'
const SERVER_FOLDERS = 'docs/ARCHITECTURE.md says which folder of server/ uses which.'
const WEB_LAYERS = 'web/ is layered: browser, ui and data, then trip-core, features, pages, app.'
const WEB_FEATURES = 'A feature imports no other feature: they meet in web/pages/, and share web/trip-core/.'
const WEB_PAGES = 'A page imports no other page, except web/pages/trip/, the frame of all pages of a trip.'
const RELATIVE = 'Inside a folder of web/, imports are relative.'
const LIBRARY = 'a library'

/**
 * The folders of server/, from the bottom up, and the folders that each uses. What lies directly in server/ uses all.
 * @type {Record<string, string[]>}
 */
export const serverFolders = {
  settings: [],
  db: ['settings'],
  metrics: ['settings', 'db'],
  http: ['settings', 'db', 'metrics'],
  accounts: ['settings', 'db'],
  plan: ['db'],
  trips: ['settings', 'db', 'accounts', 'plan'],
  documents: ['settings', 'db', 'plan', 'trips'],
  calendar: ['db', 'accounts', 'plan', 'trips'],
  notify: ['settings', 'db', 'metrics', 'http', 'accounts', 'plan', 'trips'],
  people: ['db', 'accounts', 'plan', 'trips', 'documents', 'calendar', 'notify'],
  events: ['settings', 'db', 'accounts', 'plan', 'trips'],
  mail: ['settings', 'db', 'metrics', 'http', 'accounts', 'people', 'notify'],
  ai: ['settings', 'http'],
  places: ['settings', 'http', 'accounts'],
  weather: ['settings', 'http'],
  operating: ['settings', 'db', 'accounts', 'plan', 'trips', 'documents', 'people', 'events'],
  commands: ['settings', 'accounts', 'operating'],
  pages: [],
  routes: [
    ...['settings', 'db', 'metrics', 'http', 'accounts', 'plan', 'trips'],
    ...['documents', 'calendar', 'notify', 'people', 'events', 'mail', 'ai', 'places', 'weather', 'pages'],
  ],
}
/** The folders of web/ above web/data/, lowest first. */
const webLayers = ['web/trip-core', 'web/features', 'web/pages', 'web/app']
/** The pages within the address of a trip. The trip's page loads them, and they have its frame. */
const FRAME = 'web/pages/trip'
/** The pages within the frame. */
const FRAMED_PAGES = [
  'web/pages/group/group-page.tsx',
  'web/pages/map/map-page.tsx',
  'web/pages/emergency/emergency-page.tsx',
  'web/pages/days/days-page.tsx',
  'web/pages/print/print-page.tsx',
  'web/pages/before/before-page.tsx',
  'web/pages/news/news-page.tsx',
]

/** The folders of web/data/, lowest first, types included. Loose files are below all of them. */
const dataLayers = [
  'storage',
  'http',
  'auth',
  'documents',
  'receipts',
  'app-version',
  'sync',
  'root',
  'react',
  'places',
  'session',
  'push',
  'trips',
  'offline',
  'account',
].map((name) => `web/data/${name}`)
const looseData = ['log', 'new-id', 'page-events', 'shared-objects'].map((name) => `web/data/${name}.ts`)
const belowRoot = dataLayers.slice(0, dataLayers.indexOf('web/data/root'))

/** @type {{ from: string, not: string[], but?: string[], why: string }[]} */
const dataRules = [
  ...dataLayers.map((from, at) => ({ from, not: dataLayers.slice(at + 1), why: DATA_LAYERS })),
  ...looseData.map((from) => ({ from, not: dataLayers, why: DATA_LAYERS })),
  ...belowRoot.map((from) => ({ from, not: ['react'], why: ENGINE })),
  { from: 'web/data/sync', not: ['web/data/http'], but: ['web/data/http/plan-transport.ts'], why: ENGINE },
]

/**
 * The folder of a module (`from`), what it may not import (`not`), the exceptions (`but`), and why.
 * @type {{ from: string, not: string[], but?: string[], why: string }[]}
 */
const rules = [
  {
    from: 'domain',
    not: ['server', 'web', LIBRARY],
    but: ['zod/mini', 'geodesy', 'htmlparser2', 'fflate', 'bcbp', 'postal-mime', 'messages'],
    why: DOMAIN,
  },
  { from: 'server', not: ['web'], why: SERVER },
  ...Object.entries(serverFolders).map(([name, uses]) => ({
    from: `server/${name}`,
    not: ['server'],
    but: [name, ...uses].map((used) => `server/${used}`),
    why: SERVER_FOLDERS,
  })),
  { from: 'web', not: ['server'], why: WEB },
  { from: 'web/browser', not: ['web', 'domain', LIBRARY], but: ['web/browser'], why: BROWSER },
  { from: 'web/data', not: ['web'], but: ['web/data', 'web/browser'], why: DATA },
  ...dataRules,
  { from: 'web/ui', not: ['web', 'domain'], but: ['web/ui', 'web/browser'], why: LOOK },
  ...webLayers.map((from, at) => ({ from, not: webLayers.slice(at + 1), why: WEB_LAYERS })),
]

/** Folders that lie beside each other and do not import each other. */
const siblings = [
  { within: 'web/features', but: [], why: WEB_FEATURES },
  { within: 'web/pages', but: [FRAME], why: WEB_PAGES },
]
/** Folders in which imports are relative. */
const UNIT = /^web\/(?:(?:features|pages)\/[^/]+|trip-core|ui|app)(?=\/)/

/** Matches, also over several lines, `import { a } from 'b'`, `export * from 'b'`, `import 'b'`, `import('b')`. */
const IMPORTS = /^(?:import|export) [^'"()]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

/**
 * Finds the wrong imports of some modules, each as a sentence.
 * @param {Record<string, string>} texts by path from the root
 * @returns {string[]}
 */
export function findWrongImports(texts) {
  /** @type {string[]} */
  const wrong = []
  /** @type {Map<string, string[]>} */
  const needs = new Map()
  for (const [module, text] of Object.entries(texts)) {
    if (isTest(module)) continue
    const folder = /^server\/([^/]+)\//.exec(module)?.[1]
    if (folder && !Object.hasOwn(serverFolders, folder))
      wrong.push(`${module} is in no known folder. ${SERVER_FOLDERS}`)
    if (module.startsWith('web/data/') && ![...dataLayers, ...looseData].some((place) => isIn(module, place)))
      wrong.push(`${module} is in no layer of web/data/. ${DATA_LAYERS}`)
    for (const { name, target, isLater } of importsOf(module, text)) {
      const broken = rules.find(
        (rule) =>
          isIn(module, rule.from) &&
          rule.not.some((place) => isAt(target, place)) &&
          !rule.but?.some((place) => isAt(target, place)),
      )
      const why = broken?.why ?? whyNotBeside(module, target)
      const [unit] = UNIT.exec(module) ?? []
      if (why) wrong.push(`${module} imports ${name}. ${why}`)
      else if (unit && name.startsWith('#') && isAt(target, unit)) wrong.push(`${module} imports ${name}. ${RELATIVE}`)
      if (!isLater && target in texts) needs.set(module, [...(needs.get(module) ?? []), target])
    }
  }
  return [...wrong, ...findCircles(needs).map((circle) => `These import each other in a circle: ${circle.join(', ')}.`)]
}

/**
 * Why a module may not import a folder beside its own; undefined if it may.
 * @param {string} module
 * @param {string} target
 */
function whyNotBeside(module, target) {
  if (isIn(module, FRAME) && FRAMED_PAGES.includes(target)) return undefined
  const rule = siblings.find(({ within }) => isIn(module, within) && isIn(target, within))
  if (!rule || rule.but.some((place) => isIn(target, place))) return undefined
  const folderOf = (/** @type {string} */ path) => path.slice(rule.within.length + 1).split('/')[0]
  return folderOf(module) === folderOf(target) ? undefined : rule.why
}

export function checkDirections() {
  return findWrongImports(Object.fromEntries(readModules(['domain', 'server', 'web'])))
}

/** @param {string} module @param {string} place */
const isIn = (module, place) => module === place || module.startsWith(`${place}/`)

/** @param {string} target @param {string} place */
const isAt = (target, place) =>
  place === LIBRARY ? !/^(domain|server|web)\//.test(target) : target === place || isIn(target, place)

/** @param {string} module @param {string} text */
function importsOf(module, text) {
  return [...text.matchAll(IMPORTS)].map(([, from, effect, later]) => {
    const name = from ?? effect ?? later ?? ''
    const target = name.startsWith('#')
      ? name.slice(1)
      : name.startsWith('.')
        ? posix.join(dirname(module), name)
        : name
    return { name, target, isLater: later !== undefined }
  })
}

/**
 * Finds import cycles: the strongly connected components of the graph, by Tarjan's algorithm.
 * @param {Map<string, string[]>} needs
 */
function findCircles(needs) {
  /** @type {string[][]} */
  const circles = []
  /** @type {Map<string, number>} */
  const seen = new Map()
  /** @type {Map<string, number>} */
  const earliest = new Map()
  /** @type {string[]} */
  const stack = []
  /** @param {string} module */
  const visit = (module) => {
    const at = seen.size
    seen.set(module, at)
    earliest.set(module, at)
    stack.push(module)
    for (const needed of needs.get(module) ?? []) {
      if (!seen.has(needed)) visit(needed)
      if (stack.includes(needed)) earliest.set(module, Math.min(earliest.get(module) ?? at, earliest.get(needed) ?? at))
    }
    if (earliest.get(module) !== at) return
    const circle = stack.splice(stack.indexOf(module))
    if (circle.length > 1) circles.push(circle)
  }
  for (const module of needs.keys()) if (!seen.has(module)) visit(module)
  return circles
}
