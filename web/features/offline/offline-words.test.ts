import { describe, expect, it } from 'vitest'
import type { OfflineCopyState } from '#web/data/offline/offline-copy.ts'
import { describeOfflineCopy, listProblems } from './offline-words.ts'

const copyWith = (changed: Partial<OfflineCopyState> = {}): OfflineCopyState => ({
  stage: 'settled',
  plan: 14_000,
  documentCount: 5,
  fileCount: 5,
  share: 1,
  bytes: 12_286_000,
  canPersistFiles: true,
  missing: [],
  ...changed,
})
const missing = (why: OfflineCopyState['missing'][number]['why'], ...names: string[]) =>
  names.map((fileName) => ({ fileName, why }))

describe('describeOfflineCopy', () => {
  it.each<[Partial<OfflineCopyState>, string]>([
    [{}, 'On this device, with 5 documents: 12.3 MB.'],
    [{ documentCount: 1, fileCount: 1, bytes: 6000 }, 'On this device, with 1 document: 20 kB.'],
    [{ fileCount: 3 }, 'On this device, with 3 of 5 documents: 12.3 MB.'],
    [
      { documentCount: 0, fileCount: 0, bytes: 0 },
      'The whole plan is on this device: 14 kB. The trip has no documents.',
    ],
    [{ documentCount: undefined, fileCount: 0, bytes: 0 }, 'The plan is on this device: 14 kB.'],
    [{ fileCount: 0, bytes: 0, canPersistFiles: false }, 'The plan is on this device, without its documents: 14 kB.'],
    [{ plan: 'storage_unavailable', fileCount: 0, bytes: 0 }, 'Not on this device yet.'],
  ])('%o', (changed, sentence) => {
    expect(describeOfflineCopy(copyWith(changed))).toBe(sentence)
  })
})

describe('listProblems', () => {
  const able = { isSecure: true, canStartApp: true, remembers: true }
  const problems = (changed: Partial<OfflineCopyState>, isSecure = true) =>
    listProblems(copyWith(changed), { ...able, isSecure }).join('\n')

  it('is empty when everything is on the device', () => {
    expect(problems({})).toBe('')
  })

  it('names missing files by their reason', () => {
    const text = problems({
      missing: [
        ...missing('unanswered', 'a.pdf', 'b.pdf'),
        ...missing('no_room', 'c.pdf', 'd.pdf', 'e.pdf', 'f.pdf', 'g.pdf'),
      ],
    })
    expect(text).toContain('the server isn’t responding: a.pdf and b.pdf. We’ll download them when it does.')
    expect(text).toContain('no space left for c.pdf, d.pdf, e.pdf, and 2 more.')
    expect(problems({ missing: missing('not_given', 'a.pdf') })).toMatch(
      /^The server doesn’t have the file for a\.pdf\. Ask /,
    )
  })

  it('says what to do about the plan and the address', () => {
    expect(problems({ plan: 'unanswered' })).toContain('Part of the plan isn’t here yet')
    expect(problems({ plan: 'storage_unavailable' })).toContain('can’t save the plan')
    expect(problems({ canPersistFiles: false })).toContain('private window')
    expect(problems({ canPersistFiles: false }, false)).toContain('https')
  })

  it('reports each limitation of the browser once', () => {
    expect(listProblems(copyWith(), { ...able, canStartApp: false })).toEqual([
      expect.stringContaining('can’t open pages offline'),
    ])
    expect(listProblems(copyWith(), { ...able, remembers: false })).toEqual([
      expect.stringContaining('won’t remember this setting'),
    ])
    const plain = { ...able, isSecure: false, canStartApp: false }
    expect(listProblems(copyWith({ canPersistFiles: false }), plain)).toEqual([expect.stringContaining('https')])
  })
})
