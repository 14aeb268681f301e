import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Crowd } from './crowd.ts'
import type { Stage } from './stage.ts'
import { require } from './violation.ts'

/*
 * Whether what is acknowledged was flushed to the disk before.
 * Job: watch the system calls of the server while it takes one edit and one upload, and find the flushes before each answer.
 * Invariants: nobody else asks the server meanwhile, so that whatever is flushed is flushed for that request.
 * Failure: where strace is not there, or may not trace, nothing is known, and that is said.
 */

const TRACED = 'trace=fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg'

/** What the server did, in the order in which it was done. */
type Step = { flushed: string } | { renamed: true } | { answered: true }

/**
 * Looks for the flushes of a server on SQLite and documents on the disk.
 * @returns what was found, in a sentence
 * @throws Violation where something was acknowledged that was not flushed
 */
export async function checkFlushed(stage: Stage, seed: string): Promise<string> {
  await stage.start({ DEMO: 'off' })
  const crowd = await Crowd.gather(stage, seed)
  const [planner] = crowd.planners
  const [uploader] = crowd.uploaders
  // What is done once, such as opening files, is done. Nothing is stored of the uploader's, who uploads next.
  await planner?.send()
  const folder = await mkdtemp(join(tmpdir(), 'wayfare-strace-'))
  try {
    const tracer = await attach(stage.pid, join(folder, 'calls'))
    if (!tracer) return 'strace is not there or may not trace: whether answers wait for the disk was not looked at.'
    await planner?.send()
    await uploader?.send()
    tracer.kill('SIGINT')
    await once(tracer, 'exit')
    const steps = readSteps(await readFile(join(folder, 'calls'), 'utf8'))
    const edited = steps.findIndex((step) => 'answered' in step) + 1
    checkEdit(steps.slice(0, edited))
    checkUpload(steps.slice(edited))
    return 'Seen by strace: an edit was answered after the log of the database was flushed, an upload after its file, folder and row were.'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function checkEdit(steps: Step[]): void {
  const isFlushed = steps.some(isFlushOf(/-wal$/))
  require(isFlushed, `an edit was answered before the log of the database was flushed: ${JSON.stringify(steps)}`)
}

function checkUpload(steps: Step[]): void {
  const order = [
    isFlushOf(/\.part$/),
    (step: Step) => 'renamed' in step,
    isFlushOf(/travel-documents\/[^/]+$/),
    isFlushOf(/-wal$/),
  ]
  let at = -1
  for (const isNext of [...order, (step: Step) => 'answered' in step]) {
    at = steps.findIndex((step, index) => index > at && isNext(step))
    require(at >=
      0, `an upload was answered before file, folder and row were flushed in this order: ${JSON.stringify(steps)}`)
  }
}

const isFlushOf = (path: RegExp) => (step: Step) => 'flushed' in step && path.test(step.flushed)

/** Traces a process into a file; undefined where that is not possible. */
async function attach(pid: number, output: string): Promise<ChildProcess | undefined> {
  const tracer = spawn('strace', ['-f', '-y', '-s', '16', '-e', TRACED, '-o', output, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return new Promise((resolve) => {
    tracer.once('error', () => resolve(undefined))
    tracer.once('exit', () => resolve(undefined))
    let said = ''
    tracer.stderr.on('data', (data) => {
      said += data
      if (/ attached/.test(said)) resolve(tracer)
    })
  })
}

/** Reads calls such as `12 fdatasync(23</data/wayfare.sqlite-wal>) = 0`, also where another thread's came between its two halves. */
function readSteps(trace: string): Step[] {
  const steps: Step[] = []
  const begun = new Map<string, string>()
  for (const line of trace.split('\n')) {
    const [, thread = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const [, path] = /^f(?:data)?sync\(\d+<(.*?)>/.exec(call) ?? []
    if (path !== undefined && call.endsWith('<unfinished ...>')) begun.set(thread, path)
    else if (path !== undefined && call.endsWith('= 0')) steps.push({ flushed: path })
    else if (/^<\.\.\. f(data)?sync resumed>.*= 0$/.test(call)) steps.push({ flushed: begun.get(thread) ?? '' })
    else if (/^rename/.test(call)) steps.push({ renamed: true })
    else if (/^(write|writev|sendto|sendmsg)\(.*"HTTP\/1\.1 2/.test(call)) steps.push({ answered: true })
  }
  return steps
}
