import { useRef, useState } from 'react'

/*
 * A choice that is painted before what follows from it.
 * Job: a tick appears at once, also where handing it on redraws a long list: that begins once the tick is on the screen.
 * Invariants: every choice is handed on, in the order in which they were made; at the latest when the page is hidden or left.
 */

/** What is still to be handed on. */
const pending = new Set<() => void>()
/** A page that is not drawn has no frames. */
const NO_FRAME_MS = 200

function runAfterPaint(task: () => void): void {
  const run = () => {
    if (pending.delete(run)) task()
  }
  pending.add(run)
  requestAnimationFrame(() => setTimeout(run))
  setTimeout(run, NO_FRAME_MS)
}

function runAll(): void {
  for (const run of [...pending]) run()
}
if (typeof window !== 'undefined') {
  // Before the listeners that store what was done when a page is left.
  addEventListener('pagehide', runAll, { capture: true })
  addEventListener('visibilitychange', runAll, { capture: true })
}

/**
 * What to show of a value, and how to choose another one.
 * @param value as it is stored
 * @param handOn stores a choice
 */
export function useShownFirst<Value>(value: Value, handOn: (value: Value) => void): [Value, (value: Value) => void] {
  const [chosen, setChosen] = useState<{ value: Value }>()
  const last = useRef(chosen)
  function choose(next: Value) {
    const choice = { value: next }
    last.current = choice
    setChosen(choice)
    runAfterPaint(() => {
      handOn(next)
      if (last.current === choice) setChosen(undefined)
    })
  }
  return [chosen ? chosen.value : value, choose]
}
