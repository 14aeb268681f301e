import { outside, type Page } from './page.ts'

/** The part of EventSource that the app uses, over the device's network. Does not reconnect: the app does that. */
export class PageEventSource extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  readyState: number = PageEventSource.CONNECTING
  onerror: (() => void) | null = null
  readonly #page: Page
  readonly #end: () => void
  #text = ''

  constructor(page: Page, url: string) {
    super()
    this.#page = page
    const onAnswer = ({ ok, headers }: Response) => {
      const isStream = ok && headers.get('content-type')?.startsWith('text/event-stream')
      if (isStream) this.readyState = PageEventSource.OPEN
      else this.#fail(PageEventSource.CLOSED)
    }
    const onText = (text: string) => this.#take(text)
    const onEnd = () => this.#fail(PageEventSource.CONNECTING)
    this.#end = outside(() => page.network.openStream(url, { onAnswer, onText, onEnd }))
    page.onGone(() => this.close())
  }

  close(): void {
    this.readyState = PageEventSource.CLOSED
    this.#end()
  }

  #fail(state: number): void {
    if (this.readyState === PageEventSource.CLOSED) return
    this.readyState = state
    this.#page.run(() => this.onerror?.())
  }

  #take(text: string): void {
    const blocks = (this.#text + text).split('\n\n')
    this.#text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => /^(\w+): (.*)$/.exec(line) ?? [])
      const [, , name] = fields.find(([, field]) => field === 'event') ?? []
      const [, , data] = fields.find(([, field]) => field === 'data') ?? []
      if (name !== undefined && data !== undefined && this.readyState === PageEventSource.OPEN)
        this.#page.run(() => this.dispatchEvent(new MessageEvent(name, { data })))
    }
  }
}
