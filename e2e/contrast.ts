import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { CONTRAST, expect } from './fixtures.ts'

/** The rules that depend on colours. Contrast takes three quarters of the time of all rules. */
const COLOUR_RULES = [CONTRAST, 'link-in-text-block']

/** What was found to be good: hundreds of lines look the same, on one screen and on many. */
const seen = new Set<number>()

/** Expects enough contrast of all texts that are shown. Axe must already be in the page. */
export async function expectEnoughContrast(page: Page): Promise<void> {
  const { findings, passed } = await page.evaluate(checkContrast, { known: [...seen], rules: COLOUR_RULES })
  expect.soft(findings, 'contrast').toEqual([])
  for (const look of passed) seen.add(look)
}

/** Runs in the page. */
async function checkContrast({ known, rules }: { known: number[]; rules: string[] }) {
  const hash = (start: number, text: string) => {
    let sum = start
    for (let at = 0; at < text.length; at++) sum = (sum * 33 + text.charCodeAt(at)) % 2 ** 45
    return sum
  }
  const ofScheme = matchMedia('(prefers-color-scheme: dark)').matches ? 1 : 2
  /** All that contrast depends on: the element's and its ancestors' colours. With classes, for what shines through. */
  const looks = new Map<Element, number>()
  const lookOf = (element: Element): number => {
    const cached = looks.get(element)
    if (cached !== undefined) return cached
    const { color, backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(element)
    const own = [element.localName, element.getAttribute('class'), color, backgroundColor, backgroundImage, opacity]
    const above = element.parentElement ? lookOf(element.parentElement) : ofScheme
    const look = hash(above, [...own, filter, position].join('|'))
    looks.set(element, look)
    return look
  }
  /** Axe's limits of large text, which may have less contrast. */
  const isLarge = (element: Element) => {
    const { fontSize, fontWeight } = getComputedStyle(element)
    return Number.parseFloat(fontSize) >= (Number.parseInt(fontWeight, 10) >= 700 ? 18.66 : 24)
  }
  const hasText = (element: Element) =>
    element.matches('input, textarea, select') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())

  const { axe } = window as unknown as { axe: typeof Axe }
  const run = (elements: Element[]) =>
    axe.run(
      { include: elements },
      { runOnly: rules, resultTypes: ['violations', 'passes'], preload: false, elementRef: true, selectors: false },
    )

  const good = new Set(known)
  const passed: number[] = []
  const findings: string[] = []
  let rest = [...document.body.querySelectorAll('*')].flatMap((element) =>
    hasText(element) && element.checkVisibility()
      ? [{ element, look: hash(lookOf(element), String(isLarge(element))) }]
      : [],
  )
  // The first of each look, then all whose first was not judged, such as one below a bar.
  for (const isFirst of [true, false]) {
    rest = rest.filter(({ look }) => !good.has(look))
    const chosen = isFirst ? [...new Map(rest.toReversed().map((one) => [one.look, one])).values()] : rest
    if (chosen.length === 0) break
    const { violations, passes } = await run(chosen.map(({ element }) => element))
    for (const { id, help, nodes } of violations) findings.push(...nodes.map(({ html }) => `${id}: ${help}: ${html}`))
    const elements = new Set(
      passes.flatMap(({ id, nodes }) => (id === rules[0] ? nodes.map((node) => node.element) : [])),
    )
    for (const { element, look } of chosen)
      if (elements.has(element as HTMLElement)) {
        good.add(look)
        passed.push(look)
      }
    rest = rest.filter((one) => !chosen.includes(one))
  }
  return { findings: [...new Set(findings)], passed }
}

/** Shows colours and sizes at once: those of days far down would change only while axe reads them. */
export async function withoutTransitions(page: Page, look: () => Promise<void>): Promise<void> {
  const sheet = await page.evaluateHandle(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
    return still
  })
  await look()
  await sheet.evaluate((still) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== still)
  })
}
