import { AsyncLocalStorage } from 'node:async_hooks'
import { setMaxListeners } from 'node:events'
import { IDBFactory } from 'fake-indexeddb'
import { PageEventSource } from './event-source.ts'
import { Locks } from './locks.ts'
import type { Network } from './network.ts'

/*
 * What a browser is to the app's code, in Node: a device with its network and its disk, and the pages that are open on it.
 * Job: the app's own code runs unchanged; the globals that it uses are those of the page in which it runs.
 * Invariants: nothing of a page happens after it is gone, whatever was under way: no timer, no answer, no event, no new
 *   transaction. What the disk has stays.
 * Failure: code that uses such a global outside of any page throws.
 */

const pages = new AsyncLocalStorage<Page>()
const { setTimeout: realSetTimeout, setInterval: realSetInterval, BroadcastChannel: RealChannel } = globalThis
/** A page that is looked at paints this often. */
const FRAME_MS = 16

/** What a device keeps, and where its pages meet. */
export class Device {
  readonly network: Network
  readonly databases = new IDBFactory()
  readonly #storage = new Map<string, string>()
  readonly #pages = new Set<Page>()
  readonly locks = new Locks()
  readonly #name: string
  readonly #onLog: (message: string) => void

  /** @param onLog hears what the pages write into the browser's log */
  constructor(name: string, network: Network, onLog: (message: string) => void) {
    this.#name = name
    this.network = network
    this.#onLog = onLog
  }

  openPage(): Page {
    const page = new Page(this)
    this.#pages.add(page)
    page.onGone(() => this.#pages.delete(page))
    return page
  }

  /** The device's localStorage as a page has it: the others hear of what it puts there. */
  storageOf(page: Page): Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'> {
    const put = (key: string, newValue: string | null) => {
      if (newValue === null) this.#storage.delete(key)
      else this.#storage.set(key, newValue)
      for (const other of this.#pages)
        if (other !== page) realSetTimeout(() => other.tell('storage', { key, newValue }))
    }
    const entries = this.#storage
    return {
      get length() {
        return entries.size
      },
      key: (n) => [...entries.keys()][n] ?? null,
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value) => put(key, value),
      removeItem: (key) => put(key, null),
    }
  }

  log(message: string): void {
    this.#onLog(message)
  }

  /** Channels reach the pages of this device and no others, though all devices are threads of one process. */
  channelName(name: string): string {
    return `${this.#name} ${name}`
  }
}

export class Page {
  readonly window = new EventTarget()
  readonly document = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  readonly navigator: object
  readonly localStorage: ReturnType<Device['storageOf']>
  /** Whether the page was told that there is no network: some devices notice late, or never. */
  onLine = true
  readonly #device: Device
  readonly #endings = new Set<() => void>()
  #isGone = false
  #writes = 0

  constructor(device: Device) {
    this.#device = device
    // Browsers set no limit.
    setMaxListeners(0, this.window, this.document)
    const page = this
    this.localStorage = device.storageOf(page)
    this.navigator = {
      locks: device.locks.of(this),
      get onLine() {
        return page.onLine
      },
    }
  }

  get isGone(): boolean {
    return this.#isGone
  }

  get network(): Network {
    return this.#device.network
  }

  /** Runs code as code of this page, with all that it starts. */
  run<Value>(code: () => Value): Value {
    return pages.run(this, code)
  }

  onGone(end: () => void): void {
    this.#endings.add(end)
  }

  setVisible(isVisible: boolean): void {
    this.document.visibilityState = isVisible ? 'visible' : 'hidden'
    this.run(() => this.document.dispatchEvent(new Event('visibilitychange')))
  }

  setOnLine(isOnLine: boolean): void {
    this.onLine = isOnLine
    this.tell(isOnLine ? 'online' : 'offline')
  }

  tell(event: string, of: object = {}): void {
    if (!this.#isGone) this.run(() => this.window.dispatchEvent(Object.assign(new Event(event), of)))
  }

  /** Whether the page is writing to the disk. */
  get isWriting(): boolean {
    return this.#writes > 0
  }

  /** Ends the page as a crash does. */
  end(): void {
    this.#isGone = true
    for (const end of this.#endings) end()
    this.#endings.clear()
  }

  log(message: string): void {
    if (!this.#isGone) this.#device.log(message)
  }

  /** Never answered where the page is gone by then; what is to outlive it is sent all the same. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const gone = new AbortController()
    const end = () => gone.abort()
    if (!init.keepalive) this.#endings.add(end)
    return new Promise((resolve, reject) => {
      const settle = (how: () => void) => {
        this.#endings.delete(end)
        if (!this.#isGone) how()
      }
      outside(() => this.network.fetch(path, init, gone.signal)).then(
        (answer) => settle(() => resolve(answer)),
        (failure) => settle(() => reject(failure)),
      )
    })
  }

  /** The device's databases, whose connections end with the page: a transaction that is complete stays, no new one begins. */
  get indexedDB(): Pick<IDBFactory, 'open'> {
    return {
      open: (name, version) => {
        const request = this.#device.databases.open(name, version)
        request.addEventListener('success', () => this.#connect(request.result))
        return request
      },
    }
  }

  #connect(connection: IDBDatabase): void {
    if (this.#isGone) {
      connection.close()
      return
    }
    this.onGone(() => connection.close())
    const begin = connection.transaction.bind(connection)
    connection.transaction = (...asked) => {
      const transaction = begin(...asked)
      if (transaction.mode === 'readwrite') {
        this.#writes += 1
        for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => (this.#writes -= 1))
      }
      return transaction
    }
  }

  /** A channel to the other pages of the device. */
  createChannel(name: string): PageChannel {
    return new PageChannel(this, new RealChannel(this.#device.channelName(name)))
  }
}

/** As much of a BroadcastChannel as the app uses. What it hears it hears in its page. */
class PageChannel {
  onmessage: ((event: MessageEvent) => void) | null = null
  readonly #channel: BroadcastChannel

  constructor(page: Page, channel: BroadcastChannel) {
    this.#channel = channel
    channel.onmessage = (event) => {
      if (!page.isGone) page.run(() => this.onmessage?.(event))
    }
    page.onGone(() => channel.close())
  }

  postMessage(message: unknown): void {
    this.#channel.postMessage(message)
  }

  close(): void {
    this.#channel.close()
  }
}

function currentPage(): Page {
  const page = pages.getStore()
  if (!page) throw new Error('No page is open where this runs')
  return page
}

/** Runs code as code of no page: what is of Node shares timers and connections between all pages, also those that are gone. */
export function outside<Value>(code: () => Value): Value {
  return pages.exit(code)
}

/** Code of a page that runs later, unless the page is gone by then. Code that is of no page stays as it is. */
function ofPage<Args extends unknown[]>(code: (...args: Args) => void): (...args: Args) => void {
  const page = pages.getStore()
  return page ? (...args) => (page.isGone ? undefined : code(...args)) : code
}

/** Puts the page's globals in the place of Node's. */
export function installPageGlobals(): void {
  const define = (name: string, descriptor: PropertyDescriptor) =>
    Object.defineProperty(globalThis, name, { configurable: true, ...descriptor })
  for (const name of ['document', 'navigator', 'indexedDB', 'localStorage'] as const)
    define(name, { get: () => currentPage()[name] })
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    define(name, { value: (...args: [never, never]) => currentPage().window[name](...args) })
  define('fetch', { value: (path: string, init?: RequestInit) => currentPage().fetch(path, init) })
  define('setTimeout', {
    value: (code: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      realSetTimeout(ofPage(code), ms, ...args),
  })
  define('setInterval', {
    value: (code: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      realSetInterval(ofPage(code), ms, ...args),
  })
  define('requestAnimationFrame', { value: requestFrame })
  define('EventSource', { value: eventSource })
  define('BroadcastChannel', { value: openChannel })
  console.error = (message: unknown) => pages.getStore()?.log(String(message))
}

/** Nothing is painted of a page that is out of sight. */
function requestFrame(code: (time: number) => void): unknown {
  const { document } = currentPage()
  const paint = () => document.visibilityState === 'visible' && code(performance.now())
  return realSetTimeout(ofPage(paint), FRAME_MS)
}

const eventSource = class extends PageEventSource {
  constructor(url: string) {
    super(currentPage(), url)
  }
}

/** Called with `new`, which a function may answer with another object. */
function openChannel(name: string): PageChannel {
  return currentPage().createChannel(name)
}
