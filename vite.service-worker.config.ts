import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { messagesPlugin } from './scripts/setup/messages-plugin.mjs'
import { oldestBrowsers } from './scripts/setup/oldest-browsers.mjs'

const folder = 'dist/web'
/** The map's code, its worker and the bundled map of the world. */
const mapStarts = ['base-map', 'file-style', 'loaded-map', 'maplibre-gl-worker'].map((name) => `/assets/${name}-`)
/** What reads codes from photos and PDFs: as large as the rest of the app, and needed only when somebody scans. */
const scanStarts = ['code-worker', 'read-pdf', 'pdf.worker'].map((name) => `/assets/${name}`)

/** The service worker, into dist/web. Built after the app, because it lists the app's files. */
export default defineConfig(() => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const all = names
    .filter((name) => /\.(m?js|css|woff2|svg|png|txt|webmanifest|pmtiles)$/.test(name) && name !== 'service-worker.js')
    .toSorted()
  const hash = createHash('sha256')
  for (const name of all) hash.update(name).update(readFileSync(join(folder, name)))
  const paths = all.map((name) => `/${name}`)
  const startsAs = (starts: readonly string[]) => (path: string) => starts.some((start) => path.startsWith(start))
  const isMap = startsAs(mapStarts)
  const isScan = startsAs(scanStarts)
  const build = {
    version: hash.digest('hex').slice(0, 16),
    files: paths.filter((path) => !isMap(path) && !isScan(path)),
    map: paths.filter(isMap),
    mapStarts,
  }
  return {
    root: 'web',
    plugins: [messagesPlugin()],
    publicDir: false as const,
    define: { BUILD: JSON.stringify(build) },
    build: {
      outDir: '../dist/web',
      emptyOutDir: false,
      target: oldestBrowsers,
      reportCompressedSize: false,
      lib: { entry: 'service-worker/service-worker.ts', formats: ['es' as const], fileName: () => 'service-worker.js' },
    },
  }
})
