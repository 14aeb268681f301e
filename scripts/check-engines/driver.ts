/** What a journey needs of a browser: the few things that both ways of driving one have in common. */
export interface Driver {
  readonly name: string
  /** Opens an address, and answers once its document is loaded. */
  go(address: string): Promise<void>
  /** Calls a function in the page, with arguments that are JSON, and answers what it answers. It sees nothing of where it is written. */
  ask<Value, Args extends unknown[]>(inPage: (...args: Args) => Value | Promise<Value>, ...args: Args): Promise<Value>
  /** Input as a person gives it (WebDriver, 'Actions'): the sources with what each does. */
  act(sources: readonly object[]): Promise<void>
  /** Chooses files in the file field that a selector finds. */
  choose(selector: string, files: readonly string[]): Promise<void>
  /** The size of what is shown, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** What is shown, as PNG. */
  picture(): Promise<Buffer>
  end(): Promise<void>
}

/** A function as the text that calls it in a page: what runs these scripts marks functions inside with a helper of its own. */
export const asText = (inPage: (...args: never[]) => unknown) => `((__name) => (${inPage}))((inner) => inner)`
