/*
 * Puts messages where they are used.
 * Job: in a module, replace `m.KEY()` by the text, and `m.KEY({ name })` by the text with the arguments in it. So a
 *   message costs what a literal costs, and each chunk has only the messages that it uses. `rich(m.KEY(...))` becomes a
 *   fragment.
 * Invariants: `m` means nothing but the catalogue in a module that imports it. An argument that is not a plain name
 *   is evaluated once.
 * Failure: a use of `m` that cannot be replaced throws.
 */

/**
 * A node of the syntax tree; `any` because a walk reads every property of every kind of node.
 * @typedef {{ type: string, start: number, end: number, [property: string]: any }} Node
 */

const STRING_OR_ARGUMENT = /"(?:[^"\\]|\\.)*"|(?<![\w.$])d\.(\w+)/g
/** What a text has of this by chance does no harm: nobody uses the import then. */
const HELPER = /\$[a-z]/i

/**
 * @param {string} code of a module that imports the catalogue
 * @param {Node} program its syntax tree
 * @param {import('./messages.mjs').Catalogue} catalogue
 */
export function placeMessages(code, program, { imports, messages }) {
  const statement = program['body'].find((/** @type {Node} */ node) => node['source']?.value === '#messages')
  const [specifier] = statement?.specifiers ?? []
  if (specifier?.type !== 'ImportNamespaceSpecifier')
    throw new Error("Import messages with `import * as m from '#messages'`.")
  /** @type {string} */
  const catalogue = specifier.local.name
  /** The messages that stay functions. @type {Map<string, string>} */
  const functions = new Map()

  /** @param {Node} node @returns {import('./messages.mjs').Message | undefined} */
  const messageOf = (node) => {
    if (node.type !== 'MemberExpression' || node['object'].name !== catalogue || node['computed']) return undefined
    const message = messages.get(node['property'].name)
    if (!message) throw new Error(`There is no message ${node['property'].name}.`)
    return message
  }

  /**
   * The code of a node with messages in it, and with other code in the place of some names.
   * @param {Node} node
   * @param {Record<string, string>} [names]
   */
  const write = (node, names = {}) => {
    let written = ''
    let at = node.start
    /** @param {Node} inner */
    const visit = (inner) => {
      const replacement = replace(inner, names)
      if (replacement === undefined) return childrenOf(inner).forEach(visit)
      written += code.slice(at, inner.start) + replacement
      at = inner.end
    }
    visit(node)
    return written + code.slice(at, node.end)
  }

  /** @param {Node} node @param {Record<string, string>} names @returns {string | undefined} */
  const replace = (node, names) => {
    if (node === statement) return ''
    if (node.type === 'CallExpression') {
      const drawn = node['callee'].name === 'rich' ? partsOf(node['arguments'][0], names) : undefined
      if (drawn) return `<>${drawn.map((part) => `{${part}}`).join('')}</>`
      const parts = partsOf(node, names)
      if (parts) return isTagged(messageOf(node['callee'])) ? `[${parts.join(', ')}]` : parts.join('')
    }
    const message = messageOf(node)
    if (message) {
      functions.set(message.key, `const ${message.code}`)
      return message.key
    }
    if (node.type === 'Identifier' && node['name'] === catalogue)
      throw new Error(
        `'${catalogue}' is the catalogue here: write ${catalogue}.KEY, and give other things another name.`,
      )
    return node.type === 'Identifier' ? names[node['name']] : undefined
  }

  /** @param {Node | undefined} call @param {Record<string, string>} names */
  const partsOf = (call, names) => {
    const message = call?.type === 'CallExpression' ? messageOf(call['callee']) : undefined
    return message && place(message, call?.['arguments'][0], names)
  }

  /**
   * The parts of a message with its arguments in them; undefined where it has to be called.
   * @param {import('./messages.mjs').Message} message @param {Node | undefined} given @param {Record<string, string>}
   * names
   */
  const place = ({ text, pieces }, given, names) => {
    if (text !== undefined) return [text]
    if (given?.type !== 'ObjectExpression' || !given['properties'].every(isPlain)) return undefined
    /** @type {Map<string, Node>} */
    const values = new Map(given['properties'].map((/** @type {Node} */ { key, value }) => [key.name, value]))
    const used = pieces.flatMap(({ expression }) =>
      [...expression.matchAll(STRING_OR_ARGUMENT)].flatMap(([, name]) => name ?? []),
    )
    const isRepeated = (/** @type {string} */ name) => used.indexOf(name) !== used.lastIndexOf(name)
    if ([...values].some(([name, value]) => isRepeated(name) && value.type !== 'Identifier')) return undefined
    return pieces.map(({ tag, expression }) => {
      const filled = expression.replace(STRING_OR_ARGUMENT, (whole, name) => {
        const value = values.get(name)
        return value ? `(${write(value, names)})` : whole
      })
      const value = tag && values.get(tag)
      return value ? wrap(value, filled, names) : `(${filled})`
    })
  }

  /** What a tag draws around its text. @param {Node} draw @param {string} text @param {Record<string, string>} names */
  const wrap = (draw, text, names) => {
    const parameter =
      draw.type === 'ArrowFunctionExpression' && draw['expression'] ? draw['params'][0]?.name : undefined
    // An argument's name could mean something else inside another function.
    if (
      draw['params']?.length !== 1 ||
      !parameter ||
      usesShorthand(draw['body'], parameter) ||
      hasFunction(draw['body'])
    )
      return `(${write(draw, names)})(${text})`
    return `(${write(draw['body'], { ...names, [parameter]: `(${text})` })})`
  }

  const placed = write({ ...program, start: 0, end: code.length })
  if (new RegExp(`(?<![\\w.$])${catalogue}\\.\\w+\\(`).test(placed))
    throw new Error(`'${catalogue}' is used in code that is not understood here, such as an enum.`)
  const definitions = [...functions.values()].join(';')
  const helpers = HELPER.test(placed) || HELPER.test(definitions) ? `${imports.replaceAll('\n', ';')};` : ''
  return `${helpers}${definitions}${definitions && ';'}${placed}`
}

/** @param {import('./messages.mjs').Message | undefined} message */
const isTagged = (message) => message?.pieces.some(({ tag }) => tag)

/**
 * The nodes directly inside of a node that are code: no types, and no names of properties.
 * @param {Node} node
 * @returns {Node[]}
 */
function childrenOf(node) {
  return Object.entries(node)
    .filter(([name]) => !isName(node, name))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value?.type === 'string' && typeof value.start === 'number' && !isType(value))
    .sort((one, other) => one.start - other.start)
}

/** @param {Node} node @param {string} property */
const isName = (node, property) =>
  (node.type === 'MemberExpression' && property === 'property' && !node['computed']) ||
  (['Property', 'PropertyDefinition', 'MethodDefinition'].includes(node.type) &&
    property === 'key' &&
    !node['computed'])

/** What is only a type. Assertions hold an expression. @param {Node} node */
const isType = ({ type }) =>
  type.startsWith('TS') && !/^TS(As|Satisfies|NonNull|TypeAssertion|Instantiation)/.test(type)

/** @param {Node} property */
const isPlain = ({ type, computed, key, method }) =>
  type === 'Property' && !computed && !method && key.type === 'Identifier'

/**
 * Whether there is `{ name }`, which cannot be replaced in place.
 * @param {Node} node
 * @param {string} name
 * @returns {boolean}
 */
const usesShorthand = (node, name) =>
  (node.type === 'Property' && node['shorthand'] && node['key'].name === name) ||
  childrenOf(node).some((child) => usesShorthand(child, name))

/** @param {Node} node @returns {boolean} */
const hasFunction = (node) => /Function/.test(node.type) || childrenOf(node).some(hasFunction)
