import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root, StepFailed } from './command.mjs'

/*
 * The message catalogues: messages/en/AREA.json, compiled into the functions of '#messages'.
 * Job: turn each ICU message into one typed function, so that a missing key or argument does not compile.
 * Invariants: a key starts with the name of its area, and exists once. The output depends on nothing but the
 *   catalogues and these scripts.
 * Failure: a message that cannot be compiled is named with its file and stops the caller. The output is replaced by a
 *   rename, so processes that compile at the same time never read half a file.
 */

/** The language whose texts are compiled. */
const LOCALE = 'en'
export const catalogues = join(root, 'messages', LOCALE)
/** What '#messages' in package.json points to. */
export const compiledFile = join(root, 'messages/compiled/index.ts')

/**
 * A compiled message: `code` is its function, `pieces` are the expressions that make its text. Tags split it into
 * several. Without arguments, `text` is the expression of the whole.
 * @typedef {{ tag: string | undefined, expression: string }} Piece
 * @typedef {{ key: string, code: string, pieces: Piece[], text: string | undefined }} Message
 * @typedef {{ imports: string, messages: ReadonlyMap<string, Message> }} Catalogue
 * @typedef {import('@messageformat/parser').Token} Token
 */

/** Tags may not be nested: `Sign in with <link>a code</link>.` */
const TAG = /<([a-z]\w*)>(.*?)<\/\1>/s
const ANY_TAG = /<\/?[a-z]\w*\/?>/
const STRING_OR_NAME = /"(?:[^"\\]|\\.)*"|(?<![\w.$])(\w+)(?=[(,])/g
/** As the library prints a message. */
const COMPILED = /^ {2}([\w$]+): (\((d?)\) => (.*?)),?$/

/** Compiles the catalogues, unless messages/compiled was made from these very files. */
export async function compileMessages() {
  const texts = readSources()
  const stamp = `// ${stampOf(texts)}`
  if (existsSync(compiledFile) && readFileSync(compiledFile, 'utf8').startsWith(stamp)) return
  const { imports, messages } = await compileCatalogue(texts)
  const header =
    '// Compiled from messages/ by scripts/setup/messages.mjs. The types are in the signatures.\n// @ts-nocheck'
  const body = [...messages.values()].map(({ code }) => `export const ${code}`).join('\n')
  mkdirSync(join(compiledFile, '..'), { recursive: true })
  const unfinished = `${compiledFile}.${process.pid}`
  writeFileSync(unfinished, `${stamp}\n${header}\n${imports}\n${body}\n`)
  renameSync(unfinished, compiledFile)
}

/** The catalogues of this project. */
export const readCatalogue = () => compileCatalogue(readSources())

/**
 * @param {Record<string, string>} texts by area, the JSON of each
 * @returns {Promise<Catalogue>}
 */
export async function compileCatalogue(texts) {
  // Not at the top: this file is imported before packages are installed.
  const { default: MessageFormat } = await import('@messageformat/core')
  const { parse } = await import('@messageformat/parser')
  // The published type declarations do not name this module's default export as Node sees it.
  const compileModule = createRequire(import.meta.url)('@messageformat/core/compile-module')
  const sourceByKey = collect(texts)
  /** The pieces of each message: what is in a tag, and what is between tags. */
  const piecesByKey = new Map([...sourceByKey].map(([key, { source }]) => [key, split(source)]))
  /** @type {Record<string, string>} */
  const all = {}
  for (const [key, pieces] of piecesByKey) {
    for (const [at, { text, tag }] of pieces.entries()) {
      const area = sourceByKey.get(key)?.area
      const where = `messages/${LOCALE}/${area}.json, ${key}`
      if (ANY_TAG.test(text))
        throw new StepFailed(`${where}: A tag is not closed, or is inside another one or inside an argument.`)
      try {
        const tokens = parse(text, { cardinal: ['one', 'other'], ordinal: ['one', 'two', 'few', 'other'] })
        requireSound(tokens)
        if (tag && argumentsOf(tokens).has(tag)) throw new Error(`'${tag}' is a tag and an argument.`)
      } catch (error) {
        throw new StepFailed(`${where}: ${/** @type {Error} */ (error).message}`)
      }
      all[`${key}$${at}`] = text
    }
  }
  const module = /** @type {string} */ (compileModule(new MessageFormat(LOCALE), all))
  const [head = '', body = ''] = module.split('export default {\n')
  const helpers = [...head.matchAll(/^import \{ (.*?) \}/gm)].flatMap(([, names = '']) => names.split(', '))
  if (/^(?!import |$)/m.test(head.trim()))
    throw new StepFailed('A message has a number or date skeleton, which is not supported.')
  // Renamed, so that they get in the way of no other name.
  const imports = helpers.reduce(
    (code, name) => code.replace(new RegExp(`\\b${name}\\b(?=.*\\})`), `${name} as $${name}`),
    head.trim(),
  )
  /** @type {Map<string, string>} */
  const expressions = new Map()
  for (const line of body.split('\n')) {
    const [, name = '', , , expression = ''] = COMPILED.exec(line) ?? []
    expressions.set(name, expression)
  }
  const entries = [...piecesByKey].map(([key, pieces]) => {
    const compiled = pieces.map(({ tag }, at) => {
      const expression = expressions.get(`${key}$${at}`)
      if (!expression) throw new Error(`@messageformat/core has not compiled ${key} as it was expected to.`)
      // A message that is nothing but an argument.
      return {
        tag,
        expression: /^d\.\w+$/.test(expression) ? `String(${expression})` : renameHelpers(expression, helpers),
      }
    })
    return write(key, compiled, argumentsOf(pieces.flatMap(({ text }) => parse(text))))
  })
  const messages = new Map(entries.map((message) => [message.key, message]))
  return { imports, messages }
}

/** @param {string} expression @param {readonly string[]} helpers */
function renameHelpers(expression, helpers) {
  return expression.replace(STRING_OR_NAME, (whole, name) => (helpers.includes(name) ? `$${name}` : whole))
}

/**
 * @param {string} key
 * @param {Piece[]} pieces
 * @param {Map<string, string>} args
 * @returns {Message}
 */
function write(key, pieces, args) {
  const tags = pieces.flatMap(({ tag }) => tag ?? [])
  const types = [...args].map(([name, type]) => `${name}: ${type}`)
  if (tags.length > 0) {
    const parts = pieces.map(({ tag, expression }) => (tag ? `d.${tag}(${expression})` : expression))
    const given = [...types, ...[...new Set(tags)].map((tag) => `${tag}: (text: string) => T`)].join('; ')
    return {
      key,
      pieces,
      code: `${key} = <T,>(d: { ${given} }): (string | T)[] => [${parts.join(', ')}]`,
      text: undefined,
    }
  }
  const expression = pieces[0]?.expression ?? '""'
  if (types.length === 0) return { key, pieces, code: `${key} = (): string => ${expression}`, text: expression }
  return { key, pieces, code: `${key} = (d: { ${types.join('; ')} }): string => ${expression}`, text: undefined }
}

/**
 * The arguments of a message, each with its type.
 * @param {readonly Token[]} tokens
 * @param {Map<string, string>} [args]
 */
function argumentsOf(tokens, args = new Map()) {
  for (const token of tokens) {
    if (token.type === 'plural' || token.type === 'selectordinal') args.set(token.arg, 'number')
    else if (token.type === 'select') args.set(token.arg, 'string')
    else if (token.type === 'function') args.set(token.arg, token.key === 'number' ? 'number' : 'number | Date')
    else if (token.type === 'argument' && !args.has(token.arg)) args.set(token.arg, 'string | number')
    if ('cases' in token) for (const { tokens: inner } of token.cases) argumentsOf(inner, args)
  }
  return args
}

/**
 * Two arguments at the start would be added as numbers: the library compiles a text to `a + b`.
 * @param {readonly Token[]} tokens
 */
function requireSound(tokens) {
  if (tokens[0]?.type === 'argument' && tokens[1]?.type === 'argument')
    throw new Error('Two arguments at the start need a text between them.')
  for (const token of tokens) {
    if (!('cases' in token)) continue
    if (!token.cases.some(({ key }) => key === 'other'))
      throw new Error(`{${token.arg}, ${token.type}} needs a case 'other'.`)
    for (const { tokens: inner } of token.cases) requireSound(inner)
  }
}

/**
 * @param {string} source
 * @returns {{ text: string, tag?: string }[]}
 */
function split(source) {
  const found = TAG.exec(source)
  if (!found) return [{ text: source }]
  const [whole, tag = '', inner = ''] = found
  const pieces = [
    { text: source.slice(0, found.index) },
    { text: inner, tag },
    ...split(source.slice(found.index + whole.length)),
  ]
  return pieces.filter(({ text }) => text !== '')
}

/** @param {Record<string, string>} texts */
function collect(texts) {
  /** @type {Map<string, { source: string, area: string }>} */
  const all = new Map()
  for (const [area, json] of Object.entries(texts)) {
    const file = `messages/${LOCALE}/${area}.json`
    const prefix = `${area.replaceAll('-', '_')}_`
    /** @type {Record<string, unknown>} */
    let entries = {}
    try {
      entries = JSON.parse(json)
    } catch (error) {
      throw new StepFailed(`${file}: ${/** @type {Error} */ (error).message}`)
    }
    // JSON.parse takes the last of two entries with the same key.
    const keys = [...json.matchAll(/(?:^|[{,])\s*"(\w+)":/gm)].map(([, key]) => key)
    const twice = keys.find((key, at) => keys.indexOf(key) !== at)
    if (twice) throw new StepFailed(`${file}: ${twice} is there twice.`)
    for (const [key, source] of Object.entries(entries)) {
      if (typeof source !== 'string') throw new StepFailed(`${file}: ${key} is not a string.`)
      if (!key.startsWith(prefix) || !/^[a-z0-9_]+$/.test(key))
        throw new StepFailed(`${file}: ${key} should be in snake_case and start with ${prefix}`)
      if (all.has(key)) throw new StepFailed(`${file}: ${key} is also in ${all.get(key)?.area}.json.`)
      all.set(key, { source, area })
    }
  }
  return all
}

/** @returns {Record<string, string>} by area */
function readSources() {
  const names = readdirSync(catalogues).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    names.sort().map((name) => [name.slice(0, -5), readFileSync(join(catalogues, name), 'utf8')]),
  )
}

/** Of the catalogues and of what compiles them. @param {Record<string, string>} texts */
function stampOf(texts) {
  const hash = createHash('sha256')
    .update(JSON.stringify(texts))
    .update(readFileSync(new URL(import.meta.url)))
  const { version } = createRequire(import.meta.url)('@messageformat/core/package.json')
  return hash.update(version).digest('hex')
}
