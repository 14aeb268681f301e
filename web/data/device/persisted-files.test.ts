import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { canPersistFiles, dropFilesOf, findFileSize, persistFile } from './persisted-files.ts'

const url = '/files/travel-documents/trip/1.pdf'
const other = '/files/travel-documents/other/1.pdf'
const absolute = (path: string) => `https://wayfare.test${path}`

/** The cache of the documents: whole answers by their addresses. */
class FakeCache {
  readonly answers = new Map<string, Response>()
  full = false
  match = async (path: string) => this.answers.get(absolute(path))?.clone()
  keys = async () => [...this.answers.keys()].map((address) => ({ url: address }))
  delete = async (address: string) => this.answers.delete(new URL(address, absolute('/')).href)
  put = async (path: string, answer: Response) => {
    await answer.clone().arrayBuffer()
    if (this.full) throw new DOMException('Quota exceeded.', 'QuotaExceededError')
    this.answers.set(absolute(path), answer)
  }
}

let cache: FakeCache
let fetched: ReturnType<typeof vi.fn>
const pdf = (body: BodyInit = '%PDF-') =>
  new Response(body, { headers: { 'content-type': 'application/pdf', 'content-length': '5' } })
const keep = (options: { isWanted?: () => boolean } = {}) =>
  persistFile(url, { signal: new AbortController().signal, isWanted: () => true, ...options })

beforeEach(() => {
  cache = new FakeCache()
  fetched = vi.fn(async () => pdf())
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('navigator', {})
})
afterEach(() => vi.unstubAllGlobals())

describe('a file that is kept', () => {
  it('is fetched once, past every other cache, and tells its size', async () => {
    expect(await keep()).toBe(5)
    expect(fetched).toHaveBeenCalledWith(url, expect.objectContaining({ cache: 'no-store' }))
    expect(await keep()).toBe(5)
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(await findFileSize(url)).toBe(5)
    expect(await findFileSize(other)).toBeUndefined()
  })

  it('is measured where its answer does not tell its length, or the length of something packed', async () => {
    cache.answers.set(absolute(url), new Response('1234567'))
    expect(await findFileSize(url)).toBe(7)
    cache.answers.set(
      absolute(url),
      new Response('1234567', { headers: { 'content-length': '3', 'content-encoding': 'gzip' } }),
    )
    expect(await findFileSize(url)).toBe(7)
  })

  it('is not kept after all when it is no longer wanted', async () => {
    expect(await keep({ isWanted: () => false })).toBe('unanswered')
    expect(cache.answers.size).toBe(0)
  })
})

describe('a file that is not kept', () => {
  it.each([
    ['the server does not answer', () => Promise.reject(new TypeError('Failed to fetch')), 'unanswered'],
    ['the server has a mishap', async () => new Response('', { status: 500 }), 'unanswered'],
    ['the server does not have it', async () => new Response('', { status: 404 }), 'not_given'],
    ['something else answers in its place', async () => new Response('Sign in to the Wi-Fi'), 'unanswered'],
    [
      'it breaks off',
      async () => pdf(new ReadableStream({ pull: (stream) => stream.error(new TypeError('gone')) })),
      'unanswered',
    ],
  ] as const)('says why: %s', async (_what, answer, why) => {
    fetched.mockImplementation(answer)
    expect(await keep()).toBe(why)
    expect(cache.answers.size).toBe(0)
  })

  it('says that there is no room', async () => {
    cache.full = true
    expect(await keep()).toBe('no_room')
  })
})

it('drops the files of one trip, those opened with a share link too, but for those that are named', async () => {
  const second = url.replace('1.pdf', '2.pdf')
  for (const path of [url, `${url}?token=1`, second, other]) cache.answers.set(absolute(path), pdf())
  await dropFilesOf('trip', [second])
  expect([...cache.answers.keys()]).toEqual([absolute(second), absolute(other)])
  await dropFilesOf('trip')
  expect([...cache.answers.keys()]).toEqual([absolute(other)])
})

it('says where a browser keeps no files', async () => {
  expect(await canPersistFiles()).toBe(true)
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('No', 'SecurityError')) })
  expect(await canPersistFiles()).toBe(false)
  vi.stubGlobal('caches', undefined)
  expect(await canPersistFiles()).toBe(false)
})
