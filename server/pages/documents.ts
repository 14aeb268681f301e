import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { tripPages } from '#domain/trip-pages.ts'
import * as m from '#messages'
import { isPreviewed, withLinkPreview } from './link-preview.ts'

/** What each page needs beside `base`: chunks (scripts/setup/pieces.mjs) and modules with chunks of their own. */
const pageParts = {
  'sign-in': [],
  /** The page to sign in at the address of a trip: one's own, or a share link. */
  'trip-link': [],
  join: ['pages/join/join-page.tsx'],
  'coming-back': ['pages/join/account-recovery-page.tsx'],
  trips: ['shell', 'pages/trips/trips-page.tsx'],
  account: ['shell', 'app/account-route.tsx'],
  trip: ['shell', 'trip'],
  map: ['shell', 'trip', 'pages/map/map-page.tsx'],
  emergency: ['shell', 'trip', 'pages/emergency/emergency-page.tsx'],
  days: ['shell', 'trip', 'pages/days/days-page.tsx'],
  print: ['shell', 'trip', 'pages/print/print-page.tsx'],
  before: ['shell', 'trip', 'pages/before/before-page.tsx'],
  news: ['shell', 'trip', 'pages/news/news-page.tsx'],
  /** Any page of any trip: what the service worker stores. */
  'any-trip': ['shell', 'trip'],
  shared: ['shell', 'app/shared-trip.tsx'],
} as const
/** A page; of a trip or its group possibly with a tab: `trip/meals`, `group/people`. */
export type Page = keyof typeof pageParts | `${'trip' | 'group'}/${string}`
const GROUP_PAGE = 'pages/group/group-page.tsx'
/** What a page may show as soon as its data is there. It loads after the rest. */
const laterParts: { [Name in Page]?: readonly string[] } = { trip: ['today'], 'any-trip': ['today'] }

/** The file of a tab, of the trip's page or the group's: `features/gear/group-tab.tsx`. */
const TAB = /\/(\w+)\/(trip|group)-tab\.tsx$/

export interface PageDocument {
  tag: string
  plain: string
  br: Uint8Array<ArrayBuffer>
  gzip: Uint8Array<ArrayBuffer>
}

interface ManifestEntry {
  file: string
  /** The name of its chunk, if it is one. */
  name?: string
  css?: string[]
  imports?: string[]
}
type Manifest = Record<string, ManifestEntry>

/**
 * Builds each page's HTML from the built index.html. It also names the page's own scripts and styles, so that browsers
 * fetch them immediately instead of after the main script has run.
 * @param origin of this server, if it is the same for all requests: then links have previews
 */
export function readDocuments(webFolder: string, origin: string | undefined): ReadonlyMap<Page, PageDocument> {
  const html = readFileSync(join(webFolder, 'index.html'), 'utf8')
  const manifest = JSON.parse(readFileSync(join(webFolder, 'manifest.json'), 'utf8')) as Manifest
  const pages = [...(Object.entries(pageParts) as [Page, readonly string[]][]), ...findTabs(manifest)]
  return new Map(
    pages.map(([page, parts]) => {
      const document = withBar(withPage(html, manifest, { parts, later: laterParts[page] ?? [] }), page)
      return [page, toDocument(origin && isPreviewed(page) ? withLinkPreview(document, page, origin) : document)]
    }),
  )
}

/** The tabs in the build that load when they are first shown, and what they consist of. */
function findTabs(manifest: Manifest): [Page, string[]][] {
  return Object.keys(manifest).flatMap((key): [Page, string[]][] => {
    const [, tab, page] = TAB.exec(key) ?? []
    if (page === 'group') return [[`group/${tab}`, ['shell', 'trip', GROUP_PAGE, key]]]
    return page === 'trip' ? [[`trip/${tab}`, ['shell', 'trip', key]]] : []
  })
}

function withPage(
  html: string,
  manifest: Manifest,
  { parts, later }: { parts: readonly string[]; later: readonly string[] },
): string {
  const [entries, late] = [parts, later].map((names) =>
    names.flatMap((part) => withImports(manifest, keyOf(manifest, part))),
  ) as [ManifestEntry[], ManifestEntry[]]
  const tags = [
    ...entries.flatMap((entry) => entry.css ?? []).map((file) => `<link rel="stylesheet" href="/${file}" crossorigin>`),
    ...entries.map((entry) => `<link rel="modulepreload" href="/${entry.file}" crossorigin>`),
    ...late
      .filter((entry) => !entries.includes(entry))
      .map((entry) => `<link rel="modulepreload" href="/${entry.file}" crossorigin fetchpriority="low">`),
  ].filter((tag) => !html.includes(hrefOf(tag)))
  return html.replace('</head>', `${[...new Set(tags)].join('')}</head>`)
}

/** Where the app renders its pages. */
const ROOT = '<div id="root"></div>'

/**
 * Adds the bar on top of a trip's pages, so that a slow phone shows it, with a way back, while the scripts load. The
 * app replaces it with web/pages/trip/trip-bar.tsx; a browser test compares their positions.
 */
function withBar(html: string, page: Page): string {
  if (page === 'trip' || page.startsWith('trip/')) return html.replace(ROOT, withinRoot('/', m.common_back_to_trips()))
  if (page.startsWith('group/')) return html.replace(ROOT, withinRoot('./', m.group_back()))
  const isOfTrip = tripPages.some((name) => name === page)
  return isOfTrip ? html.replace(ROOT, withinRoot('./', m.places_back())) : html
}

const withinRoot = (address: string, label: string) =>
  `<div id="root">
      <header class="sticky top-0 z-20 border-b border-line bg-surface print:hidden">
        <div class="mx-auto flex max-w-6xl flex-wrap items-center px-2 py-1.5 sm:gap-2">
          <a href="${address}" aria-label="${label}" class="touch inline-grid shrink-0 place-items-center rounded-md text-action">
            <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" class="size-5.5"><path d="m12 19-7-7 7-7M19 12H5"/></svg>
          </a>
        </div>
      </header>
      <div class="before-app"></div>
    </div>`

/** Finds chunks by name and modules by path. */
function keyOf(manifest: Manifest, part: string): string {
  const key =
    part in manifest ? part : Object.keys(manifest).find((key) => manifest[key]?.name === part && key.startsWith('_'))
  if (key === undefined) throw new Error(`The build has no ${part}`)
  return key
}

function withImports(manifest: Manifest, key: string, seen = new Set<string>()): ManifestEntry[] {
  const entry = manifest[key]
  if (!entry) throw new Error(`The build has no ${key}`)
  if (seen.has(key)) return []
  seen.add(key)
  return [entry, ...(entry.imports ?? []).flatMap((imported) => withImports(manifest, imported, seen))]
}

function toDocument(html: string): PageDocument {
  return {
    tag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    plain: html,
    br: new Uint8Array(brotliCompressSync(html)),
    gzip: new Uint8Array(gzipSync(html)),
  }
}

const hrefOf = (tag: string) => /href="([^"]+)"/.exec(tag)?.[1] ?? tag
