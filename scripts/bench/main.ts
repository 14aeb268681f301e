import { measureHolds } from './holds.ts'
import { measureHostile } from './hostile.ts'
import { measureInput } from './input.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureLoad } from './load.ts'
import { measurePageWeight } from './page-weight.ts'
import { measurePhone } from './phone.ts'
import { measureOpens } from './requests.ts'
import { BenchServer } from './server.ts'
import { measureStart } from './start.ts'
import { measureStreams } from './streams.ts'
import { loadOf, printTable, type Row } from './table.ts'
import { measureTicks } from './ticks.ts'

/** What can be measured, in an order in which nothing warms up what comes after it: the processes start anew. */
const measurements = {
  start: measureStart,
  weight: measurePageWeight,
  phone: measurePhone,
  input: measureInput,
  opens: measureOpens,
  ticks: measureTicks,
  streams: measureStreams,
  holds: measureHolds,
  hostile: measureHostile,
}

/** Only where they are asked for: one takes ten minutes, and has no budget; the other fetches what it measures with. */
const onlyAsked = { load: measureLoad, lighthouse: measureLighthouse }

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in measurements || name in onlyAsked))
if (unknown.length > 0) {
  console.error(
    `There is no measurement ${unknown.join(', ')}: there are ${Object.keys({ ...measurements, ...onlyAsked }).join(', ')}.`,
  )
  process.exit(1)
}
if (process.platform !== 'linux') {
  console.error('The budgets are measured on Linux, where the system tells the CPU time and memory of another process.')
  process.exit(1)
}

const load = loadOf()
const rows: Row[] = []
for (const [name, measure] of Object.entries({ ...measurements, ...onlyAsked })) {
  if (asked.length > 0 ? !asked.includes(name) : name in onlyAsked) continue
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
