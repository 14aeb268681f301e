import { useEffect } from 'react'
import * as m from '#messages'

/** Sets the title of the browser's tab: 'Algonquin · Overview · Wayfare'. Unknown parts are left out. */
export function useDocumentTitle(...parts: (string | undefined)[]): void {
  const title = [...parts, m.common_app_name()].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
