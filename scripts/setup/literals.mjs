import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './command.mjs'
import { readCatalogue } from './messages.mjs'

/*
 * Texts that are not in the catalogues.
 * Job: find texts for people in the code of what has been migrated, and messages that nothing uses.
 * Invariants: what is in `migrated` has no text of its own. Names of classes, keys and messages of developers' errors
 *   are no texts.
 * Failure: a text that is not drawn where it is written is seen only if it has a capital first letter and a space.
 */

/** Folders and files whose texts are all in the catalogues. Add yours when it is migrated. */
const migrated = [
  'web/sign-in',
  'web/join',
  'web/data/session/account-recovery.ts',
  'web/data/session/account.ts',
  'web/data/session/merge-guest.ts',
  'web/data/session/join.ts',
  'web/data/session/other-devices.ts',
  'web/data/trips/history.ts',
  'web/data/trips/describe-refused.ts',
  'web/data/trips/people.ts',
  'web/data/trips/reminder.ts',
  'web/data/trips/sharing.ts',
  'web/data/trips/trip-life.ts',
  'web/service-worker',
  'web/account',
  'web/layout',
  'web/shared-trip',
  'web/trip-life',
  'web/trips',
  'web/app.tsx',
  'web/leave-trip.tsx',
  'web/shared-trip.tsx',
  'web/sign-in-fields.tsx',
  'web/trip/group',
  'web/trip/history',
  'web/trip/offline',
  'web/trip/since',
  'web/trip/checklist',
  'web/trip/documents',
  'web/trip/meals',
  'web/trip/notes',
  'web/trip/overview',
  'web/trip/tickets',
  'server/commands',
  'server/pages',
  'server/operating/accounts',
  'server/operating/archive-reader.ts',
  'server/operating/archive-writer.ts',
  'server/operating/backup.ts',
  'server/operating/empty.ts',
  'server/operating/fill.ts',
  'server/operating/move.ts',
  'server/operating/progress.ts',
  'server/operating/import-files.ts',
  'server/operating/restore.ts',
  'server/operating/snapshot.ts',
  'server/db',
  'server/people/invitations.ts',
  'server/people/remove-account.ts',
  'server/people/transfer-ownership.ts',
  'server/routes/account-routes.ts',
  'server/routes/health-routes.ts',
  'server/routes/join-routes.ts',
  'server/routes/people-routes.ts',
  'server/routes/trip-life-routes.ts',
  'server/accounts/attempts.ts',
  'server/accounts/own-account.ts',
  'server/accounts/password-resets.ts',
  'server/http/failure-page.ts',
  'server/mail/letters.ts',
  'server/metrics/open-metrics.ts',
  'server/copy-trip.ts',
  'server/listen.ts',
  'server/secret-key.ts',
  'server/settings.ts',
  'server/start-error.ts',
  'domain/access.ts',
  'domain/byte-size.ts',
  'domain/documents.ts',
  'domain/error-messages.ts',
  'domain/errors.ts',
  'domain/history',
  'domain/operations/refusals.ts',
  'domain/people-words.ts',
  'domain/plan/details.ts',
  'domain/plan/notes.ts',
  'domain/plan/private.ts',
  'domain/text.ts',
  'domain/trip-dates.ts',
  'domain/trip.ts',
  'domain/api/account-recovery.ts',
  'domain/api/account.ts',
  'domain/api/ai.ts',
  'domain/api/credentials.ts',
  'domain/api/mail.ts',
  'domain/api/people.ts',
]

/** Attributes and properties that people read or hear. */
const READ =
  /^(title|label|placeholder|alt|hint|text|sentence|description|message|aria-(label|description|roledescription|valuetext))$/
const WORD = /\p{L}{2}/u
/** A sentence, or the beginning of one; an argument may come first. */
const SENTENCE = /^\P{L}*\p{Lu}.* |^…’?\P{L}*\p{Ll}+ \p{Ll}+ .*\./su

/** @typedef {import('./place-messages.mjs').Node} Node */

/** The texts in migrated code, and unused messages: each as a line. */
export async function checkLiterals() {
  // Not at the top: this file is imported before packages are installed.
  const { parseSync } = await import('vite')
  const texts = migrated
    .flatMap(listModules)
    .flatMap((module) => findLiterals(module, readFileSync(join(root, module), 'utf8'), parseSync))
  const code = ['domain', 'server', 'web']
    .flatMap(listModules)
    .map((module) => readFileSync(join(root, module), 'utf8'))
  const { messages } = await readCatalogue()
  return [...texts, ...findUnused([...messages.keys()], code.join('\n'))]
}

/**
 * @param {string} module its path
 * @param {string} code
 * @param {typeof import('vite').parseSync} parseSync
 * @returns {string[]} where each text is, and what it says
 */
export function findLiterals(module, code, parseSync) {
  /** @type {string[]} */
  const found = []
  /** @param {Node} node @param {string} text */
  const report = (node, text) => {
    const line = code.slice(0, node.start).split('\n').length
    found.push(`${module}:${line} '${text.trim().replace(/\s+/g, ' ')}' should be in messages/.`)
  }
  /**
   * @param {Node} node
   * @param {boolean} isRead whether people read what it comes to
   */
  const visit = (node, isRead) => {
    if (isForDevelopers(node) || isClass(node)) return
    if (node.type === 'JSXText' && WORD.test(node['value'])) report(node, node['value'])
    const text = textOf(node)
    if (text !== undefined && (isRead ? WORD : SENTENCE).test(text)) report(node, text)
    for (const [property, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof child?.type === 'string' && typeof child.start === 'number' && property !== 'source')
          visit(child, isReadIn(node, property, isRead))
      }
    }
  }
  visit(parseSync(module, code).program, false)
  return found
}

/**
 * Whether people read what is in a property of a node. What a call gets, or what is compared, they do not.
 * @param {Node} node @param {string} property @param {boolean} isRead
 */
function isReadIn(node, property, isRead) {
  switch (node.type) {
    case 'JSXAttribute':
      return READ.test(node['name'].name)
    case 'JSXElement':
    case 'JSXFragment':
      return property === 'children'
    case 'Property':
      return property === 'value' && READ.test(node['key'].name)
    case 'ConditionalExpression':
      return isRead && property !== 'test'
    case 'LogicalExpression':
      return isRead && (property === 'right' || node['operator'] !== '&&')
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TemplateLiteral':
      return isRead
    default:
      return false
  }
}

/** @param {Node} node */
const isClass = ({ type, name }) => type === 'JSXAttribute' && name.name === 'className'

/** @param {Node} node */
function textOf(node) {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return /** @type {string} */ (node['value'])
  if (node.type !== 'TemplateLiteral') return undefined
  return node['quasis'].map((/** @type {Node} */ { value }) => value.cooked).join('…')
}

/** `new Error('...')` says what is wrong with the code. @param {Node} node */
const isForDevelopers = ({ type, callee }) => type === 'NewExpression' && callee.name === 'Error'

/**
 * @param {string[]} keys
 * @param {string} code
 */
export function findUnused(keys, code) {
  const used = new Set([...code.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key))
  return keys.filter((key) => !used.has(key)).map((key) => `Nothing uses the message ${key}.`)
}

/** @param {string} path of a folder or a file @returns {string[]} */
function listModules(path) {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `${path}/${name.replaceAll('\\', '/')}`)
}
