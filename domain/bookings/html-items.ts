import { Parser } from 'htmlparser2'

/*
 * What an HTML document says in schema.org's words, as JSON-LD and as microdata, in one form.
 * Failure: what cannot be decoded is left out. Strangers write mails, so everything has a limit.
 */

/** A thing of schema.org. */
export interface Item {
  /** Without the vocabulary: 'FlightReservation'. */
  types: readonly string[]
  properties: ReadonlyMap<string, readonly Value[]>
}

export type Value = Item | string

const MAX_ITEM_DEPTH = 12
const MAX_VALUES = 50_000
const MAX_TEXT = 20_000
/** The parser's time for a tag grows with the depth of the tags around it. */
const MAX_TAG_DEPTH = 1_000
const MAX_OPEN_TEXTS = 20
const MAX_BLOCKS = 500
/** Of JSON that has to be repaired. */
const MAX_REPAIRED = 64 * 1024

/** The items that are in no other, in the order of the document. */
export function itemsOfHtml(html: string): Item[] {
  if (!/schema\.org|schema:/i.test(html)) return []
  const items: Item[] = []
  const microdata = new Microdata(items)
  let depth = 0
  let blocks = 0
  let json: string[] | undefined
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      depth++
      if (depth > MAX_TAG_DEPTH) throw new TooDeep()
      if (tag === 'script' && /^\s*application\/ld\+json\b/i.test(attributes['type'] ?? '')) json = []
      else microdata.open(tag, attributes, depth)
    },
    ontext: (part) => {
      if (json) json.push(part)
      else microdata.text(part)
    },
    onclosetag: (tag) => {
      if (tag === 'script' && json) {
        if (blocks < MAX_BLOCKS) items.push(...itemsOfJson(json.join('')))
        blocks++
        json = undefined
      }
      microdata.close(depth)
      depth--
    },
  })
  try {
    parser.end(html)
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
  }
  return items
}

class TooDeep extends Error {}

/* JSON-LD */

function itemsOfJson(text: string): Item[] {
  const json = parseLeniently(text)
  const budget = { left: MAX_VALUES }
  return valuesOf(json, 0, budget).filter((value) => typeof value !== 'string')
}

/** Mails have JSON in comments, with commas where none may be and none where one must be, and with raw line breaks. */
function parseLeniently(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    if (text.length > MAX_REPAIRED) return undefined
    try {
      return JSON.parse(repaired(text))
    } catch {
      return undefined
    }
  }
}

/** An unterminated string runs to the end of the text, so that the search doesn't restart at each quote. */
const STRING_OR_COMMA = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|,(?=\s*[}\]])|[}\]](?=\s*")/g
const CONTROLS = /\p{Cc}+/gu

function repaired(text: string): string {
  const plain = text.includes('"') ? text : text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return withoutWrapper(plain).replace(STRING_OR_COMMA, (part) => {
    if (part === ',') return ''
    return part.startsWith('"') ? part.replace(CONTROLS, ' ') : `${part},`
  })
}

const CDATA = '<![CDATA['

/** What is between the first and the last bracket, without comments and CDATA around it. */
function withoutWrapper(text: string): string {
  const cdata = text.indexOf(CDATA)
  const cdataEnd = text.lastIndexOf(']]>')
  const inner = cdata < 0 ? text : text.slice(cdata + CDATA.length, cdataEnd > cdata ? cdataEnd : undefined)
  const start = inner.search(/[{[]/)
  return inner.slice(start, Math.max(inner.lastIndexOf('}'), inner.lastIndexOf(']')) + 1)
}

function valuesOf(json: unknown, depth: number, budget: { left: number }): Value[] {
  if (budget.left <= 0 || depth > MAX_ITEM_DEPTH) return []
  budget.left--
  if (typeof json === 'string') return [json.slice(0, MAX_TEXT)]
  if (typeof json === 'number' || typeof json === 'boolean') return [String(json)]
  if (Array.isArray(json)) {
    const values: Value[] = []
    for (const entry of json) {
      if (budget.left <= 0) break
      values.push(...valuesOf(entry, depth + 1, budget))
    }
    return values
  }
  return typeof json === 'object' && json !== null ? [itemOf(json, depth, budget)] : []
}

function itemOf(json: object, depth: number, budget: { left: number }): Item {
  const properties = new Map<string, Value[]>()
  let types: string[] = []
  for (const [key, value] of Object.entries(json)) {
    if (budget.left <= 0) break
    const values = valuesOf(value, depth + 1, budget)
    if (key === '@type') types = values.filter((type) => typeof type === 'string').flatMap(typeOf)
    else properties.set(withoutVocabulary(key) ?? key, values)
  }
  return { types, properties }
}

const VOCABULARY = /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i

const withoutVocabulary = (name: string): string | undefined =>
  VOCABULARY.test(name) ? name.replace(VOCABULARY, '') : undefined

/** Types of other vocabularies have a ':' in their names. */
function typeOf(name: string): string[] {
  const type = withoutVocabulary(name.trim()) ?? name.trim()
  return /^\w{1,60}$/.test(type) ? [type] : []
}

/* Microdata */

interface OpenItem {
  types: readonly string[]
  properties: Map<string, Value[]>
}

interface OpenElement {
  depth: number
  item?: OpenItem
  /** The text of a property, and where it belongs. */
  text?: { parts: string[]; length: number; owner: OpenItem; names: readonly string[] }
}

/** Which attribute has the value of a property; elements that are not here have it in their text. */
const VALUE_ATTRIBUTES: Record<string, string> = {
  link: 'href',
  area: 'href',
  time: 'datetime',
  data: 'value',
  meter: 'value',
  img: 'src',
  object: 'data',
}

class Microdata {
  readonly #items: Item[]
  readonly #open: OpenElement[] = []
  #left = MAX_VALUES
  #texts = 0

  constructor(items: Item[]) {
    this.#items = items
  }

  open(tag: string, attributes: Record<string, string>, depth: number): void {
    if (this.#texts > 0 && /^(?:br|p|div|li|tr|td)$/.test(tag)) this.text(' ')
    const names = namesOf(attributes['itemprop'] ?? '')
    const isItem = attributes['itemscope'] !== undefined
    if ((names.length === 0 && !isItem) || this.#left <= 0) return
    this.#left--
    const openItems = this.#open.filter(({ item }) => item)
    const owner = openItems.at(-1)?.item
    if (isItem) {
      if (openItems.length >= MAX_ITEM_DEPTH) return
      const types = (attributes['itemtype'] ?? '').split(/\s+/).filter((type) => VOCABULARY.test(type))
      const item = { types: types.flatMap(typeOf), properties: new Map<string, Value[]>() }
      if (owner && names.length > 0) add(owner, names, item)
      else this.#items.push(item)
      this.#open.push({ depth, item })
    } else if (owner) {
      this.#openProperty(owner, names, tag, attributes, depth)
    }
  }

  #openProperty(
    owner: OpenItem,
    names: readonly string[],
    tag: string,
    attributes: Record<string, string>,
    depth: number,
  ) {
    const attribute = Object.hasOwn(VALUE_ATTRIBUTES, tag) ? VALUE_ATTRIBUTES[tag] : undefined
    const value = attributes['content'] ?? (attribute && attributes[attribute])
    if (value !== undefined) add(owner, names, value.slice(0, MAX_TEXT))
    else if (this.#texts < MAX_OPEN_TEXTS) {
      this.#texts++
      this.#open.push({ depth, text: { parts: [], length: 0, owner, names } })
    }
  }

  text(part: string): void {
    if (this.#texts === 0) return
    for (const { text } of this.#open) {
      if (!text || text.length >= MAX_TEXT) continue
      text.parts.push(part)
      text.length += part.length
    }
  }

  close(depth: number): void {
    const element = this.#open.at(-1)
    if (element?.depth !== depth) return
    this.#open.pop()
    if (!element.text) return
    this.#texts--
    const { owner, names, parts } = element.text
    add(owner, names, parts.join('').slice(0, MAX_TEXT))
  }
}

const namesOf = (itemprop: string): string[] =>
  itemprop
    .split(/\s+/)
    .filter((name) => name !== '')
    .slice(0, 5)
    .map((name) => withoutVocabulary(name) ?? name)

function add(owner: OpenItem, names: readonly string[], value: Value): void {
  for (const name of names) {
    const values = owner.properties.get(name)
    if (values) values.push(value)
    else owner.properties.set(name, [value])
  }
}
