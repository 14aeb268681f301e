import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
let refuses: (call: string) => boolean

beforeEach(() => {
  stored.clear()
  refuses = () => false
  const guarded =
    <Args extends unknown[], Result>(call: string, run: (...args: Args) => Result) =>
    (...args: Args) => {
      if (refuses(call)) throw new DOMException('No.', 'QuotaExceededError')
      return run(...args)
    }
  vi.stubGlobal('localStorage', {
    get length() {
      return stored.size
    },
    key: (n: number) => [...stored.keys()][n] ?? null,
    getItem: guarded('getItem', (key: string) => stored.get(key) ?? null),
    setItem: guarded('setItem', (key: string, text: string) => void stored.set(key, text)),
    removeItem: guarded('removeItem', (key: string) => void stored.delete(key)),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The storage of a newly loaded page. */
async function openPage() {
  vi.resetModules()
  return (await import('./web-storage.ts')).deviceStorage
}

it('a value outlives the page', async () => {
  expect((await openPage()).setItem('a', '1')).toBe(true)
  expect((await openPage()).getItem('a')).toBe('1')
})

describe('a full storage', () => {
  it('holds a value until the page is closed, in place of an older one, and says so', async () => {
    stored.set('a', 'old')
    const page = await openPage()
    expect(page.isPersistent).toBe(true)
    refuses = (call) => call === 'setItem'
    expect(page.setItem('a', 'new')).toBe(false)
    expect(page.setItem('b', '1')).toBe(false)
    expect([page.getItem('a'), page.getItem('b'), page.keys(), page.isPersistent]).toEqual([
      'new',
      '1',
      ['a', 'b'],
      false,
    ])
    expect((await openPage()).getItem('a')).toBe('old')
  })

  it('stores again once there is room', async () => {
    const page = await openPage()
    refuses = (call) => call === 'setItem'
    page.setItem('a', '1')
    refuses = () => false
    expect(page.setItem('a', '2')).toBe(true)
    expect([stored.get('a'), page.isPersistent]).toEqual(['2', true])
  })

  it('forgets what it holds once another page has stored something newer', async () => {
    const page = await openPage()
    refuses = (call) => call === 'setItem'
    page.setItem('a', 'mine')
    const heard = vi.fn()
    page.subscribe(heard)
    stored.set('a', 'theirs')
    page.noteChange('a')
    expect(page.getItem('a')).toBe('theirs')
    expect(heard).toHaveBeenCalledOnce()
  })
})

it.each(['is missing', 'throws when it is touched', 'throws with every call'])(
  'a storage that %s is one for this page',
  async (what) => {
    if (what === 'is missing') vi.stubGlobal('localStorage', null)
    if (what === 'throws with every call') refuses = () => true
    if (what === 'throws when it is touched')
      Object.defineProperty(globalThis, 'localStorage', {
        configurable: true,
        get() {
          throw new DOMException('Denied.', 'SecurityError')
        },
      })
    const page = await openPage()
    expect(page.setItem('a', '1')).toBe(false)
    page.setItem('b', '2')
    page.removeItem('b')
    expect([page.getItem('a'), page.getItem('b'), page.keys(), page.isPersistent]).toEqual(['1', null, ['a'], false])
  },
)
