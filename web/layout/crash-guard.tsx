import { Component, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

/**
 * What stands in the place of a page that could not be drawn, for instance since an extension of the browser has rewritten
 * it: a way back instead of an empty screen. The browser's log has the failure.
 */
export class CrashGuard extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children
    return (
      <main className="grid min-h-dvh content-center justify-items-center gap-4 p-6 text-center">
        <h1 className="text-xl">We couldn’t show this page</h1>
        <p role="alert">Something went wrong on this page. What you typed is saved. Reload the page to continue.</p>
        <Button onClick={() => location.reload()}>Load again</Button>
      </main>
    )
  }
}
