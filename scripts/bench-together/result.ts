import { commonSectionNames } from '#domain/plan/index.ts'
import { quantile, type Row } from '../bench/table.ts'
import { type Act, listMarks } from './acts.ts'
import { actsOf, type CrowdMember } from './crowd.ts'
import { listDelays } from './delays.ts'
import { explain, type Finding } from './explain.ts'
import { explainPrivate } from './explain-private.ts'
import type { History } from './history.ts'
import type { Report, Superseded } from './messages.ts'
import { nameOf, partsOf } from './paths.ts'

/** Lists changes in the history that nobody made, edits missing from it, and texts that are in the plan twice. */
export function listFindings(crowd: readonly CrowdMember[], history: History, reports: readonly Report[]): Finding[] {
  const numbers = new Map(crowd.map(({ person, number }) => [person, number]))
  const shown = reports.map(({ tabs }) => tabs.flatMap(({ superseded }) => superseded))
  const acts = crowd.flatMap(({ acts }, at) =>
    acts.map(({ act }) => (isShown(act, shown[at] ?? []) ? { ...act, isSuperseded: true } : act)),
  )
  return commonSectionNames.flatMap((section) => {
    const steps = history[section]
    const versions = steps.map(({ version, savedBy, value }) => ({
      version,
      by: savedBy === null ? undefined : numbers.get(savedBy),
      value,
    }))
    return [
      ...explain(section, versions, acts),
      ...listRepeated(steps.at(-1)?.value).map((text) => `${section}: ${text} is in the plan twice`),
    ]
  })
}

const isShown = (act: Act, superseded: readonly Superseded[]) =>
  act.kind === 'write' &&
  superseded.some(
    ({ section, path, value }) => section === act.section && nameOf(path) === nameOf(act.path) && value === act.value,
  )

/**
 * The marks that are in two fields or twice in a line, and the lines with a mark that are twice in a field. Two lines
 * that both stayed whole may share marks.
 */
export function listRepeated(value: unknown): string[] {
  const twice = (texts: string[]) => texts.filter((text, at) => texts.indexOf(text) !== at)
  const fields = [...partsOf(value).leaves.values()].map((field) => String(field).split('\n'))
  return [
    ...twice(fields.flatMap((lines) => [...new Set(listMarks(lines))])),
    ...fields.flatMap((lines) => twice(lines.filter((line) => listMarks(line).length > 0))),
    ...fields.flatMap((lines) => lines.flatMap((line) => twice(listMarks(line)))),
  ]
}

/**
 * Lists private edits that are not stored. The private section has no history, and people write only in their own
 * record.
 * @param stored the private section as the server returns it to each person
 */
export function listPrivateFindings(crowd: readonly CrowdMember[], stored: readonly unknown[]): Finding[] {
  return crowd.flatMap(({ acts }, at) =>
    explainPrivate(
      acts.map(({ act }) => act),
      stored[at],
    ),
  )
}

export interface Outcome {
  crowd: readonly CrowdMember[]
  history: History
  findings: readonly Finding[]
  kills: number
  reports: readonly Report[]
  /** How many people differ from the server. */
  differing: number
  /** Milliseconds until all clients agreed. */
  took: number
}

export function rowsOf({ crowd, history, findings, kills, reports, differing, took }: Outcome): Row[] {
  const count = (what: string, measured: number, more: Partial<Row> = {}): Row => ({
    what,
    measured,
    unit: '',
    ...more,
  })
  const done = commonSectionNames.flatMap((name) => history[name].slice(1))
  const versions = commonSectionNames.flatMap((name) =>
    [...new Set(history[name].map(({ version }) => version))].slice(1),
  )
  const requests = crowd.flatMap(({ sent }) => sent)
  const sent = requests.flatMap(({ ids }) => ids)
  const repeated = findings.filter(isRepeated)
  const network = (of: keyof Report['network']) => sum(reports.map((report) => report.network[of]))
  const resent = sent.length - new Set(sent).size
  const delays = listDelays(crowd)
  const failures = countFailures(reports)
  return [
    count('People', crowd.length, {
      details: [
        `the app was closed ${sum(reports.map(({ closed }) => closed))} times and crashed ` +
          `${sum(reports.map(({ crashed }) => crashed))} times, and was reopened each time`,
      ],
    }),
    count('Edits', actsOf(crowd).length),
    count('Operations', new Set(sent).size, {
      details: [`in ${requests.length} requests; ${done.length} operations changed something`],
    }),
    count('Versions', versions.length),
    count('Kills of the server', kills),
    count('Requests', network('requests')),
    count('  responses dropped', network('dropped'), {
      details: [`${network('lost')} more did not reach the server`],
    }),
    count('  repeated by the network', network('repeated'), {
      details: [`${resent} operations were sent again by the app`],
    }),
    { what: 'From a save to the others’ screens, p50', measured: quantile(delays, 0.5) / 1000, unit: 's' },
    {
      what: 'From a save to the others’ screens, p99',
      measured: quantile(delays, 0.99) / 1000,
      unit: 's',
      details: [
        `of ${delays.length} observations; both people viewed the trip online, with network faults and server kills`,
      ],
    },
    { what: 'Until all clients agreed, once all were online', measured: took / 1000, unit: 's' },
    {
      what: 'Memory of all clients and this program',
      measured: process.memoryUsage().rss / 1e6,
      unit: 'MB',
    },
    count('Failures in the browsers’ logs, other than an unreachable server', sum(failures.map(([, times]) => times)), {
      details: failures.map(([message, times]) => `${times} × ${message}`),
    }),
    count('People who differ from the server', differing, { budget: 0 }),
    count('Applied again or twice', repeated.length, { budget: 0 }),
    count('Lost', findings.length - repeated.length, { budget: 0 }),
  ]
}

/** Whether a replaced value came back, or something is in the plan twice. */
const isRepeated = (finding: Finding) => /came back|replaced a newer one|twice$/.test(finding)

/** The clients' log messages with their counts, except for those that a bad network causes. */
function countFailures(reports: readonly Report[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const [message, times] of reports.flatMap(({ log }) => log)) {
    if (!message.includes('(unreachable')) counts.set(message, (counts.get(message) ?? 0) + times)
  }
  return [...counts]
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
