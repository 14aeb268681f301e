import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { asText } from '../check-engines/driver.ts'
import type { Scheme, Width } from './options.ts'
import { scrollThrough, settle } from './visit.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** As large as readers with weak sight set it. */
const LARGE_TEXT = '200%'
const MAX_SHIFT = 0.02

export interface Measured {
  name: string
  width: Width
  scheme: Scheme
  /** The height of the page, in viewports. */
  screens: number
  /** The sum of the browser's layout shift scores, and what moved. */
  shift: number
  moved: string[]
  /** By how many pixels the page scrolls sideways, with normal and with large text, and what is too wide. */
  sideways: number
  sidewaysLarge: number
  wide: string[]
  /** Touch targets smaller than 44 px. */
  small: string[]
  /** How many lines of text there are, and how many of them are semibold or bold. */
  lines: number
  boldLines: number
  /** The distinct weights of text. */
  weights: string[]
  axe: string[]
}

interface Shift {
  value: number
  moved: string[]
}

declare global {
  interface Window {
    noted: Shift[]
  }
}

/** Runs in the page before everything else. */
export const noteShifts = `(${asText(noteAll)})()`

/** Measures an open page. */
export async function measurePage(page: Page, shot: Pick<Measured, 'name' | 'width' | 'scheme'>): Promise<Measured> {
  await scrollThrough(page)
  const shifts = await page.evaluate(() => window.noted)
  const normal = await inPage(page, findSideways)
  const { screens, small } = await inPage(page, findSizes)
  const weight = await inPage(page, findWeights)
  const axe = await findViolations(page)
  await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), LARGE_TEXT)
  await settle(page)
  const large = await inPage(page, findSideways)
  return {
    ...shot,
    screens,
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.flatMap(({ moved }) => moved),
    sideways: normal.pixels,
    sidewaysLarge: large.pixels,
    wide: normal.pixels > 0 ? normal.wide : large.wide,
    small: shot.width < 768 ? small : [],
    ...weight,
    axe,
  }
}

/** Writes a table with what was measured, and what is wrong on which screen. */
export async function writeMeasured(folder: string, measured: readonly Measured[]): Promise<string> {
  const rows = measured.map(({ name, width, scheme, ...of }) =>
    [
      `${name} ${width} ${scheme}`,
      of.screens.toFixed(1),
      of.shift.toFixed(3),
      `${of.sideways} px`,
      `${of.sidewaysLarge} px`,
      of.small.length,
      `${of.boldLines} of ${of.lines}`,
      of.weights.join(' '),
      of.axe.length,
    ].join(' | '),
  )
  const problems = measured.flatMap(({ name, width, scheme, ...of }) => {
    const lines = [
      ...(of.shift >= MAX_SHIFT ? of.moved.map((what) => `moved: ${what}`) : []),
      ...(of.sideways + of.sidewaysLarge > 0 ? of.wide.map((what) => `too wide: ${what}`) : []),
      ...of.small.map((what) => `too small: ${what}`),
      ...of.axe.map((what) => `axe: ${what}`),
    ]
    return lines.length > 0 ? [`\n## ${name} ${width} ${scheme}\n`, ...lines.map((line) => `- ${line}`)] : []
  })
  const path = join(folder, 'measured.md')
  const head = [
    'screen',
    'viewports high',
    'layout shift',
    'sideways',
    'sideways at 200 %',
    'small targets',
    'bold lines',
    'weights',
    'axe',
  ]
  const table = [head.join(' | '), head.map(() => '---').join(' | '), ...rows].map((row) => `| ${row} |`)
  await writeFile(path, `${[...table, ...problems].join('\n')}\n`)
  return path
}

async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof Axe }).axe.run(document, {
      iframes: false,
      resultTypes: ['violations'],
      preload: false,
    })
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 160)}`))
  })
}

/** Runs a function in the page that uses nothing but the page. */
const inPage = <Result>(page: Page, run: () => Result) => page.evaluate(`${asText(run)}()`) as Promise<Result>

/** Runs in the page: records all layout shifts, except those right after user input. */
function noteAll(): void {
  type Entry = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const placeOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.localName} "${node.textContent?.slice(0, 40)}"` : `${node?.textContent}`
  window.noted = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[])
      if (!hadRecentInput)
        window.noted.push({
          value,
          moved: sources.map(
            ({ node, previousRect, currentRect }) =>
              `${value.toFixed(3)}: ${nameOf(node)} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`,
          ),
        })
  }).observe({ type: 'layout-shift', buffered: true })
}

/**
 * Runs in the page: by how much it scrolls sideways, and the innermost elements that reach furthest out of it. What is
 * fixed to the screen only follows.
 */
function findSideways() {
  const { scrollWidth, clientWidth } = document.documentElement
  const reachesOut = (element: Element) => {
    const { right, left, width } = element.getBoundingClientRect()
    return width > 0 && (right > clientWidth + 0.5 || left < -0.5) && element.closest('.fixed, svg') === null
  }
  const isClipped = (element: Element): boolean => {
    const { parentElement } = element
    if (!parentElement || parentElement === document.body) return false
    return getComputedStyle(parentElement).overflowX !== 'visible' || isClipped(parentElement)
  }
  const wide = [...document.querySelectorAll('body *')]
    .filter((element) => reachesOut(element) && ![...element.children].some(reachesOut) && !isClipped(element))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .toSorted((one, other) => other.box.right - one.box.right)
    .slice(0, 5)
    .map(({ element, box: { left, right } }) => {
      return `${element.localName} "${element.textContent?.slice(0, 60)}" from ${Math.round(left)} to ${Math.round(right)}`
    })
  return { pixels: Math.max(scrollWidth, innerWidth) - clientWidth, wide }
}

/** Runs in the page. */
function findSizes() {
  const small = [...document.querySelectorAll('button, [role=tab], [role=menuitem], nav a')]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ element, box }) => element.checkVisibility() && box.height > 0 && Math.min(box.height, box.width) < 43.9)
    .map(({ element, box }) => {
      const label = element.getAttribute('aria-label') ?? element.textContent
      return `"${label}", ${Math.round(box.width)} x ${Math.round(box.height)}`
    })
  return { screens: document.documentElement.scrollHeight / innerHeight, small }
}

/** Runs in the page: how heavy its text is. A line counts as bold if a part of it is. */
function findWeights() {
  const lines = new Map<string, boolean>()
  const weights = new Set<string>()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    if (!parent?.checkVisibility() || texts.currentNode.textContent?.trim() === '') continue
    const { fontWeight } = getComputedStyle(parent)
    const isBold = Number(fontWeight) >= 600
    range.selectNodeContents(texts.currentNode)
    for (const { width, height, bottom } of range.getClientRects()) {
      if (width < 2 || height < 2) continue
      weights.add(fontWeight)
      // Texts side by side are one line.
      const card = parent.closest('section, li, header, [class~=card]')
      const line = `${Math.round(bottom / 6)} ${Math.round(card?.getBoundingClientRect().left ?? 0)}`
      lines.set(line, (lines.get(line) ?? false) || isBold)
    }
  }
  return {
    lines: lines.size,
    boldLines: [...lines.values()].filter(Boolean).length,
    weights: [...weights].toSorted(),
  }
}
