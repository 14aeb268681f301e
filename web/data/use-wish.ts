import { useState } from 'react'

/** Something that is asked of the server when the person wishes it. */
export function useWish<Wish, Value>(ask: (wish: Wish) => Promise<Value>, onDone: (value: Value) => void) {
  const [state, setState] = useState<{ error?: Error; isPending: boolean }>({ isPending: false })
  return {
    ...state,
    reset: () => setState({ isPending: false }),
    send: (wish: Wish): void => {
      setState({ isPending: true })
      ask(wish).then(
        (value) => {
          onDone(value)
          setState({ isPending: false })
        },
        (error) => setState({ error, isPending: false }),
      )
    },
  }
}
