import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export const SCRIPT = `export const trip = '${'to the lake '.repeat(200)}'`

const tabs = ['meals', 'itinerary', 'checklist', 'tickets']
const fileOfTab = (tab: string) => `features/${tab}/trip-tab.tsx`

/** Creates what the build creates: the document, hashed files with their compressed forms, and the manifest. */
export async function makeWebFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wayfare-web-'))
  await mkdir(join(folder, 'assets'))
  const files = {
    'index.html':
      '<!doctype html><html><head><link rel="modulepreload" crossorigin href="/assets/base-1.js"><link rel="stylesheet" href="/assets/main-1.css"></head><body><div id="root"></div></body></html>',
    'manifest.json': JSON.stringify({
      'index.html': { file: 'assets/main-1.js', imports: ['_base-1.js'] },
      '_base-1.js': { file: 'assets/base-1.js', name: 'base' },
      'pages/join/join-page.tsx': { file: 'assets/join-1.js', css: ['assets/join-1.css'], imports: ['_form.js'] },
      'pages/join/account-recovery-page.tsx': { file: 'assets/coming-back-1.js' },
      '_shell-1.js': { file: 'assets/shell-1.js', name: 'shell', imports: ['_form.js'] },
      'pages/trips/trips-page.tsx': { file: 'assets/trips-1.js' },
      'app/account-route.tsx': { file: 'assets/account-1.js' },
      'app/shared-trip.tsx': { file: 'assets/shared-1.js', imports: ['_trip-1.js'] },
      '_trip-1.js': {
        file: 'assets/trip-1.js',
        name: 'trip',
        css: ['assets/main-1.css'],
      },
      ...Object.fromEntries(tabs.map((tab) => [fileOfTab(tab), { file: `assets/${tab}-1.js`, name: 'trip-tab' }])),
      'pages/group/group-page.tsx': {
        file: 'assets/group-1.js',
      },
      'pages/map/map-page.tsx': { file: 'assets/map-1.js', imports: ['_form.js'] },
      'pages/emergency/emergency-page.tsx': { file: 'assets/emergency-1.js' },
      'pages/days/days-page.tsx': { file: 'assets/days-1.js' },
      'pages/print/print-page.tsx': { file: 'assets/print-1.js' },
      'pages/before/before-page.tsx': { file: 'assets/before-1.js' },
      'pages/news/news-page.tsx': { file: 'assets/news-1.js' },
      'pages/group/people/group-tab.tsx': { file: 'assets/people-1.js', imports: ['_tabs-1.js'] },
      'features/gear/group-tab.tsx': { file: 'assets/gear-1.js', imports: ['_tabs-1.js'] },
      '_tabs-1.js': { file: 'assets/tabs-1.js', name: 'tabs' },
      '_today-1.js': { file: 'assets/today-1.js', name: 'today', imports: ['_trip-1.js'] },
      '_form.js': { file: 'assets/form-1.js', name: 'form' },
    }),
    'link-preview.png': 'a picture',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/trip-1.js': SCRIPT,
    'assets/trip-1.js.br': brotliCompressSync(SCRIPT),
    'assets/trip-1.js.gz': gzipSync(SCRIPT),
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}
