import { readCatalogue } from './messages.mjs'
import { isTest, readModules } from './modules.mjs'

/*
 * Finds texts that are not in the catalogues.
 * Job: find texts for people in the code, and messages that nothing uses.
 * Invariants: only files in `exempt` have texts. Class names, keys, console messages and developers' errors are none.
 * Failure: a string that is not rendered where it is written is found only if it starts with a capital letter and has a
 *   space.
 */

/** Where texts are no messages, by why. */
const exempt = {
  'starting content, which people edit, and prompts': ['domain/templates', 'domain/ai'],
  'content of the demo trip': [
    'domain/demo-trip.ts',
    'server/accounts/demo-account.ts',
    'server/trips/demo-people.ts',
    'server/trips/demo-trip.ts',
  ],
  'stored content, the same for everybody': [
    'domain/document-description.ts',
    'domain/plan/checklist.ts',
    'domain/plan/itinerary.ts',
    'domain/plan/meals.ts',
    'domain/plan/tickets.ts',
    'server/people/forget-person.ts',
  ],
  'reasons for developers': [
    'domain/api/notices.ts',
    'domain/api/operations.ts',
    'domain/id.ts',
    'domain/local-date.ts',
    'domain/notices/choices.ts',
    'domain/operations/validate-operation.ts',
    'domain/plan/booking.ts',
    'domain/plan/costs.ts',
    'domain/plan/day-number.ts',
    'domain/plan/people.ts',
    'domain/plan/person-ref.ts',
    'domain/plan/places.ts',
    'domain/plan/shopping.ts',
    'domain/plan/time-of-day.ts',
    'domain/plan/todos.ts',
    'domain/places/position.ts',
    'domain/places/time-zone-text.ts',
    'domain/tracks/track-file.ts',
    'server/documents/file-uploads.ts',
    'server/http/refused-value.ts',
    'server/http/request-body.ts',
    'server/routes/history-routes.ts',
  ],
  'who is to be named beside their data': ['domain/api/places.ts', 'server/places/geocoder.ts'],
  'help texts of metrics': ['server/metrics/prometheus.ts', 'server/metrics/sizes.ts'],
  'names, headers and other terms of protocols': [
    'server/accounts/device-name.ts',
    'server/ai/provider.ts',
    'server/documents/s3-store.ts',
    'server/mail/smtp.ts',
    'server/operating/tables.ts',
    'server/routes/page-routes.ts',
    'web/data/http/http.ts',
    'web/data/auth/session.ts',
    'web/features/map/area-files.ts',
  ],
  'names of stores in console messages': [
    'web/data/storage/move-copies.ts',
    'web/data/storage/persisted-ai-texts.ts',
    'web/data/storage/persisted-trips.ts',
    'web/data/storage/shared-copies.ts',
  ],
}

/** Attributes and properties that people read or hear. */
const READ =
  /^(title|label|placeholder|alt|hint|text|sentence|description|message|aria-(label|description|roledescription|valuetext))$/
const WORD = /\p{L}{2}/u
/** A sentence, or the beginning of one; an argument may come first. Paths of drawings have no word of three letters. */
const SENTENCE = /^\P{L}*\p{Lu}.* |^…’?\P{L}*\p{Ll}+ \p{Ll}+ .*\./su
const isSentence = (/** @type {string} */ text) => SENTENCE.test(text) && /\p{L}{3}/u.test(text)

/** @typedef {import('./place-messages.mjs').Node} Node */

/** Texts in code, and unused messages: each as a line. */
export async function checkLiterals() {
  // Not at the top: this file is imported before packages are installed.
  const { parseSync } = await import('vite')
  const paths = Object.values(exempt).flat()
  const isExempt = (/** @type {string} */ module) => paths.some((path) => `${module}/`.startsWith(`${path}/`))
  const modules = [...readModules(['domain', 'server', 'web'])].filter(
    ([module]) => !isTest(module) && !module.startsWith('server/db/migrations/'),
  )
  const texts = modules
    .filter(([module]) => !isExempt(module))
    .flatMap(([module, code]) => findLiterals(module, code, parseSync))
  const { messages } = await readCatalogue()
  return [...texts, ...findUnused([...messages.keys()], modules.map(([, code]) => code).join('\n'))]
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
    if (text !== undefined && (isRead ? WORD.test(text) : isSentence(text))) report(node, text)
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

/** `new Error('...')`, and what goes to the console. @param {Node} node */
const isForDevelopers = ({ type, callee }) =>
  (type === 'NewExpression' && callee.name === 'Error') ||
  (type === 'CallExpression' && ['logFailure', 'onDisk'].includes(callee.name))

/**
 * @param {string[]} keys
 * @param {string} code
 */
export function findUnused(keys, code) {
  const used = new Set([...code.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key))
  return keys.filter((key) => !used.has(key)).map((key) => `Nothing uses the message ${key}.`)
}
