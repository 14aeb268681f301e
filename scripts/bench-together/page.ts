import { AsyncLocalStorage } from 'node:async_hooks'
import { setMaxListeners } from 'node:events'
import { IDBFactory } from 'fake-indexeddb'
import { PageEventSource } from './event-source.ts'
import { Locks } from './locks.ts'
import type { Network } from './network.ts'

/*
 * A browser for the app's code, in Node: a device with a network and a disk, and the pages open on it.
 * Job: run the app's own code unchanged, with the globals of the page that it runs in.
 * Invariants: once a page is gone, nothing of it happens any more: no timer, response, event or new transaction. The
 *   disk's contents stay.
 * Failure: code that uses such a global outside of any page throws.
 */

const pages = new AsyncLocalStorage<Page>()
const { setTimeout: realSetTimeout, setInterval: realSetInterval, BroadcastChannel: RealChannel } = globalThis
/** The interval at which a visible page paints. */
const FRAME_MS = 16

/** A device: its storage, its locks and its pages. */
export class Device {
  readonly network: Network
  readonly databases = new IDBFactory()
  readonly #storage = new Map<string, string>()
  readonly #pages = new Set<Page>()
  readonly locks = new Locks()
  readonly #name: string
  readonly #onLog: (message: string) => void

  /** @param onLog called with each message that a page logs */
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

  /** A page's localStorage. Its changes fire `storage` events in the other pages. */
  storageOf(page: Page): Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'> {
    const put = (key: string, newValue: string | null) => {
      if (newValue === null) this.#storage.delete(key)
      else this.#storage.set(key, newValue)
      for (const other of this.#pages)
        if (other !== page) realSetTimeout(() => other.dispatch('storage', { key, newValue }))
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

  /** Confines channels to this device: all devices are threads of one process. */
  channelName(name: string): string {
    return `${this.#name} ${name}`
  }
}

export class Page {
  readonly window = new EventTarget()
  readonly document = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  readonly navigator: object
  readonly localStorage: ReturnType<Device['storageOf']>
  /** navigator.onLine. Some devices notice late or never that they are offline. */
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

  /** Runs code, and everything it starts, in this page. */
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
    this.dispatch(isOnLine ? 'online' : 'offline')
  }

  dispatch(event: string, of: object = {}): void {
    if (!this.#isGone) this.run(() => this.window.dispatchEvent(Object.assign(new Event(event), of)))
  }

  get isWriting(): boolean {
    return this.#writes > 0
  }

  /** Ends the page like a crash, without events. */
  end(): void {
    this.#isGone = true
    for (const end of this.#endings) end()
    this.#endings.clear()
  }

  log(message: string): void {
    if (!this.#isGone) this.#device.log(message)
  }

  /** Never settles once the page is gone. A request with `keepalive` is sent even then. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const gone = new AbortController()
    const end = () => gone.abort()
    if (!init.keepalive) this.#endings.add(end)
    return new Promise((resolve, reject) => {
      const settle = (call: () => void) => {
        this.#endings.delete(end)
        if (!this.#isGone) call()
      }
      outside(() => this.network.fetch(path, init, gone.signal)).then(
        (answer) => settle(() => resolve(answer)),
        (failure) => settle(() => reject(failure)),
      )
    })
  }

  /** The device's databases. Connections close with the page: completed transactions stay, new ones fail. */
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
    connection.transaction = (...args) => {
      const transaction = begin(...args)
      if (transaction.mode === 'readwrite') {
        this.#writes += 1
        for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => (this.#writes -= 1))
      }
      return transaction
    }
  }

  createChannel(name: string): PageChannel {
    return new PageChannel(this, new RealChannel(this.#device.channelName(name)))
  }
}

/** The part of BroadcastChannel that the app uses. Messages arrive in its page. */
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
  if (!page) throw new Error('This code does not run in a page')
  return page
}

/** Runs code outside of any page: Node shares timers and connections between all pages, even those that are gone. */
export function outside<Value>(code: () => Value): Value {
  return pages.exit(code)
}

/** Wraps a callback so that it does not run once its page is gone. Code outside of any page is unchanged. */
function ofPage<Args extends unknown[]>(code: (...args: Args) => void): (...args: Args) => void {
  const page = pages.getStore()
  return page ? (...args) => (page.isGone ? undefined : code(...args)) : code
}

/** Replaces Node's globals by those of the current page. */
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

/** Called with `new`: a constructor may return another object. */
function openChannel(name: string): PageChannel {
  return currentPage().createChannel(name)
}
