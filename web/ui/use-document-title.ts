import { useEffect } from 'react'

/** Titles the browser's tab: 'Algonquin · Overview · Wayfare'. Parts that are not known yet are left out. */
export function useDocumentTitle(...parts: (string | undefined)[]): void {
  const title = [...parts, 'Wayfare'].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
