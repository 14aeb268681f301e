/** How much of something is done. */
export interface Progress {
  done: number
  total: number
  /** A whole number; 0 if there is nothing to do. */
  percent: number
}

export function progressOf(done: number, total: number): Progress {
  return { done, total, percent: total === 0 ? 0 : Math.round((done / total) * 100) }
}
