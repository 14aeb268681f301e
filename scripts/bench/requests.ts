import { BenchServer, type CpuTime } from './server.ts'
import { median, quantile, type Row } from './table.ts'
import { Visitor } from './visitor.ts'

/** People with a trip each, who send one request at a time over one connection per round. */
const PEOPLE = 8
const WARM_UP = 4000
/** The servers take turns, so that other load on the machine affects all of them equally. */
const ROUNDS = 6
const REQUESTS_A_ROUND = 1000

interface Measured {
  server: BenchServer
  visitors: Visitor[]
  cpu: CpuTime
  times: number[]
}

/** The server's CPU time to open a trip over HTTP, including all its threads and the kernel's work for it. */
export function measureOpens(server: BenchServer): Promise<Row[]> {
  return measureRequests(server, 'open a trip', 0.2, (visitor) => visitor.openTrip())
}

/**
 * Returns the app's row, with the budget, and one for each bare server, which is the machine's own share.
 * @param prepare runs for each visitor before the measurement
 */
export async function measureRequests(
  server: BenchServer,
  what: string,
  budget: number | undefined,
  send: (visitor: Visitor) => Promise<void>,
  prepare: (visitor: Visitor) => Promise<void> = async () => {},
): Promise<Row[]> {
  const bare = [BenchServer.bare('node:http'), BenchServer.bare('hono')]
  try {
    await Promise.all(bare.map((other) => other.start()))
    const all = await Promise.all([server, ...bare].map(arriveAt))
    for (const { visitors } of all) for (const visitor of visitors) await prepare(visitor)
    for (const each of all) await sendAll(each, send, WARM_UP)
    for (const each of all) Object.assign(each, { cpu: { userMs: 0, systemMs: 0 }, times: [] })
    for (let round = 0; round < ROUNDS; round++) for (const each of all) await sendAll(each, send, REQUESTS_A_ROUND)
    const [app, node, hono] = all.map(({ cpu, times }) => rowOf(cpu, times))
    return [
      { what: `CPU time to ${what}`, ...(budget && { budget }), ...app },
      { what: '  the same for a bare node:http server', ...node },
      { what: '  the same for a bare Hono server', ...hono },
    ] as Row[]
  } finally {
    await Promise.all(bare.map((other) => other.remove()))
  }
}

async function arriveAt(server: BenchServer): Promise<Measured> {
  const visitors = await Promise.all(Array.from({ length: PEOPLE }, () => Visitor.arrive(server.address)))
  return { server, visitors, cpu: { userMs: 0, systemMs: 0 }, times: [] }
}

async function sendAll(to: Measured, send: (visitor: Visitor) => Promise<void>, count: number): Promise<void> {
  const before = to.server.cpuTime()
  let left = count
  const sendOnes = async (visitor: Visitor) => {
    while (left-- > 0) {
      const started = performance.now()
      await send(visitor)
      to.times.push(performance.now() - started)
    }
  }
  await Promise.all(to.visitors.map(sendOnes))
  // Close idle connections: the server may close one just when the next round uses it.
  for (const visitor of to.visitors) visitor.leave()
  const after = to.server.cpuTime()
  to.cpu.userMs += after.userMs - before.userMs
  to.cpu.systemMs += after.systemMs - before.systemMs
}

function rowOf({ userMs, systemMs }: CpuTime, times: number[]): Pick<Row, 'measured' | 'unit' | 'details'> {
  const [user, system] = [userMs / times.length, systemMs / times.length]
  const details = [
    `${user.toFixed(3)} ms in user mode, ${system.toFixed(3)} ms in the kernel`,
    `response time: median ${median(times).toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)} ms; ` +
      'the client shares the cores',
  ]
  return { measured: user + system, unit: 'ms', details }
}
