/** An `EventSource` whose events come from the test. */
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

  /** Dispatches an event, unless the stream is closed. */
  emit(name: string, data: unknown): void {
    if (this.readyState === 1) this.dispatchEvent(Object.assign(new Event(name), { data: JSON.stringify(data) }))
  }

  /** @param readyState 0 if a browser would try again, 2 if the server has refused the stream */
  break(readyState: 0 | 2): void {
    this.readyState = readyState
    this.onerror?.()
  }

  close(): void {
    this.readyState = 2
  }
}
