import { Fragment, type ReactNode } from 'react'
import { useLayoutGeneration } from './reserved-place.ts'

/** What follows the content of a page. It remounts at its final position when the content arrives (decision 17). */
export function PageEnd({ children }: { children: ReactNode }) {
  return <Fragment key={useLayoutGeneration()}>{children}</Fragment>
}
