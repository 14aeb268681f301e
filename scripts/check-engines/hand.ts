import type { Driver } from './driver.ts'

/** A point on the screen in CSS pixels. */
interface Place {
  x: number
  y: number
}

interface Wanted {
  kind: string
  /** The exact accessible name (label or own text), or its beginning followed by '…'. */
  name: string
}

const TIMEOUT_MS = 60_000
const STEP_MS = 100
const pointer = { type: 'pointer', id: 'hand', parameters: { pointerType: 'mouse' } }
const BUTTON =
  'button, a, summary, [role=button], [role=menuitem], [role=tab], [role=switch], label:has(input[type=radio])'
const FIELD = 'input, textarea, select'

export const CHECKBOX = 'input[type=checkbox]'

/** WebDriver's codes of special keys. */
export const KEYS = { enter: '\uE007', tab: '\uE004', escape: '\uE00C', backspace: '\uE003' }
const CONTROL = '\uE009'

/** Simulates a person at a browser: waits for what they see, and clicks, types and drags. */
export class Hand {
  readonly driver: Driver

  constructor(driver: Driver) {
    this.driver = driver
  }

  /** Waits until a condition holds. @throws Error that names it after a timeout */
  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + TIMEOUT_MS
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error(`timed out waiting for ${what}`)
      await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    }
  }

  /** Waits until a text is on the page, also below what is visible. */
  waitForText(text: string): Promise<void> {
    return this.until(`the text '${text}'`, () => this.driver.evaluate(hasText, text))
  }

  /** Waits until one of the fields with this name has a value. */
  waitForValue(name: string, value: string): Promise<void> {
    return this.until(`'${value}' in '${name}'`, async () => (await this.values(name)).includes(value))
  }

  /** The values of all fields with this name, in page order. */
  values(name: string): Promise<string[]> {
    return this.driver.evaluate(valuesOf, { kind: FIELD, name })
  }

  async press(name: string, kind = BUTTON): Promise<void> {
    await this.#pressAt(await this.#find({ kind, name }))
  }

  /** Clicks a field and replaces its text. */
  async fill(name: string, text: string): Promise<void> {
    await this.press(name, FIELD)
    await this.#keys([{ type: 'keyDown', value: CONTROL }, ...stroke('a'), { type: 'keyUp', value: CONTROL }])
    await this.types(text)
  }

  types(text: string): Promise<void> {
    return this.#keys([...text].flatMap(stroke))
  }

  /** Drags an element to another one in many small moves, as a person does. */
  async drags(from: string, to: string): Promise<void> {
    const [start, end] = [await this.#find({ kind: BUTTON, name: from }), await this.#place({ kind: BUTTON, name: to })]
    if (!end) throw new Error(`'${to}' is not on the screen`)
    const moves = Array.from({ length: 20 }, (_, index) => ({
      type: 'pointerMove',
      x: Math.round(start.x + ((end.x - start.x) * (index + 1)) / 20),
      y: Math.round(start.y + ((end.y - start.y) * (index + 1)) / 20),
      duration: 20,
    }))
    await this.#act([
      { type: 'pointerMove', ...start },
      { type: 'pointerDown', button: 0 },
      ...moves,
      { type: 'pause', duration: 300 },
    ])
    await this.#act([{ type: 'pointerUp', button: 0 }])
  }

  /** Scrolls an element into view and waits until it no longer moves and nothing covers it. */
  async #find(wanted: Wanted): Promise<Place> {
    let last: Place | null = null
    let place: Place | null = null
    await this.until(`'${wanted.name}' to press`, async () => {
      last = place
      place = await this.#place(wanted)
      return place !== null && last !== null && place.x === last.x && place.y === last.y
    })
    return place as unknown as Place
  }

  #place(wanted: Wanted): Promise<Place | null> {
    return this.driver.evaluate(placeOf, wanted)
  }

  #pressAt(place: Place): Promise<void> {
    return this.#act([
      { type: 'pointerMove', ...place },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }

  #act(actions: object[]): Promise<void> {
    return this.driver.act([{ ...pointer, actions }])
  }

  #keys(actions: object[]): Promise<void> {
    return this.driver.act([{ type: 'key', id: 'keys', actions }])
  }
}

const stroke = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]

/*
 * The functions below run in the page and cannot use anything of this file.
 */

async function placeOf({ kind, name }: Wanted): Promise<Place | null> {
  const isPart = name.endsWith('…')
  const wanted = isPart ? name.slice(0, -1) : name
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  // Decoration such as a person's initial is not part of the name.
  const visibleTextOf = (element: HTMLElement) => {
    if (!element.querySelector('[aria-hidden=true]')?.textContent) return element.innerText
    const copy = element.cloneNode(true) as HTMLElement
    for (const part of copy.querySelectorAll('[aria-hidden=true]')) part.remove()
    return copy.textContent
  }
  const nameOf = (element: Element) => {
    const by = element.getAttribute('aria-labelledby')
    if (by)
      return tidy(
        by
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      )
    const { labels } = element as HTMLInputElement
    return tidy(element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? visibleTextOf(element as HTMLElement))
  }
  const find = (): Place | null => {
    for (const element of document.querySelectorAll(kind)) {
      const found = nameOf(element)
      if (isPart ? !found.startsWith(wanted) : found !== wanted) continue
      if (!(element as HTMLElement).checkVisibility() || (element as HTMLButtonElement).disabled) continue
      let box = element.getBoundingClientRect()
      // Keep clear of the top and bottom bars.
      if (box.top < 130 || box.bottom > innerHeight - 90) {
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        box = element.getBoundingClientRect()
      }
      const place = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
      const above = document.elementFromPoint(place.x, place.y)
      if (above && (element.contains(above) || above.contains(element))) return place
    }
    return null
  }
  const place = find()
  // Scrolling renders parts that were off-screen, which may move the element in the next frames.
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  const later = find()
  return place && later && place.x === later.x && place.y === later.y ? later : null
}

function hasText(text: string): boolean {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isInnermost = ![...(node as Element).children].some((child) => child.textContent?.includes(text))
    if (isInnermost && node.textContent?.includes(text) && (node as Element).checkVisibility()) return true
  }
  return false
}

function valuesOf({ kind, name }: Wanted): string[] {
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  return [...document.querySelectorAll(kind)].flatMap((element) => {
    const field = element as HTMLInputElement
    return tidy(field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent) === name ? [field.value] : []
  })
}
