import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { BrowserContext } from '@playwright/test'
import { canisbayLake } from '#domain/testing/places.ts'
import { launchBrowser, openPhone, openSlowPage } from './browser.ts'
import type { BenchServer } from './server.ts'
import { median, type Row } from './table.ts'
import { Visitor } from './visitor.ts'

const VISITS = 5
/** Half of the first visit is the download: the library is 380 kB, the app 280. */
const FIRST_SECONDS = 7
const AGAIN_SECONDS = 2.4
/** The map has all of its tiles. */
const DRAWN = '[data-drawn=true]'

/** How long the map takes on a phone until it is drawn with its pin, beside a page with the map library alone. */
export async function measureMap(server: BenchServer): Promise<Row[]> {
  const visitor = await Visitor.arrive(server.address)
  const browser = await launchBrowser()
  const bare = await openBareServer()
  try {
    await visitor.setSection('places', [canisbayLake])
    const address = `${server.address}/trip/${visitor.tripId}/map`
    const seconds = { first: [] as number[], again: [] as number[], bare: [] as number[], bareAgain: [] as number[] }
    for (let count = 0; count < VISITS; count++) {
      const context = await openPhone(browser)
      await context.addCookies(visitor.cookies)
      seconds.first.push(await visit(context, address, DRAWN))
      // The third visit is the first one with compiled code.
      await visit(context, address, DRAWN)
      seconds.again.push(await visit(context, address, DRAWN))
      await context.close()
      const other = await openPhone(browser)
      seconds.bare.push(await visit(other, addressOf(bare), '[data-shown]'))
      await visit(other, addressOf(bare), '[data-shown]')
      seconds.bareAgain.push(await visit(other, addressOf(bare), '[data-shown]'))
      await other.close()
    }
    return [
      rowOf('First map on a phone', seconds.first, FIRST_SECONDS, seconds.bare),
      rowOf('Map on a phone again', seconds.again, AGAIN_SECONDS, seconds.bareAgain),
    ]
  } finally {
    await browser.close()
    bare.close()
    visitor.leave()
  }
}

/** Returns the seconds from the navigation until an element is there. */
async function visit(context: BrowserContext, address: string, selector: string): Promise<number> {
  const page = await openSlowPage(context)
  await page.goto(address, { waitUntil: 'commit' })
  const shown = await page.waitForFunction(
    (selector) => document.querySelector(selector) && performance.now(),
    selector,
    {
      polling: 'raf',
    },
  )
  const ms = (await shown.jsonValue()) as number
  // What loads after the map, and the service worker.
  await page.waitForLoadState('networkidle')
  await page.close()
  return ms / 1000
}

function rowOf(what: string, seconds: number[], budget: number, bare: number[]): Row {
  const measured = median(seconds)
  return {
    what,
    measured,
    unit: 's',
    budget,
    details: [
      `${seconds.map((each) => each.toFixed(2)).join(', ')}; ${(measured / median(bare)).toFixed(2)} times as long as the library alone (${median(bare).toFixed(2)} s)`,
    ],
  }
}

/** A page that draws nothing but a background, with the library as it is published. */
async function openBareServer(): Promise<Server> {
  const folder = dirname(createRequire(import.meta.url).resolve('maplibre-gl/dist/maplibre-gl.css'))
  const page = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Map</title>
<link rel="stylesheet" href="/maplibre-gl.css"><div id="map" style="height:400px"></div><script type="module">
import { MapLibreMap } from '/maplibre-gl.mjs'
const style = { version: 8, sources: {}, layers: [{ id: 'sea', type: 'background', paint: { 'background-color': 'blue' } }] }
new MapLibreMap({ container: 'map', style }).once('load', () => document.body.setAttribute('data-shown', ''))
</script></html>`
  const files = new Map([['/', { type: 'text/html', body: brotliCompressSync(page) }]])
  for (const [name, type] of [
    ['maplibre-gl.mjs', 'text/javascript'],
    ['maplibre-gl-worker.mjs', 'text/javascript'],
    ['maplibre-gl.css', 'text/css'],
  ] as const)
    files.set(`/${name}`, { type, body: brotliCompressSync(await readFile(join(folder, name))) })
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url)
    const headers = { 'Content-Encoding': 'br', 'Cache-Control': 'max-age=3600' }
    if (file) response.writeHead(200, { 'Content-Type': file.type, ...headers }).end(file.body)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
