/** The maximum sum of the browser's layout shift scores while a page loads. */
export const MAX_SHIFT = 0.02

export interface Shift {
  value: number
  /** The elements that moved, with old and new positions. */
  what: string[]
}

declare global {
  interface Window {
    takeShifts: () => Shift[]
  }
}

/** Runs in the page: records layout shifts, except those right after user input. */
export function noteShifts(): void {
  type Entry = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const noted: Shift[] = []
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.localName}.${node.classList}` : (node?.textContent ?? 'removed node')
  const place = ({ x, y, width, height }: DOMRect) =>
    `${[x, y].map(Math.round)} ${Math.round(width)}x${Math.round(height)}`
  const note = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput, sources } of entries as Entry[]) {
      const what = sources.map(
        (source) => `${nameOf(source.node)} ${place(source.previousRect)} -> ${place(source.currentRect)}`,
      )
      if (!hadRecentInput) noted.push({ value, what })
    }
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  window.takeShifts = () => {
    note(observer.takeRecords())
    return noted.splice(0)
  }
}

export function sumOf(shifts: Shift[]): number {
  return shifts.reduce((sum, { value }) => sum + value, 0)
}
