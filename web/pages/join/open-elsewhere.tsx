import { Check, Copy } from 'lucide-react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import type { InAppBrowser } from './in-app-browser.ts'

/** Recommends another browser and says why. `onGoOn` joins here anyway. */
export function OpenElsewhere({ browser: { app, instead }, onGoOn }: { browser: InAppBrowser; onGoOn: () => void }) {
  const { state, copy } = useCopy()
  const isCopied = state === 'copied'
  return (
    <div className="grid gap-3">
      <h2 className="text-lg">{m.session_elsewhere_title({ browser: instead })}</h2>
      <p>
        {app
          ? m.session_elsewhere_why({ app, browser: instead })
          : m.session_elsewhere_why_unknown({ browser: instead })}
      </p>
      <p className="text-muted">{m.session_elsewhere_how({ browser: instead })}</p>
      <Button onClick={() => void copy(location.href)}>
        {isCopied ? <Check aria-hidden="true" className="size-5" /> : <Copy aria-hidden="true" className="size-5" />}
        {isCopied ? m.common_link_copied() : m.common_copy_link()}
      </Button>
      <Button variant="quiet" onClick={onGoOn}>
        {m.session_elsewhere_go_on()}
      </Button>
      <p role="status" className={`text-sm ${state === 'failed' ? 'text-danger' : 'text-muted'}`}>
        {state === 'copied' && m.common_link_copied_status()}
        {state === 'failed' && m.session_elsewhere_link_not_copied()}
      </p>
    </div>
  )
}
