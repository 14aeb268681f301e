import { commonNames } from '#domain/plan/index.ts'
import { quantile, type Row } from '../bench/table.ts'
import { listMarks } from './acts.ts'
import { actsOf, type CrowdMember } from './crowd.ts'
import { listDelays } from './delays.ts'
import { explain, type Finding } from './explain.ts'
import { explainPrivate } from './explain-private.ts'
import type { History } from './history.ts'
import type { Report } from './messages.ts'

/** Everything in the history that nobody did, everything that was done and is not in it, and everything that is in the plan twice. */
export function listFindings(crowd: readonly CrowdMember[], history: History): Finding[] {
  const numbers = new Map(crowd.map(({ person, number }) => [person, number]))
  const acts = actsOf(crowd)
  return commonNames.flatMap((section) => {
    const kept = history[section]
    const versions = kept.map(({ version, savedBy, value }) => ({
      version,
      by: savedBy === null ? undefined : numbers.get(savedBy),
      value,
    }))
    const marks = listMarks(kept.at(-1)?.value)
    const twice = marks.filter((mark, at) => marks.indexOf(mark) !== at)
    return [...explain(section, versions, acts), ...twice.map((mark) => `${section}: ${mark} stands in the plan twice`)]
  })
}

/**
 * Everything private that somebody wrote and that is not stored: it has no history, and each writes in their own record alone.
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
  /** How many people do not have what the server has. */
  apart: number
  /** Milliseconds until everybody had the same. */
  took: number
}

/** The lines of the table. */
export function rowsOf({ crowd, history, findings, kills, reports, apart, took }: Outcome): Row[] {
  const count = (what: string, measured: number, more: Partial<Row> = {}): Row => ({
    what,
    measured,
    unit: '',
    ...more,
  })
  const done = commonNames.flatMap((name) => history[name].slice(1))
  const versions = commonNames.flatMap((name) => [...new Set(history[name].map(({ version }) => version))].slice(1))
  const requests = crowd.flatMap(({ sent }) => sent)
  const sent = requests.flatMap(({ ids }) => ids)
  const said = findings.filter(isSaidAgain)
  const network = (of: keyof Report['network']) => sum(reports.map((report) => report.network[of]))
  const again = sent.length - new Set(sent).size
  const delays = listDelays(crowd)
  const failures = countFailures(reports)
  return [
    count('People', crowd.length, {
      details: [
        `the app was closed ${sum(reports.map(({ closed }) => closed))} times and crashed ${sum(reports.map(({ crashed }) => crashed))} times, and was opened again`,
      ],
    }),
    count('Edits', actsOf(crowd).length),
    count('Operations', new Set(sent).size, {
      details: [`in ${requests.length} requests; ${done.length} of them changed something`],
    }),
    count('Versions', versions.length),
    count('Kills of the server', kills),
    count('Requests', network('requests')),
    count('  of which the answer was dropped', network('dropped'), {
      details: [`${network('lost')} more never left the device`],
    }),
    count('  of which repeated by the network', network('repeated'), {
      details: [`${again} operations were sent again by the app`],
    }),
    { what: 'From a save to the others’ screens, p50', measured: quantile(delays, 0.5) / 1000, unit: 's' },
    {
      what: 'From a save to the others’ screens, p99',
      measured: quantile(delays, 0.99) / 1000,
      unit: 's',
      details: [
        `of ${delays.length} times somebody saw it; both looked at the trip with a network, which delays, loses and drops, and a server that is killed`,
      ],
    },
    { what: 'Until everybody had everything, once all were back', measured: took / 1000, unit: 's' },
    {
      what: 'Memory of all clients and this program',
      measured: process.memoryUsage().rss / 1e6,
      unit: 'MB',
    },
    count(
      'Failures in the browsers’ logs, other than that the server cannot be reached',
      sum(failures.map(([, times]) => times)),
      {
        details: failures.map(([message, times]) => `${times} × ${message}`),
      },
    ),
    count('People who do not have what the server has', apart, { budget: 0 }),
    count('Said again', said.length, { budget: 0 }),
    count('Lost', findings.length - said.length, { budget: 0 }),
  ]
}

/** Whether something stands in the plan once more that had been replaced, or stands there twice. */
const isSaidAgain = (finding: Finding) => /came back|replaced a newer one|twice$/.test(finding)

/** What the clients logged, and how often, but for what a bad network brings about. */
function countFailures(reports: readonly Report[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const [message, times] of reports.flatMap(({ log }) => log)) {
    if (!message.includes('(unreachable')) counts.set(message, (counts.get(message) ?? 0) + times)
  }
  return [...counts]
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
