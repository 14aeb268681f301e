import { Info } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { momentOf } from '#web/ui/moment-of.ts'
import { rich } from '#web/ui/rich.ts'

const OtherDeviceDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/features/account/other-device-dialog.tsx'))).OtherDeviceDialog,
}))

/** Tells a guest that their personal link was used, usually by themselves. It overlays the page. */
export function LinkUsedNotice({ at, onTold }: { at: string; onTold: () => void }) {
  const [isRenewing, setIsRenewing] = useState(false)
  return (
    <>
      <div className="over-page pointer-events-none flex justify-center">
        <section
          aria-label={m.account_link_used_label()}
          className="pointer-events-auto grid w-full max-w-md animate-arrive gap-3 rounded-md border border-edge bg-raised p-4 text-sm shadow-lifted"
        >
          <p role="status" className="flex gap-3">
            <Info aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
            <span>
              {rich(
                m.account_link_used({
                  used_at: momentOf(at),
                  time: (text) => <time dateTime={at}>{text}</time>,
                }),
              )}
            </span>
          </p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="quiet" className="text-sm" onClick={() => setIsRenewing(true)}>
              {m.account_link_another()}
            </Button>
            <Button className="text-sm" onClick={onTold}>
              {m.account_link_used_me()}
            </Button>
          </div>
        </section>
      </div>
      <Suspense>
        {isRenewing && (
          <OtherDeviceDialog
            onClose={() => {
              setIsRenewing(false)
              onTold()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
