import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './command.mjs'

/** The formatter breaks code at this width, but leaves comments as they are. */
const MAX_WIDTH = 120

/** Comment lines that are too wide, as `file:line`. */
export function checkCommentWidth() {
  return ['domain', 'server', 'web', 'e2e', 'scripts']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.startsWith('web/public/'))
    .flatMap((path) => findWideComments(readFileSync(join(root, path), 'utf8')).map((line) => `${path}:${line}`))
    .map((place) => `${place} has a comment of more than ${MAX_WIDTH} characters.`)
}

/**
 * @param {string} code
 * @returns {number[]} the numbers of the lines
 */
export function findWideComments(code) {
  const isWide = (/** @type {string} */ line) => line.length > MAX_WIDTH && /^\s*(\/\/|\/?\*)/.test(line)
  return code.split('\n').flatMap((line, at) => (isWide(line) ? [at + 1] : []))
}
