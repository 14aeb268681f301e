/** What a journey needs from a browser: the operations common to both browser protocols. */
export interface Driver {
  readonly name: string
  /** Opens a URL. Resolves when its document has loaded. */
  navigate(address: string): Promise<void>
  /** Runs a function in the page with JSON arguments and returns its result. It cannot use its closure. */
  evaluate<Value, Args extends unknown[]>(
    inPage: (...args: Args) => Value | Promise<Value>,
    ...args: Args
  ): Promise<Value>
  /** Performs user input: WebDriver's 'Actions', as a list of input sources with their actions. */
  act(sources: readonly object[]): Promise<void>
  choose(selector: string, files: readonly string[]): Promise<void>
  /** Sets the size of the viewport in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  screenshot(): Promise<Buffer>
  end(): Promise<void>
}

/** The source of a function for use in a page. tsx wraps inner functions with `__name`, so define that too. */
export const asText = (inPage: (...args: never[]) => unknown) => `((__name) => (${inPage}))((inner) => inner)`
