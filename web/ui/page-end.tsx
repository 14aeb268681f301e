import { Fragment, type ReactNode } from 'react'
import { useHeldPlaces } from './held-place.ts'

/** What stands below the content of a page. With the content it comes anew, at its own place: it is never pushed down in sight. */
export function PageEnd({ children }: { children: ReactNode }) {
  return <Fragment key={useHeldPlaces()}>{children}</Fragment>
}
