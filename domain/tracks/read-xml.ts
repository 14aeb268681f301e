import { Parser } from 'htmlparser2'
import { TrackFileError } from './track-file.ts'

/** What a format does with the elements of its file. Names are without the prefix that the root has. */
export interface XmlReader {
  open(element: string, parent: string): void
  attribute?(name: string, value: string): void
  /** A part of the text of the innermost element, for texts of any length. */
  text?(part: string): void
  /** `text` is what follows the last tag within the element, at most 10,000 characters. */
  close(element: string, parent: string, text: string): void
}

/** Folders in folders: no real file comes near. */
const MAX_DEPTH = 100
const MAX_TEXT = 10_000

/**
 * Reads XML in parts, forgivingly. The parser knows no entities but XML's own, so none can grow.
 * @param formats the readers by the name of the root element
 * @throws TrackFileError not_a_track_file if the root is another; broken if the file ends before its root: a download
 *   that broke off looks like a recording that broke off, and half a route is worse than none
 */
export function readXml(parts: Iterable<string>, formats: Record<string, () => XmlReader>): void {
  const path: string[] = []
  let prefix = ''
  let reader: XmlReader | undefined
  let text = ''
  let isEnd = false
  const plain = (name: string) => (prefix !== '' && name.startsWith(prefix) ? name.slice(prefix.length) : name)

  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (path.length === 0) {
          prefix = name.slice(0, name.indexOf(':') + 1)
          // More roots may follow: people join files end to end.
          const root = plain(name)
          const next = Object.hasOwn(formats, root) ? formats[root]?.() : undefined
          if (!next && !reader) throw new TrackFileError('not_a_track_file')
          reader = next ?? ignoring
        }
        if (path.length === MAX_DEPTH) throw new TrackFileError('broken')
        reader?.open(plain(name), path.at(-1) ?? '')
        path.push(plain(name))
        text = ''
      },
      onattribute: (name, value) => reader?.attribute?.(name, value),
      ontext: (part) => {
        if (path.length === 0) return
        reader?.text?.(part)
        if (text.length < MAX_TEXT) text += part.slice(0, MAX_TEXT - text.length)
      },
      onclosetag: () => {
        // The parser closes what is open.
        if (isEnd && reader !== ignoring) throw new TrackFileError('broken')
        const element = path.pop() ?? ''
        reader?.close(element, path.at(-1) ?? '', text)
        text = ''
      },
    },
    { xmlMode: true },
  )
  for (const part of parts) parser.write(part)
  isEnd = true
  parser.end()
  if (!reader) throw new TrackFileError('not_a_track_file')
}

const ignoring: XmlReader = { open: () => {}, close: () => {} }
