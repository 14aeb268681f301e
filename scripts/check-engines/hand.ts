import type { Driver } from './driver.ts'

/** Where something stands on the screen. */
interface Place {
  x: number
  y: number
}

interface Wanted {
  /** A CSS selector of what it may be. */
  kind: string
  /** What it is called: by label or by its own text, whole; a part where it ends in '…'. */
  name: string
}

const PATIENCE_MS = 60_000
const STEP_MS = 100
const pointer = { type: 'pointer', id: 'hand', parameters: { pointerType: 'mouse' } }
const BUTTON =
  'button, a, summary, [role=button], [role=menuitem], [role=tab], [role=switch], label:has(input[type=radio])'
const FIELD = 'input, textarea, select'

export const CHECKBOX = 'input[type=checkbox]'

/** WebDriver's names of keys that are no letters. */
export const KEYS = { enter: '\uE007', tab: '\uE004', escape: '\uE00C', backspace: '\uE003' }
const CONTROL = '\uE009'

/** A person at a browser: sees, presses, types and drags, and waits for what a person would wait for. */
export class Hand {
  readonly driver: Driver

  constructor(driver: Driver) {
    this.driver = driver
  }

  /** Waits until it is so. @throws Error that names what was waited for */
  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + PATIENCE_MS
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error(`waited for ${what}`)
      await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    }
  }

  /** Waits until a text stands on the page, also further down than is drawn. */
  sees(text: string): Promise<void> {
    return this.until(`the text '${text}'`, () => this.driver.ask(stands, text))
  }

  /** Waits until a field has a value. */
  reads(name: string, value: string): Promise<void> {
    return this.until(`'${value}' in '${name}'`, async () => (await this.values(name)).includes(value))
  }

  /** The values of the fields of a name, in the order of the page. */
  values(name: string): Promise<string[]> {
    return this.driver.ask(valuesOf, { kind: FIELD, name })
  }

  async presses(name: string, kind = BUTTON): Promise<void> {
    await this.#pressAt(await this.#find({ kind, name }))
  }

  /** Goes to a field, and writes over what stands there. */
  async writes(name: string, text: string): Promise<void> {
    await this.presses(name, FIELD)
    await this.#keys([{ type: 'keyDown', value: CONTROL }, ...stroke('a'), { type: 'keyUp', value: CONTROL }])
    await this.types(text)
  }

  /** Types where the caret is. */
  types(text: string): Promise<void> {
    return this.#keys([...text].flatMap(stroke))
  }

  /** Drags one thing to where another one stands, as a hand does: in many small moves. */
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

  /** Waits until it is shown, stands still and nothing lies over it, and brings it into view. */
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
    return this.driver.ask(placeOf, wanted)
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
 * What follows runs in the page, and sees nothing of this file.
 */

async function placeOf({ kind, name }: Wanted): Promise<Place | null> {
  const isPart = name.endsWith('…')
  const wanted = isPart ? name.slice(0, -1) : name
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  // What is drawn beside a name, such as its initial, is not part of it.
  const readOut = (element: HTMLElement) => {
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
    return tidy(element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? readOut(element as HTMLElement))
  }
  const find = (): Place | null => {
    for (const element of document.querySelectorAll(kind)) {
      const called = nameOf(element)
      if (isPart ? !called.startsWith(wanted) : called !== wanted) continue
      if (!(element as HTMLElement).checkVisibility() || (element as HTMLButtonElement).disabled) continue
      let box = element.getBoundingClientRect()
      // Under neither the bar above nor the one below.
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
  // Scrolling brings parts into view that are drawn in the next frames, and may move it. A slow machine draws few of them.
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  const later = find()
  return place && later && place.x === later.x && place.y === later.y ? later : null
}

function stands(text: string): boolean {
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
