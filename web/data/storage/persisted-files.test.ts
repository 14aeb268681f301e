import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropFormerPictures } from './former-pictures.ts'
import { canPersistFiles, dropFilesOf, findFileSize, persistFile } from './persisted-files.ts'

const url = '/files/travel-documents/trip/1.pdf'
const receipt = '/files/receipts/trip/00000000-0000-4000-8000-000000000001'
const picture = '/files/trip-pictures/trip/1.jpg'
const other = '/files/travel-documents/other/1.pdf'
const absolute = (path: string) => `https://wayfare.test${path}`

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
let fetchMock: ReturnType<typeof vi.fn>
const pdf = (body: BodyInit = '%PDF-') =>
  new Response(body, { headers: { 'content-type': 'application/pdf', 'content-length': '5' } })
const persist = (options: { isWanted?: () => boolean } = {}) =>
  persistFile(url, { signal: new AbortController().signal, isWanted: () => true, ...options })

beforeEach(() => {
  cache = new FakeCache()
  fetchMock = vi.fn(async () => pdf())
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('navigator', {})
})
afterEach(() => vi.unstubAllGlobals())

describe('a file that can be persisted', () => {
  it('is fetched once, bypassing the HTTP cache, and its size is returned', async () => {
    expect(await persist()).toBe(5)
    expect(fetchMock).toHaveBeenCalledWith(url, expect.objectContaining({ cache: 'no-store' }))
    expect(await persist()).toBe(5)
    expect(fetchMock).toHaveBeenCalledTimes(1)
    expect(await findFileSize(url)).toBe(5)
    expect(await findFileSize(other)).toBeUndefined()
  })

  it('is measured if the response has no content length, or that of a compressed body', async () => {
    cache.answers.set(absolute(url), new Response('1234567'))
    expect(await findFileSize(url)).toBe(7)
    cache.answers.set(
      absolute(url),
      new Response('1234567', { headers: { 'content-length': '3', 'content-encoding': 'gzip' } }),
    )
    expect(await findFileSize(url)).toBe(7)
  })

  it('is removed again if it is no longer wanted', async () => {
    expect(await persist({ isWanted: () => false })).toBe('unanswered')
    expect(cache.answers.size).toBe(0)
  })
})

describe('a file that cannot be persisted', () => {
  it.each([
    ['the server does not answer', () => Promise.reject(new TypeError('Failed to fetch')), 'unanswered'],
    ['the server fails', async () => new Response('', { status: 500 }), 'unanswered'],
    ['the server does not have it', async () => new Response('', { status: 404 }), 'not_given'],
    ['something else answers in its place', async () => new Response('Sign in to the Wi-Fi'), 'unanswered'],
    [
      'it breaks off',
      async () => pdf(new ReadableStream({ pull: (stream) => stream.error(new TypeError('gone')) })),
      'unanswered',
    ],
  ] as const)('returns the reason: %s', async (_what, answer, why) => {
    fetchMock.mockImplementation(answer)
    expect(await persist()).toBe(why)
    expect(cache.answers.size).toBe(0)
  })

  it('returns no_room when the quota is exceeded', async () => {
    cache.full = true
    expect(await persist()).toBe('no_room')
  })
})

it('drops the files of a trip, also those opened by share link, except its picture and the listed ones', async () => {
  const second = url.replace('1.pdf', '2.pdf')
  for (const path of [url, `${url}?token=1`, second, picture, other]) cache.answers.set(absolute(path), pdf())
  await dropFilesOf('trip', [second])
  expect([...cache.answers.keys()]).toEqual([absolute(second), absolute(picture), absolute(other)])
  await dropFilesOf('trip')
  expect([...cache.answers.keys()]).toEqual([absolute(other)])
})

it('drops the pictures that trips no longer have, and no others', async () => {
  const of = (id: string, name: string) => `/files/trip-pictures/${id}/${name}.jpg`
  const kept = [of('a', '2'), of('unknown', '1'), url]
  for (const path of [of('a', '1'), of('b', '1'), ...kept]) cache.answers.set(absolute(path), pdf())
  await dropFormerPictures([
    { id: 'a', picture: '2.jpg' },
    { id: 'b', picture: null },
    { id: 'c', picture: null },
  ])
  expect([...cache.answers.keys()]).toEqual(kept.map(absolute))
})

it('fetches a receipt, whose address has no extension, only as a file of a known type', async () => {
  const persistReceipt = () => persistFile(receipt, { signal: new AbortController().signal, isWanted: () => true })
  fetchMock.mockImplementation(async () => new Response('Sign in', { headers: { 'content-type': 'text/html' } }))
  expect(await persistReceipt()).toBe('unanswered')
  fetchMock.mockImplementation(async () => new Response('1234567', { headers: { 'content-type': 'image/png' } }))
  expect(await persistReceipt()).toBe(7)
  await dropFilesOf('trip', [receipt])
  expect(await findFileSize(receipt)).toBe(7)
  await dropFilesOf('other')
  expect(await findFileSize(receipt)).toBe(7)
  await dropFilesOf('trip')
  expect(await findFileSize(receipt)).toBeUndefined()
})

it('fetches the lines of tracks only as such', async () => {
  const lines = '/files/lines/trip/00000000-0000-4000-8000-000000000002'
  const persistLines = () => persistFile(lines, { signal: new AbortController().signal, isWanted: () => true })
  fetchMock.mockImplementation(async () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }))
  expect(await persistLines()).toBe('unanswered')
  fetchMock.mockImplementation(async () => new Response('{}', { headers: { 'content-type': 'application/x-ndjson' } }))
  expect(await persistLines()).toBe(2)
})

it('detects browsers that cannot store files', async () => {
  expect(await canPersistFiles()).toBe(true)
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('No', 'SecurityError')) })
  expect(await canPersistFiles()).toBe(false)
  vi.stubGlobal('caches', undefined)
  expect(await canPersistFiles()).toBe(false)
})
