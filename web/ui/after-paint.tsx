import type { ReactNode } from 'react'
import { useIsPainted } from './use-is-painted.ts'

/** Renders its children once the rest of the page is on the screen, so that the plan does not wait for them. */
export function AfterPaint({ children }: { children: ReactNode }) {
  return useIsPainted() && children
}
