import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { placeSearchResponse, zoneResponse } from '#domain/api/places.ts'
import { aroundTheEarth } from '#domain/places/position.ts'
import { searchGazetteer } from '#domain/places/search.ts'
import { readGazetteer } from '#server/places/gazetteer-file.ts'
import { BenchServer } from './server.ts'
import { median, quantile, type Row } from './table.ts'
import { Visitor } from './visitor.ts'

const NEAR = '45.8364,-78.3791'
const SETTLE_MS = 300
const ZONES = 300

/** What people look for. Each is typed, so each of its beginnings is searched, from the second letter. */
const typed = [
  ...['London', 'london ontario', 'Killarney', 'Sao Paulo', 'München', 'paris tx', 'new york', 'San Francisco CA'],
  ...['YYZ', 'toronto pearson', 'heathrow', "St. John's NL", 'Huntsville', 'Whitney Ontario', 'Санкт-Петербург'],
  ...['東京', 'Algonquin', 'sault ste marie', 'Reykjavík', 'springfield il', 'zzzzqq', 'Killarney Lodge Algonquin'],
]

/** How long a search for places takes, for who waits for it and for all others, and the memory that it needs. */
export async function measurePlaces(): Promise<Row[]> {
  const server = BenchServer.metered()
  try {
    await server.start()
    const visitor = await Visitor.arrive(server.address)
    const cookie = visitor.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const ask = async (path: string) => {
      const start = performance.now()
      const response = await fetch(`${server.address}/api/places${path}`, { headers: { cookie } })
      const body: unknown = await response.json()
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`)
      return { body, ms: performance.now() - start }
    }
    const search = (query: string) => ask(`?${new URLSearchParams({ q: query, near: NEAR })}`)

    await pause(SETTLE_MS)
    const before = server.memoryMB()
    await server.longestHold()
    const first = await search('London')
    const firstHold = await server.longestHold()

    const queries = typed.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)).slice(1))
    for (const query of queries) await search(query)
    await server.longestHold()
    const searches: number[] = []
    let found = 0
    for (const query of queries) {
      const { body, ms } = await search(query)
      searches.push(ms)
      found += placeSearchResponse.parse(body).places.length
    }
    const hold = await server.longestHold()

    const zones: number[] = []
    for (let count = 0; count < ZONES; count++) {
      const at = `${(count * 7.31) % 60},${aroundTheEarth((count * 13.7) % 360)}`
      const { body, ms } = await ask(`/zone?${new URLSearchParams({ at })}`)
      zoneResponse.parse(body)
      zones.push(ms)
    }
    const zoneHold = await server.longestHold()
    visitor.leave()

    const inMs = (value: number) => value.toFixed(1)
    const computed = await computeSearches(queries)
    return [
      {
        what: 'Search for places, 99 of 100 requests',
        measured: quantile(searches, 0.99),
        unit: 'ms',
        budget: 50,
        details: [
          `${queries.length} searches: median ${inMs(median(searches))} ms, ${found} places found`,
          `computed without requests: median ${inMs(median(computed))} ms, 99 of 100 ${inMs(quantile(computed, 0.99))} ms`,
          `the first search, which loads the gazetteer: ${inMs(first.ms)} ms, computed ${inMs(firstHold.computedMs)} ms at a time`,
          `memory ${(server.memoryMB() - before).toFixed(0)} MB more than before the first one`,
        ],
      },
      {
        what: 'Longest computation at a time for a search, warmed up',
        measured: hold.computedMs,
        unit: 'ms',
        budget: 20,
        details: [`held by the wall clock, with what else runs on the machine: ${inMs(hold.heldMs)} ms`],
      },
      {
        what: 'Time zone of a position, 99 of 100 requests',
        measured: quantile(zones, 0.99),
        unit: 'ms',
        budget: 50,
        details: [`median ${inMs(median(zones))} ms; computed at most ${inMs(zoneHold.computedMs)} ms at a time`],
      },
    ]
  } finally {
    await server.remove()
  }
}

/** The CPU time of each search in this process, which other processes hardly make longer. */
async function computeSearches(queries: readonly string[]): Promise<number[]> {
  const gazetteer = readGazetteer(await readFile(new URL('../../dist/place-data/gazetteer.bin', import.meta.url)))
  const [lat = 0, lon = 0] = NEAR.split(',').map(Number)
  const compute = (query: string) => {
    const start = process.cpuUsage()
    searchGazetteer(gazetteer, query, { lat, lon })
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  for (const query of queries) compute(query)
  return queries.map(compute)
}
