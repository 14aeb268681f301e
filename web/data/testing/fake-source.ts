/** A stream that the test speaks for. */
export class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  /** All that were opened, oldest first. */
  static opened: FakeSource[] = []
  readyState = 1
  onerror: (() => void) | undefined

  constructor(readonly url: string) {
    super()
    FakeSource.opened.push(this)
  }

  /** Says an event, unless the stream is over. */
  tell(name: string, data: unknown): void {
    if (this.readyState === 1) this.dispatchEvent(Object.assign(new Event(name), { data: JSON.stringify(data) }))
  }

  /** @param readyState 0 where a browser would try again, 2 where the server refused */
  break(readyState: 0 | 2): void {
    this.readyState = readyState
    this.onerror?.()
  }

  close(): void {
    this.readyState = 2
  }
}
