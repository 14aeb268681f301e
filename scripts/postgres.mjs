import './setup/node-version.mjs'
import { spawn, spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { runScript, StepFailed } from './setup/command.mjs'
import { findPostgresPrograms } from './setup/postgres-programs.mjs'
import { makeFolder, makeQuickFolder } from './setup/quick-folder.mjs'

/**
 * Runs a temporary PostgreSQL server. Prints its URL when it is ready and runs until standard input closes, so that it
 * ends with its parent process even if that crashes. Deletes its files at the end.
 * With `--durable` it flushes commits to disk, as in production, and reads two commands from standard input, one per
 * line: `crash` stops it at once and prints `crashed`; `start` starts it again and prints the URL again.
 */
await runScript(async () => {
  const isDurable = process.argv.includes('--durable')
  const folder = isDurable ? makeFolder('wayfare-postgres') : makeQuickFolder('wayfare-postgres')
  const account = unprivilegedAccount()
  if (account) chownSync(folder, account.uid, account.gid)

  const programs = findPostgresPrograms(folder, account)
  const data = join(folder, 'data')
  const options = { ...account, cwd: folder, env: { ...process.env, LC_ALL: 'C' } }
  const initdb = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  const made = spawnSync(join(programs, 'initdb'), initdb, { ...options, encoding: 'utf8' })
  if (made.status !== 0) throw new StepFailed('PostgreSQL could not make its files.', made.stderr || String(made.error))

  const port = await findFreePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
  // The data need not survive a crash.
  if (!isDurable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  // Its own process group: Ctrl+C must reach it only through this process, which stops it in order.
  const launch = () =>
    spawn(join(programs, 'postgres'), args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  let server = launch()
  let isCrashing = false
  const begin = async () => {
    server.once('exit', () => isCrashing || end())
    await ready(server)
    console.log(`postgres://postgres@127.0.0.1:${port}/postgres`)
  }
  let end = () => {}
  const ended = new Promise((resolve) => {
    end = () => resolve(undefined)
  })
  await begin()

  const stop = () => {
    isCrashing = false
    if (!server.kill('SIGQUIT')) end()
  }
  /** @type {Record<string, () => Promise<void>>} */
  const commands = {
    async crash() {
      isCrashing = true
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGQUIT')
      await gone
      console.log('crashed')
    },
    async start() {
      isCrashing = false
      server = launch()
      await begin()
    },
  }
  createInterface(process.stdin).on('line', (line) => commands[line]?.().catch(stop))
  process.stdin.once('end', stop).once('error', stop)
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop)
  await ended
  process.stdin.destroy()
})

/** PostgreSQL refuses to run as root. As root, use the account that Debian creates for it, or nobody. */
function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new StepFailed('PostgreSQL does not run as root, and there is neither an account postgres nor nobody.')
}

/** @returns {Promise<number>} */
function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** @param {import('node:child_process').ChildProcessByStdio<null, null, import('node:stream').Readable>} server */
function ready(server) {
  let log = ''
  return new Promise((resolve, reject) => {
    server.stderr.on('data', (data) => {
      log += data
      if (log.includes('database system is ready to accept connections')) resolve(undefined)
    })
    server.once('error', (error) => reject(new StepFailed('PostgreSQL could not be started.', error.message)))
    server.once('exit', () => reject(new StepFailed('PostgreSQL could not be started.', log)))
  })
}
