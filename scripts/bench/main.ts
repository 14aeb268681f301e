import { measureCosts } from './costs.ts'
import { measureFood } from './food.ts'
import { measureHolds } from './holds.ts'
import { measureHostile } from './hostile.ts'
import { measureInput } from './input.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureLoad } from './load.ts'
import { measureMap } from './map.ts'
import { measurePageWeight } from './page-weight.ts'
import { measurePhone } from './phone.ts'
import { measurePlaces } from './places.ts'
import { measureOpens } from './requests.ts'
import { BenchServer } from './server.ts'
import { measureStart } from './start.ts'
import { measureStreams } from './streams.ts'
import { loadOf, printTable, type Row } from './table.ts'
import { measureTicks } from './ticks.ts'
import { measureTold } from './told.ts'
import { measureTrack } from './track.ts'

/** All measurements. Each runs in a new process, so that none warms up the next. */
const measurements = {
  start: measureStart,
  weight: measurePageWeight,
  phone: measurePhone,
  input: measureInput,
  opens: measureOpens,
  ticks: measureTicks,
  streams: measureStreams,
  food: measureFood,
  costs: measureCosts,
  places: measurePlaces,
  map: measureMap,
  track: measureTrack,
  holds: measureHolds,
  hostile: measureHostile,
  told: measureTold,
}

/** Run only if named: `load` takes ten minutes and has no budget, `lighthouse` downloads Lighthouse. */
const optional = { load: measureLoad, lighthouse: measureLighthouse }

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !(name in measurements || name in optional))
if (unknown.length > 0) {
  console.error(
    `Unknown measurement: ${unknown.join(', ')}. Use ${Object.keys({ ...measurements, ...optional }).join(', ')}.`,
  )
  process.exit(1)
}
if (process.platform !== 'linux') {
  console.error(
    'The budgets are measured on Linux only, where the system reports the CPU time and memory of other processes.',
  )
  process.exit(1)
}

const load = loadOf()
const rows: Row[] = []
for (const [name, measure] of Object.entries({ ...measurements, ...optional })) {
  if (requested.length > 0 ? !requested.includes(name) : name in optional) continue
  console.log(`Measuring: ${name}…`)
  const server = new BenchServer()
  try {
    await server.start()
    rows.push(...(await measure(server)))
  } finally {
    await server.remove()
  }
}
if (!printTable(rows, load)) process.exitCode = 1
