import { useId } from 'react'
import { personalLink } from '#domain/sign-in-links.ts'
import * as m from '#messages'
import { usePersonalLink } from '#web/data/session/other-devices.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { LinkToShare } from '#web/ui/link-to-share.tsx'
import { momentOf } from '#web/ui/moment-of.ts'
import { rich } from '#web/ui/rich.ts'

export function PersonalLink() {
  const id = useId()
  const { madeAt, secret, error, isBusy, make, remove } = usePersonalLink()
  const hasLink = secret !== undefined || Boolean(madeAt)
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3 border-t border-line pt-5">
      <h3 id={id} className="text-lg">
        {m.account_link_title()}
      </h3>
      <p>{m.account_link_what()}</p>
      {error !== undefined && <ErrorBox message={error} />}
      {secret !== undefined && (
        <>
          <LinkToShare
            link={personalLink(location.origin, secret)}
            label={m.account_link_label()}
            name={m.account_link_name()}
          />
          <p className="text-sm text-muted">{m.account_link_once()}</p>
        </>
      )}
      {secret === undefined && madeAt && (
        <p className="text-sm text-muted">
          {rich(
            m.account_link_since({
              made_at: momentOf(madeAt),
              time: (text) => <time dateTime={madeAt}>{text}</time>,
            }),
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" busy={isBusy} onClick={make}>
          {hasLink ? m.account_link_another() : m.account_link_create()}
        </Button>
        {hasLink && (
          <Button variant="danger" busy={isBusy} onClick={remove}>
            {m.account_link_remove()}
          </Button>
        )}
      </div>
    </section>
  )
}
