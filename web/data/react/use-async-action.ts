import { useRef, useState } from 'react'

/** Calls the server when the person asks for it, and has the state of the last call; none after a `reset`. */
export function useAsyncAction<Input, Value>(call: (input: Input) => Promise<Value>, onDone: (value: Value) => void) {
  const [state, setState] = useState<{ error?: Error; isPending: boolean }>({ isPending: false })
  const calls = useRef(0)
  return {
    ...state,
    reset: () => {
      calls.current++
      setState({ isPending: false })
    },
    send: (input: Input): void => {
      const number = ++calls.current
      const end = (ended: typeof state) => calls.current === number && setState(ended)
      setState({ isPending: true })
      call(input).then(
        (value) => {
          onDone(value)
          end({ isPending: false })
        },
        (error) => end({ error, isPending: false }),
      )
    },
  }
}
