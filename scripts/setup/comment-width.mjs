import { readModules } from './modules.mjs'

/** The formatter breaks code at this width, but leaves comments as they are. */
const MAX_WIDTH = 120

/** Comment lines that are too wide, each as a line. */
export function checkCommentWidth() {
  return [...readModules(['domain', 'server', 'web', 'e2e', 'scripts'])].flatMap(([path, code]) =>
    findWideComments(code).map((line) => `${path}:${line} has a comment of more than ${MAX_WIDTH} characters.`),
  )
}

/**
 * @param {string} code
 * @returns {number[]} the numbers of the lines
 */
export function findWideComments(code) {
  const isWide = (/** @type {string} */ line) => line.length > MAX_WIDTH && /^\s*(\/\/|\/?\*)/.test(line)
  return code.split('\n').flatMap((line, at) => (isWide(line) ? [at + 1] : []))
}
