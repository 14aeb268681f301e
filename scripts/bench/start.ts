import { setTimeout as pause } from 'node:timers/promises'
import type { BenchServer } from './server.ts'
import { median, type Row } from './table.ts'

const STARTS = 5
const IDLE_MS = 2000

/** Measures the start of the server on existing data, and its memory when idle. */
export async function measureStart(server: BenchServer): Promise<Row[]> {
  const times: number[] = []
  for (let i = 0; i < STARTS; i++) {
    await server.stop()
    times.push(await server.start())
  }
  await pause(IDLE_MS)
  return [
    {
      what: `Server start, median of ${STARTS}`,
      measured: median(times) / 1000,
      unit: 's',
      budget: 1,
      details: [listOf(times)],
    },
    { what: 'Server memory when idle', measured: server.memoryMB(), unit: 'MB', budget: 120 },
  ]
}

const listOf = (times: number[]) => times.map((ms) => `${ms.toFixed(0)} ms`).join(', ')
