import './ui/styles.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { App, prepareFirstPage } from './app/app.tsx'
import { cleanAddress } from './app/clean-address.ts'
import { followSession } from './app/session-navigation.ts'
import { trackPresses } from './ui/last-press.ts'

/** Rendering 'Loading...' first costs a slow phone more time than waiting this long for the real page. */
const LOADING_SHOWN_AFTER_MS = 400

async function start(root: HTMLElement): Promise<void> {
  cleanAddress()
  followSession()
  trackPresses()
  const prepared = prepareFirstPage().catch(() => {})
  await Promise.race([prepared, new Promise((resolve) => setTimeout(resolve, LOADING_SHOWN_AFTER_MS))])
  // A transition renders in small steps, so that a slow phone can do other work in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <ErrorBoundary>
          <App />
        </ErrorBoundary>
      </StrictMode>,
    ),
  )
}

const root = document.getElementById('root')
if (root) void start(root)
