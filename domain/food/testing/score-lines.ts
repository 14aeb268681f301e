import type { LinePart, LineReading } from '../reading.ts'

/** A line of the corpus and its right reading. */
export interface CorpusLine {
  text: string
  expected: LineReading
}

/** Reads a corpus, see `corpus.ts` for its form. */
export function parseCorpus(corpus: string): CorpusLine[] {
  return corpus
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [text, reading] = line.split(' => ')
      if (text === undefined || reading === undefined) throw new Error(`No reading: ${line}`)
      return { text, expected: parseReading(reading) }
    })
}

function parseReading(reading: string): LineReading {
  if (reading === '-') return { parts: [], writtenFor: null }
  const [parts = '', people] = reading.split(' // for ')
  return { parts: parts.split(' | ').map(parsePart), writtenFor: people === undefined ? null : Number(people) }
}

const PART =
  /^(?:(?<value>[\d.]+) ?(?<unit>[\p{L} ]*?)|\?)(?<each> each)?(?: \[(?<size>[\d.]+) (?<name>[^\]]+)\])?: (?<item>[^{]+?)(?: \{(?<remark>.*)\})?$/u

function parsePart(text: string): LinePart {
  const found = PART.exec(text)?.groups
  if (!found?.['item']) throw new Error(`No part: ${text}`)
  const { value, unit = '', each, size, name = '', item, remark = '' } = found
  // 'each' without a unit: '2 each'
  const isEach = each !== undefined || unit === 'each'
  return {
    item,
    amount: value === undefined ? null : { value: Number(value), unit: unit === 'each' ? '' : unit },
    isEach,
    pack: size === undefined ? null : { size: Number(size), name },
    remark,
  }
}

export type Verdict = 'right' | 'not understood' | 'wrong'

/** Whether a reading is the expected one. Something else that was read is wrong, also where nothing was to be read. */
export function judge({ expected }: CorpusLine, reading: LineReading): Verdict {
  if (isSame(expected, reading)) return 'right'
  return reading.parts.length === 0 ? 'not understood' : 'wrong'
}

function isSame(one: LineReading, other: LineReading): boolean {
  if (one.writtenFor !== other.writtenFor || one.parts.length !== other.parts.length) return false
  return one.parts.every((part, index) => {
    const read = other.parts[index]
    return read !== undefined && JSON.stringify(comparable(part)) === JSON.stringify(comparable(read))
  })
}

/** With five digits, as the corpus has them. */
function comparable({ item, amount, isEach, pack, remark }: LinePart) {
  const digits = (value: number) => Number(value.toPrecision(5))
  return [item, amount && [digits(amount.value), amount.unit], isEach, pack && [digits(pack.size), pack.name], remark]
}

export interface Score {
  right: number
  notUnderstood: CorpusLine[]
  wrong: { line: CorpusLine; reading: LineReading }[]
  total: number
}

/** Reads all lines of a corpus and counts. */
export function scoreLines(lines: readonly CorpusLine[], read: (text: string) => LineReading): Score {
  const score: Score = { right: 0, notUnderstood: [], wrong: [], total: lines.length }
  for (const line of lines) {
    const reading = read(line.text)
    const verdict = judge(line, reading)
    if (verdict === 'right') score.right += 1
    else if (verdict === 'wrong') score.wrong.push({ line, reading })
    else score.notUnderstood.push(line)
  }
  return score
}

/** The goal: at least 90 % right, at most 1 % wrong. */
export function isGoodEnough({ right, wrong, total }: Score): boolean {
  return right / total >= 0.9 && wrong.length / total <= 0.01
}
