import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is still mounted, for an answer that arrives later. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
