import { type ContentMark, type ContentTag, contentTags, MAX_MARK_WORDS, newMark } from '../plan/meals.ts'
import { bitOf, type Content, contentsOf } from './contents.ts'
import { type FoodLine, isFilled } from './food-plan.ts'

/*
 * What a line contains, by its words and by what people marked.
 * Invariants: a mark beats the words. 'Does not contain' is about the words that were there when somebody said it: what
 *   is typed later counts again, so 'muffins' without nuts warn once they are 'walnut muffins'. Of two marks for the
 *   same, 'contains' counts.
 */

type MarkedLine = Pick<FoodLine, 'text' | 'read_as' | 'marks'>

/** What else is meant by a mark. Each can be marked on its own as well. */
const included: Partial<Record<ContentTag, readonly ContentTag[]>> = {
  milk: ['lactose'],
  pork: ['meat', 'not_halal', 'not_kosher'],
  meat: ['not_halal', 'not_kosher'],
  gelatin: ['not_halal', 'not_kosher'],
}
const alsoDenied: Partial<Record<ContentTag, readonly ContentTag[]>> = { milk: ['lactose'], meat: ['pork'] }

/** What a line contains. A content without a word is what people marked. */
export function contentsOfLine(line: MarkedLine): readonly Content[] {
  const read = readContents(line)
  return line.marks.some(({ says }) => says !== '') ? withMarks(read, line.marks) : read
}

function readContents(line: MarkedLine): readonly Content[] {
  if (!isFilled(line)) return []
  // A correction is made for the amounts. What was typed is still there for everybody to read.
  return line.read_as.trim() === '' ? contentsOf(line.text) : [...contentsOf(line.text), ...contentsOf(line.read_as)]
}

function withMarks(read: readonly Content[], marks: readonly ContentMark[]): Content[] {
  const denials = marks.filter(({ says }) => says === 'no')
  const left = read.flatMap(({ word, tags }) => {
    const denied = denials.filter(({ words }) => words.split(',').includes(word)).map(({ tag }) => deniedBy(tag))
    const remaining = withoutRules(tags & ~bitsOf(denied.flat()))
    return remaining ? [{ word, tags: remaining }] : []
  })
  const contained = marks.filter(({ says }) => says === 'yes').map(({ tag }) => tag)
  const meant = bitsOf(contained.flatMap((tag) => included[tag] ?? [])) & ~bitsOf(denials.map(({ tag }) => tag))
  const marked = bitsOf(contained) | meant
  return marked ? [...left, { word: '', tags: marked }] : left
}

const deniedBy = (tag: ContentTag) => [tag, ...(alsoDenied[tag] ?? [])]
const bitsOf = (tags: readonly ContentTag[]) => tags.reduce((bits, tag) => bits | bitOf(tag), 0)

/** What has neither meat nor gelatine is halal and kosher, as far as these are concerned. */
function withoutRules(tags: number): number {
  return tags & bitsOf(['meat', 'gelatin']) ? tags : tags & ~bitsOf(['not_halal', 'not_kosher'])
}

/** The tags of contents, in the order of `contentTags`. */
export function tagsIn(contents: readonly Content[]): ContentTag[] {
  const bits = contents.reduce((all, { tags }) => all | tags, 0)
  return contentTags.filter((tag) => bits & bitOf(tag))
}

/** The tags that people marked a line to contain, or not to contain although its words say so. */
export function markedTags(line: MarkedLine): { contained: ContentTag[]; denied: ContentTag[] } {
  const contents = contentsOfLine(line)
  const left = tagsIn(contents)
  return {
    contained: tagsIn(contents.filter(({ word }) => word === '')),
    denied: tagsIn(readContents(line)).filter((tag) => !left.includes(tag)),
  }
}

/** The tags of a line by its words alone. */
export const tagsByWords = (line: MarkedLine): ContentTag[] => tagsIn(readContents(line))

/** The marks of a line once somebody says whether it contains something. What its words say anyway needs no mark. */
export function withMark(line: MarkedLine, tag: ContentTag, isContained: boolean): ContentMark[] {
  const others = line.marks.filter((mark) => mark.tag !== tag)
  const isSaid = tagsIn(contentsOfLine({ ...line, marks: others })).includes(tag)
  if (isSaid === isContained) return others
  if (isContained) return [...others, { ...newMark(tag), says: 'yes' }]
  const words = readContents(line).filter(({ tags }) => tags & bitOf(tag))
  return [...others, { ...newMark(tag), says: 'no', words: joinWords(words.map(({ word }) => word)) }]
}

/** As many whole words as fit. */
function joinWords(words: readonly string[]): string {
  return [...new Set(words)].reduce((text, word) => {
    const longer = text === '' ? word : `${text},${word}`
    return longer.length <= MAX_MARK_WORDS ? longer : text
  }, '')
}
