import { type RefObject, useEffect, useMemo, useState } from 'react'

const PAUSE_MS = 1200

/** Where each entry of a list is on the screen, by its id or key; one that is nowhere is not in it. */
export type Places = ReadonlyMap<string, 'open' | 'done'>

/**
 * The places of entries, after a pause: one that was just ticked stays under the finger, so that the next tap does not
 * meet another. New ones appear at once.
 * @param view what is chosen to be shown. In another view, everything is at its place
 * @param list has the entries, each in an `li` with its id: one stays as long as the keyboard's focus is on it. Without
 *   it, an entry moves from under the focus
 */
export function useSettled(places: Places, view: string, list?: RefObject<HTMLElement | null>): Places {
  const [settled, setSettled] = useState({ places, view })
  if (settled.view !== view) setSettled({ places, view })
  useEffect(() => {
    if (settled.places === places) return
    const timer = setInterval(() => {
      const { id = '' } = list?.current?.querySelector('li :focus-visible')?.closest('li') ?? {}
      if (places.get(id) === settled.places.get(id)) setSettled({ places, view })
    }, PAUSE_MS)
    return () => clearInterval(timer)
  }, [places, settled, view, list])
  return useMemo(
    () => (settled.view === view ? new Map([...places, ...settled.places]) : places),
    [places, settled, view],
  )
}
