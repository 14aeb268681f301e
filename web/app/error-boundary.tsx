import { Component, type ReactNode } from 'react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'

/**
 * Replaces a page that failed to render (for example because a browser extension changed it) by a button that reloads
 * it. React logs the error to the console.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children
    return (
      <main className="grid min-h-dvh content-center justify-items-center gap-4 p-6 text-center">
        <h1 className="text-xl">{m.account_crash_title()}</h1>
        <p role="alert">{m.account_crash_what()}</p>
        <Button onClick={() => location.reload()}>{m.account_crash_reload()}</Button>
      </main>
    )
  }
}
