import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Crowd } from './crowd.ts'
import type { Stage } from './stage.ts'
import { require } from './violation.ts'

/*
 * Checks that changes are flushed to disk before they are acknowledged.
 * Job: trace the server's system calls during one edit and one upload, and find the flushes before each answer.
 * Invariants: there are no other requests meanwhile, so that each flush belongs to that request.
 * Failure: without strace, or without permission to trace, reports that the check was skipped.
 */

const TRACED = 'trace=fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg'

/** One step of the server. */
type Step = { flushed: string } | { renamed: true } | { answered: true }

/**
 * Checks the flushes of a server with SQLite and documents on disk.
 * @returns the result as a sentence
 * @throws Violation if a change was acknowledged before it was flushed
 */
export async function checkFlushed(stage: Stage, seed: string): Promise<string> {
  await stage.start({ DEMO: 'off' })
  const crowd = await Crowd.create(stage, seed)
  const [planner] = crowd.planners
  const [uploader] = crowd.uploaders
  // Gets one-time work such as opening files done. The uploader has nothing stored, so its next request is an upload.
  await planner?.send()
  const folder = await mkdtemp(join(tmpdir(), 'wayfare-strace-'))
  try {
    const tracer = await attach(stage.pid, join(folder, 'calls'))
    if (!tracer) return 'strace is missing or not permitted: did not check whether answers wait for the disk.'
    await planner?.send()
    await uploader?.send()
    tracer.kill('SIGINT')
    await once(tracer, 'exit')
    const steps = readSteps(await readFile(join(folder, 'calls'), 'utf8'))
    const edited = steps.findIndex((step) => 'answered' in step) + 1
    checkEdit(steps.slice(0, edited))
    checkUpload(steps.slice(edited))
    return 'strace: an edit was acknowledged after the database log was flushed, an upload after file, folder and row.'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function checkEdit(steps: Step[]): void {
  const isFlushed = steps.some(isFlushOf(/-wal$/))
  require(isFlushed, `an edit was acknowledged before the database log was flushed: ${JSON.stringify(steps)}`)
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
      0, `an upload was acknowledged before file, folder and row were flushed, in this order: ${JSON.stringify(steps)}`)
  }
}

const isFlushOf = (path: RegExp) => (step: Step) => 'flushed' in step && path.test(step.flushed)

/** Traces a process into a file. Returns undefined if that is not possible. */
async function attach(pid: number, file: string): Promise<ChildProcess | undefined> {
  const tracer = spawn('strace', ['-f', '-y', '-s', '16', '-e', TRACED, '-o', file, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return new Promise((resolve) => {
    tracer.once('error', () => resolve(undefined))
    tracer.once('exit', () => resolve(undefined))
    let output = ''
    tracer.stderr.on('data', (data) => {
      output += data
      if (/ attached/.test(output)) resolve(tracer)
    })
  })
}

/** Parses calls such as `12 fdatasync(23</data/wayfare.sqlite-wal>) = 0`, also if another thread interrupts them. */
function readSteps(trace: string): Step[] {
  const steps: Step[] = []
  const unfinished = new Map<string, string>()
  for (const line of trace.split('\n')) {
    const [, thread = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const [, path] = /^f(?:data)?sync\(\d+<(.*?)>/.exec(call) ?? []
    if (path !== undefined && call.endsWith('<unfinished ...>')) unfinished.set(thread, path)
    else if (path !== undefined && call.endsWith('= 0')) steps.push({ flushed: path })
    else if (/^<\.\.\. f(data)?sync resumed>.*= 0$/.test(call)) steps.push({ flushed: unfinished.get(thread) ?? '' })
    else if (/^rename/.test(call)) steps.push({ renamed: true })
    else if (/^(write|writev|sendto|sendmsg)\(.*"HTTP\/1\.1 2/.test(call)) steps.push({ answered: true })
  }
  return steps
}
