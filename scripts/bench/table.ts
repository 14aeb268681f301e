import { cpus, loadavg, totalmem } from 'node:os'

/** One line of the table: a measurement with its maximum (`budget`) or minimum (`least`), if it has one. */
export interface Row {
  what: string
  measured: number
  unit: string
  budget?: number
  least?: number
  /** Lines printed below it that explain the number. */
  details?: string[]
}

const headings = ['what', 'measured', 'budget', '']

/** Prints the machine and a line per row. Returns whether all budgets are met. */
export function printTable(rows: Row[], loadBefore: string): boolean {
  const lines = [headings, ...rows.map(cellsOf)]
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  console.log(`\n${describeMachine()}\nLoad average before: ${loadBefore}; other processes make every number larger\n`)
  lines.forEach((cells, i) => {
    console.log(
      cells
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    for (const detail of rows[i - 1]?.details ?? []) console.log(`    ${detail}`)
  })
  return !rows.some(isMissed)
}

function cellsOf(row: Row): string[] {
  const { what, measured, unit, budget, least } = row
  const bound = budget === undefined ? least && `at least ${least}` : String(budget)
  return [
    what,
    `${rounded(measured)} ${unit}`,
    bound === undefined ? '' : `${bound} ${unit}`,
    bound === undefined ? '' : isMissed(row) ? 'missed' : 'ok',
  ]
}

const isMissed = ({ measured, budget, least }: Row) =>
  (budget !== undefined && !(measured <= budget)) || (least !== undefined && !(measured >= least))

function rounded(value: number): string {
  if (Number.isInteger(value)) return String(value)
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3)
}

function describeMachine(): string {
  const [cpu] = cpus()
  const memory = `${(totalmem() / 2 ** 30).toFixed(1)} GiB`
  const date = new Date().toISOString().slice(0, 10)
  return [
    cpu?.model.trim() ?? 'unknown CPU',
    `${cpus().length} cores`,
    memory,
    process.platform,
    `Node ${process.version}`,
    date,
  ].join(', ')
}

/** The load average: other processes make everything slower, including CPU times. */
export function loadOf(): string {
  return (loadavg()[0] ?? 0).toFixed(1)
}

export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** The value below which this share of the values lies. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
