import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './command.mjs'

/**
 * The text of every module in some folders, by its path from the root.
 * @param {readonly string[]} folders
 * @returns {Map<string, string>}
 */
export function readModules(folders) {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs)$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** @param {string} path of a module, from the root */
export const isTest = (path) => /\.test\.tsx?$|\/testing\//.test(path)
