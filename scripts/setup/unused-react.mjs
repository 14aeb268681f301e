/*
 * React without the parts that the app does not use (decision 58).
 * Job: in react-dom, replace what never happens in this app by constants, and empty the functions that only unused
 *   parts call. The minifier then removes what is left of them, more than a quarter of react-dom.
 * Invariants: everything else runs the same code as before. Unused are hydration (the server sends no rendered page),
 *   view transitions, `Activity`, `SuspenseList`, refs of fragments, actions of forms, `useTransition`, preloading by
 *   React, and elements that React moves into the document's head.
 * Failure: the build fails for another version of React. A test fails if the app uses an unused part.
 */

import { parseSync } from 'vite'

/** @typedef {import('./place-messages.mjs').Node} Node */

/** The kinds of fibers of unused parts: dehydrated, suspense list, hoistable, singleton, view transition, activity. */
const UNUSED_TAGS = new Set([18, 19, 26, 27, 30, 31])

/** Variables that are false until something unused happens. */
const FALSE = new Set(['isHydrating', 'shouldStartViewTransition'])
/** Properties of any object that have a value only while something unused happens, and the value that they have. */
const CONSTANT_PROPERTIES = new Map([
  ['dehydrated', 'null'],
  ['isDehydrated', '!1'],
  ['__reactViewTransition', 'null'],
])
/** What only view transitions read. */
const UNREAD = new Set(['viewTransitionMutationContext'])

/** The functions that only unused parts call, or that do nothing without them: by what they then consist of. */
const UNUSED_FUNCTIONS = new Map(
  Object.entries({
    '': `attemptExplicitHydrationTarget clearIfContinuousEvent retryIfBlockedOn scheduleReplayQueueIfNeeded
      replayUnblockedEvents attemptContinuousHydration attemptHydrationAtCurrentPriority markRetryLaneIfNotHydrated
      updateDehydratedSuspenseComponent retryDehydratedSuspenseBoundary prepareToHydrateHostInstance
      throwOnHydrationMismatch resetHydrationState hideOrUnhideDehydratedBoundary clearHydrationBoundary
      commitActivityHydrationCallbacks commitSuspenseHydrationCallbacks registerSuspenseInstanceRetry
      pushDehydratedActivitySuspenseHandler updateActivityComponent updateSuspenseListComponent
      initSuspenseListRenderState cutOffTailIfNeeded commitNewChildToFragmentInstances
      commitFragmentInstanceInsertionEffects commitFragmentInstanceDeletionEffects commitNewChildToFragmentInstance
      deleteChildFromFragmentInstance trackEnterViewTransitions commitEnterViewTransitions commitExitViewTransitions
      commitDeletedPairViewTransitions commitNestedViewTransitions measureNestedViewTransitions
      restoreEnterOrExitViewTransitions restoreNestedViewTransitions restoreViewTransitionOnHostInstances
      applyViewTransitionToHostInstances scheduleViewTransitionEvent commitAfterMutationEffectsOnFiber
      flushAfterMutationEffects startViewTransition preconnectAs prefetchDNS preconnect preload preloadModule
      preinitStyle preinitScript preinitModuleScript extractEvents$1 requestFormReset startHostTransition`,
    'return !1': 'popHydrationState queueIfContinuousEvent isHostHoistableType isFragmentInstanceParent',
    'return null': `upgradeHydrationErrorsToRecoverable getParentHydrationBoundary getSuspenseInstanceFromFiber
      getActivityInstanceFromFiber getNextHydratable`,
    'throw Error("Fragments have no refs here")': 'FragmentInstance',
  }).flatMap(([body, names]) => names.split(/\s+/).map((name) => /** @type {[string, string]} */ ([name, body]))),
)
/** Hooks that the app does not call. */
const UNUSED_HOOKS = new Set([
  'useActionState',
  'useCacheRefresh',
  'useFormState',
  'useHostTransitionStatus',
  'useMemoCache',
  'useOptimistic',
  'useTransition',
])

/** The version whose code was read for this. */
const VERSION = '19.3.1'

/** @param {string} code of react-dom's client */
export function withoutUnusedReact(code) {
  if (!code.includes(`exports.version = "${VERSION}"`))
    throw new Error(`scripts/setup/unused-react.mjs was written for React ${VERSION}: compare it with the new code.`)
  const missing = new Set(UNUSED_FUNCTIONS.keys())

  /** @param {Node} node @returns {string | undefined} */
  const replace = (node) => {
    if (node.type === 'FunctionDeclaration' && UNUSED_FUNCTIONS.has(node['id'].name)) {
      missing.delete(node['id'].name)
      return `${code.slice(node.start, node['body'].start)}{${UNUSED_FUNCTIONS.get(node['id'].name)}}`
    }
    if (node.type === 'AssignmentExpression') {
      const target = code.slice(node['left'].start, node['left'].end)
      if (
        FALSE.has(target) ||
        UNREAD.has(target) ||
        /^FragmentInstance\.prototype\.|^exports\.hydrateRoot$/.test(target)
      )
        return 'void 0'
    }
    if (node.type === 'ObjectExpression' && node['properties'].some(isUnusedHook))
      return `{${node['properties'].filter((/** @type {Node} */ one) => !isUnusedHook(one)).map(write)}}`
    if (node.type === 'BinaryExpression' && isTag(node['right']) && UNUSED_TAGS.has(node['left'].value))
      return node['operator'] === '===' ? '!1' : node['operator'] === '!==' ? '!0' : undefined
    if (node.type === 'SwitchStatement' && isTag(node['discriminant'])) return writeSwitch(node)
    if (node.type === 'Identifier' && FALSE.has(node['name'])) return '!1'
    if (node.type === 'MemberExpression' && !node['computed']) return CONSTANT_PROPERTIES.get(node['property'].name)
    return undefined
  }

  /** @param {Node} node @returns {string} */
  const write = (node) => {
    const replacement = replace(node)
    if (replacement !== undefined) return replacement
    return writeParts(node, childrenOf(node))
  }
  /** @param {{ start: number, end: number }} whole @param {Node[]} parts */
  const writeParts = (whole, parts) => {
    let written = ''
    let at = whole.start
    for (const part of parts) {
      written += code.slice(at, part.start) + write(part)
      at = part.end
    }
    return written + code.slice(at, whole.end)
  }
  /** Without the cases of unused tags, unless a case before them continues there. @param {Node} node */
  const writeSwitch = (node) => {
    let continues = false
    /** Other code may use the variables of a case. @type {string[]} */
    const variables = []
    const cases = node['cases'].map((/** @type {Node} */ one) => {
      const isUnused = UNUSED_TAGS.has(one['test']?.value)
      if (isUnused && !continues) {
        variables.push(...findVariables(one))
        return ''
      }
      if (!isUnused || one['consequent'].length > 0) continues = !isLeft(one['consequent'].at(-1))
      if (!isUnused) return write(one)
      return one['consequent'].length === 0 ? '' : `case -1: ${one['consequent'].map(write).join('\n')}`
    })
    const written = `switch (${write(node['discriminant'])}) {${cases.join('\n')}}`
    return variables.length === 0 ? written : `{var ${variables.join()};${written}}`
  }

  const written = write({ ...parseSync('react-dom.js', code).program, start: 0, end: code.length })
  if (missing.size > 0) throw new Error(`react-dom has no ${[...missing].join(', ')}.`)
  return written
}

/** @param {Node} node */
const isUnusedHook = ({ type, key }) => type === 'Property' && UNUSED_HOOKS.has(key.name)

/** @param {Node} node */
const isTag = (node) =>
  node.type === 'Identifier'
    ? node['name'] === 'tag'
    : node.type === 'MemberExpression' && node['property'].name === 'tag'

/** The variables that this declares for the function around it. @param {Node} node @returns {string[]} */
const findVariables = (node) => {
  if (/Function/.test(node.type)) return []
  const inner = childrenOf(node).flatMap(findVariables)
  return node.type === 'VariableDeclarator' ? [node['id'].name, ...inner] : inner
}

/** Whether nothing runs after this statement. @param {Node | undefined} statement @returns {boolean} */
const isLeft = (statement) =>
  statement?.type === 'BlockStatement'
    ? isLeft(statement['body'].at(-1))
    : /^(Break|Continue|Return|Throw)Statement$/.test(statement?.type ?? '')

/** The nodes directly inside of a node that are code, without names and what is assigned to. @param {Node} node */
const childrenOf = (node) =>
  Object.entries(node)
    .filter(
      ([name]) =>
        !(name === 'property' && !node['computed']) &&
        !(name === 'key' && !node['computed']) &&
        !(name === 'id' || name === 'params' || name === 'label') &&
        !(name === 'left' && node.type === 'AssignmentExpression'),
    )
    .flatMap(([, value]) => value)
    .filter((value) => typeof value?.type === 'string' && typeof value.start === 'number')
    .sort((one, other) => one.start - other.start)
