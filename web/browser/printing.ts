/**
 * Whether the browser prints boxes of the size of a page as they are, each on its page. Safari, and all browsers of an
 * iPhone, add margins of their own and ignore the orientation of a single page: a box of that size would be torn.
 */
export const printsPageBoxes = (): boolean => !CSS.supports('font', '-apple-system-body')

/** Opens the browser's dialog, which prints or saves a PDF. Some browsers within other apps do nothing. */
export function openPrintDialog(): void {
  globalThis.print()
}
