import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** The modules of each page that are chunks of their own. */
const pageModules = {
  'sign-in': ['sign-in/sign-in-page.tsx'],
  join: ['join/join-page.tsx'],
  'coming-back': ['join/coming-back-page.tsx'],
  trips: ['signed-in.tsx', 'trips/trips-page.tsx'],
  trip: ['signed-in.tsx', 'trip/trip-page.tsx'],
  shared: ['signed-in.tsx', 'shared-trip.tsx'],
} as const
export type Page = keyof typeof pageModules

/** One document, ready to send. */
export interface PageDocument {
  tag: string
  plain: string
  br: Uint8Array<ArrayBuffer>
  gzip: Uint8Array<ArrayBuffer>
}

interface ManifestEntry {
  file: string
  css?: string[]
  imports?: string[]
}
type Manifest = Record<string, ManifestEntry>

/**
 * Makes the document of each page from the built index.html: it names the page's own script and style too, so that
 * they are fetched at once rather than when the main script has run.
 */
export function readDocuments(webFolder: string): Record<Page, PageDocument> {
  const html = readFileSync(join(webFolder, 'index.html'), 'utf8')
  const manifest = JSON.parse(readFileSync(join(webFolder, 'manifest.json'), 'utf8')) as Manifest
  const entries = Object.entries(pageModules).map(([page, modules]) => [page, toDocument(withPage(html, manifest, modules))])
  return Object.fromEntries(entries) as Record<Page, PageDocument>
}

function withPage(html: string, manifest: Manifest, modules: readonly string[]): string {
  const entries = modules.flatMap((module) => withImports(manifest, module))
  const tags = [
    ...entries.flatMap((entry) => entry.css ?? []).map((file) => `<link rel="stylesheet" href="/${file}" crossorigin>`),
    ...entries.map((entry) => `<link rel="modulepreload" href="/${entry.file}" crossorigin>`),
  ].filter((tag) => !html.includes(hrefOf(tag)))
  return html.replace('</head>', `${[...new Set(tags)].join('')}</head>`)
}

/** A module's entry and those that it imports, each once. */
function withImports(manifest: Manifest, module: string, seen = new Set<string>()): ManifestEntry[] {
  const entry = manifest[module]
  if (!entry) throw new Error(`The build has no ${module}`)
  if (seen.has(module)) return []
  seen.add(module)
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
