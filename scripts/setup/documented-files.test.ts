import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './command.mjs'

/** Files that a page says are gone. */
const gone = new Set(['scripts/setup/unused-react.mjs'])
const FILE = /`([\w./-]+\.(?:ts|tsx|mjs|css|json))`/g
const FOLDER = /`((?:domain|server|web|scripts|e2e|docs)\/[\w/.-]*\/)`/g
const folders = ['docs', 'domain', 'e2e', 'messages', 'scripts', 'server', 'web']
/** Stands for a name in a recipe. */
const PLACEHOLDER = /NAME|AREA|NNNN/

it('each file and folder that the documentation names exists', () => {
  const inFolder = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`)
  const files = [...readdirSync(root), ...folders.flatMap(inFolder)]
  const pages = files.filter((file) => /^(?:docs\/.*|[A-Z]+)\.md$/.test(file))
  expect(pages.length).toBeGreaterThan(80)
  const missing = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const named = [...text.matchAll(FILE)].flatMap(([, name = '']) => {
      return PLACEHOLDER.test(name) || gone.has(name) || files.some((file) => `/${file}`.endsWith(`/${name}`))
        ? []
        : [name]
    })
    const namedFolders = [...text.matchAll(FOLDER)].flatMap(([, name = '']) => {
      return PLACEHOLDER.test(name) || files.some((file) => `${file}/`.startsWith(name)) ? [] : [name]
    })
    return [...named, ...namedFolders].map((name) => `${page}: ${name}`)
  })
  expect(missing).toEqual([])
})
