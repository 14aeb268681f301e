/** The parts of a typed or pasted address, decoded. Made by hand: `URL` is no part of the language. */
export interface MapAddress {
  /** In lower case, without ':'. 'https' if the address has none. */
  scheme: string
  /** In lower case, without 'www.'; '' for a scheme without one, such as geo. */
  host: string
  path: string[]
  /** Of the query, then of the fragment. Names are in lower case. */
  params: readonly (readonly [name: string, value: string])[]
  /** Behind '#'. */
  fragment: string
  /** All of it, decoded. */
  text: string
}

const SCHEMES = 'https?|geo|om|cm|ge0|comaps|organicmaps|mapsme|waze|comgooglemaps|google\\.navigation|maps|applemaps'
/** A label in round brackets may contain spaces and brackets: 'geo:0,0?q=45.8364,-78.3791(Canisbay (north))'. */
const ADDRESSES = new RegExp(
  `(?<![\\p{L}\\d.@/])(?:geo:[^\\s(<>"]{1,2000}(?:\\((?:\\([^()\\n]{0,100}\\)|[^)\\n]){0,2000}\\)?)?|` +
    `(?:${SCHEMES}):[^\\s<>"“”„«»]{1,3000}|(?:[a-z0-9-]{1,63}\\.){1,4}[a-z]{2,10}/[^\\s<>"“”„«»]{1,3000})`,
  'giu',
)
const MOST_ADDRESSES = 20

/** The addresses in a text, and where each of them begins and ends. */
export function findAddresses(text: string): { start: number; end: number; address: MapAddress }[] {
  const found = []
  for (const { 0: match, index: start } of text.matchAll(ADDRESSES)) {
    const typed = withoutEnd(match)
    found.push({ start, end: start + typed.length, address: parseAddress(typed) })
    if (found.length === MOST_ADDRESSES) break
  }
  return found
}

/** Without the full stop of the sentence around it, or a bracket that opens before it. */
function withoutEnd(address: string): string {
  let unopened = address.split(')').length - address.split('(').length
  let end = address.length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    if (last === ')' && unopened-- > 0) continue
    if (!".,;:!?'’*]}|".includes(last)) break
  }
  return address.slice(0, end)
}

/** Splits an address. What it cannot decode stays as it is. */
export function parseAddress(typed: string): MapAddress {
  const address = typed.replaceAll('&amp;', '&')
  const [, scheme = 'https', slashes = '', rest = ''] = /^(?:([a-z][a-z0-9.]*):)?(\/\/)?(.*)$/is.exec(address) ?? []
  const [beforeFragment = '', ...fragments] = rest.split('#')
  const [beforeQuery = '', ...queries] = beforeFragment.split('?')
  const fragment = fragments.join('#')
  const hasHost = /^https?$/i.test(scheme)
  const segments = beforeQuery.split('/')
  const host = hasHost ? (segments.shift() ?? '') : ''
  const isQueryOnly = !slashes && queries.length === 0 && beforeQuery.includes('=')
  const query = isQueryOnly ? beforeQuery : queries.join('?')
  return {
    scheme: scheme.toLowerCase(),
    host: host
      .toLowerCase()
      .replace(/^www\./, '')
      .replace(/:\d+$/, ''),
    path: segments.map(decode).filter(Boolean),
    params: [...parseParams(query), ...parseParams(fragment.replace(/^[!/?]+/, ''))],
    fragment: decode(fragment),
    text: decode(rest),
  }
}

function parseParams(query: string): (readonly [string, string])[] {
  return query.split('&', 100).map((part) => {
    const equals = part.indexOf('=')
    return [decode(part.slice(0, Math.max(0, equals))).toLowerCase(), decode(part.slice(equals + 1))] as const
  })
}

/** A '+' is a space, but not in a plus code. */
const SPACES = /(?<![2-9CFGHJMPQRVWX]{4})\+|\+(?![2-9CFGHJMPQRVWX]{2})/g

function decode(text: string): string {
  const spaced = text.replace(SPACES, ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    // A percent sign that encodes nothing.
    return spaced
  }
}
