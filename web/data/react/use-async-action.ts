import { useState } from 'react'

/** Calls the server when the person asks for it, and has the state of that call. */
export function useAsyncAction<Input, Value>(call: (input: Input) => Promise<Value>, onDone: (value: Value) => void) {
  const [state, setState] = useState<{ error?: Error; isPending: boolean }>({ isPending: false })
  return {
    ...state,
    reset: () => setState({ isPending: false }),
    send: (input: Input): void => {
      setState({ isPending: true })
      call(input).then(
        (value) => {
          onDone(value)
          setState({ isPending: false })
        },
        (error) => setState({ error, isPending: false }),
      )
    },
  }
}
