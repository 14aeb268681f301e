import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, run, tool } from './command.mjs'
import { withoutUnusedReact } from './unused-react.mjs'

const reactDom = readFileSync(join(root, 'node_modules/react-dom/cjs/react-dom-client.production.js'), 'utf8')

/** The names of this code that are declared nowhere. */
async function findUndeclared(code: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wayfare-react-'))
  const file = join(folder, 'react-dom.js')
  writeFileSync(file, code)
  const options = ['--noEmit', '--allowJs', '--checkJs', '--ignoreConfig', '--lib', 'es2022,dom', '--types', '']
  const { output } = await run(tool('tsc', ...options, file))
  rmSync(folder, { recursive: true })
  return [...new Set([...output.matchAll(/Cannot find name '([^']+)'/g)].map(([, name = '']) => name))]
}

it('leaves out more than a sixth of react-dom, and no variable that the rest needs', async () => {
  const written = withoutUnusedReact(reactDom)
  expect(written.length).toBeLessThan((reactDom.length * 5) / 6)
  const [before, after] = [await findUndeclared(reactDom), await findUndeclared(written)]
  expect(before).toContain('__REACT_DEVTOOLS_GLOBAL_HOOK__')
  expect(after).toEqual(before)
})

it('keeps what cases of other tags do, and what they continue with', () => {
  const sample = `switch (fiber.tag) {
    case 27: var type = fiber.type;
    case 3: case 26: first(type); break;
    case 31: second();
    case 5: third()
  }`
  const written = withoutUnusedReact(`${reactDom}\n${sample}`)
  const inner = written.slice(written.indexOf('exports.version')).replace(/^[^;]*;/, '')
  const calls = (tag: number) => {
    const called: string[] = []
    const call = (name: string) => () => called.push(name)
    new Function('fiber', 'first', 'second', 'third', inner)({ tag }, call('first'), call('second'), call('third'))
    return called
  }
  expect([3, 5, 27, 31].map(calls)).toEqual([['first'], ['third'], [], []])
  expect(inner).not.toContain('second')
})

it('refuses another version of React', () => {
  const other = reactDom.replace(/(exports\.version = "\d+\.\d+\.)\d+/, '$199')
  expect(() => withoutUnusedReact(other)).toThrow('compare it with the new code')
  expect(() => withoutUnusedReact(reactDom.replaceAll('function preload(', 'function load('))).toThrow(
    'react-dom has no preload.',
  )
})

it('leaves out nothing that the app uses', () => {
  const unused =
    /\b(use(ActionState|FormStatus|Optimistic|Transition)\b|hydrateRoot|pre(connect|fetchDNS|initModule|init|load(Module)?)\(|(Activity|ViewTransition|SuspenseList)\b[^'\n]*from 'react')|<(title|meta|link|style|script|html|head|body)\b|<form[^>]* action=|<(React\.)?Fragment[^>]* ref=/
  const modules = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  )
  const using = modules.filter((name) => unused.test(readFileSync(join(root, 'web', name), 'utf8')))
  expect(using).toEqual([])
  expect(modules.length).toBeGreaterThan(100)
  expect(unused.test("import { lazy, useTransition } from 'react'")).toBe(true)
  expect(unused.test('<link rel="preload" />')).toBe(true)
})
