import { Check, Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import type { InAppBrowser } from './in-app-browser.ts'

/** Says in which browser the trip is better opened, and why. `onGoOn` joins here all the same. */
export function OpenElsewhere({ browser: { app, instead }, onGoOn }: { browser: InAppBrowser; onGoOn: () => void }) {
  const { state, copy } = useCopy()
  const isCopied = state === 'copied'
  return (
    <div className="grid gap-3">
      <h2 className="text-lg">Open this page in {instead}</h2>
      <p>
        This is {app ? `${app}’s` : 'an app’s'} own browser: the trip that you join here is not there in {instead}, nor
        where there is no signal.
      </p>
      <p className="text-muted">
        Copy the link and paste it into {instead}, or choose ‘Open in browser’ in the menu of this page.
      </p>
      <Button onClick={() => void copy(location.href)}>
        {isCopied ? <Check aria-hidden="true" className="size-5" /> : <Copy aria-hidden="true" className="size-5" />}
        {isCopied ? 'Link Copied!' : 'Copy Link'}
      </Button>
      <Button variant="quiet" onClick={onGoOn}>
        Go on here
      </Button>
      <p role="status" className={`text-sm ${state === 'failed' ? 'text-danger' : 'text-muted'}`}>
        {state === 'copied' && 'Link copied.'}
        {state === 'failed' && 'The link wasn’t copied. Copy it from the message it came in.'}
      </p>
    </div>
  )
}
