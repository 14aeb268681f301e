import { measureInput } from './input.ts'
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
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in measurements))
if (unknown.length > 0) {
  console.error(`There is no measurement ${unknown.join(', ')}: there are ${Object.keys(measurements).join(', ')}.`)
  process.exit(1)
}
if (process.platform !== 'linux') {
  console.error('The budgets are measured on Linux, where the system tells the CPU time and memory of another process.')
  process.exit(1)
}

const load = loadOf()
const rows: Row[] = []
for (const [name, measure] of Object.entries(measurements)) {
  if (asked.length > 0 && !asked.includes(name)) continue
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
