import { useEffect } from 'react'

/** Sets the title of the browser's tab: 'Algonquin · Overview · Wayfare'. Unknown parts are left out. */
export function useDocumentTitle(...parts: (string | undefined)[]): void {
  const title = [...parts, 'Wayfare'].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
