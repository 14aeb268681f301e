import './setup/node-version.mjs'
import { spawn } from 'node:child_process'
import { runScript, tool } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

/** Runs the server on port 3000, restarted on every change, and Vite's dev server, which proxies API requests to it. */
await runScript(async () => {
  await prepare()
  const children = [
    start(tool('tsx', 'watch', '--clear-screen=false', 'server/main.ts'), { ...process.env, PORT: '3000' }),
    start(tool('vite')),
  ]
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, endAll)
  for (const child of children) child.once('exit', endAll)

  function endAll() {
    for (const child of children) child.kill()
  }
})

/**
 * @param {string[]} commandLine
 * @param {NodeJS.ProcessEnv} [env]
 */
function start([command = '', ...args], env = process.env) {
  return spawn(command, args, { env, stdio: 'inherit' })
}
