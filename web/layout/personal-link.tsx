import { useId } from 'react'
import { personalLink } from '#domain/sign-in-links.ts'
import { usePersonalLink } from '#web/data/session/other-devices.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { LinkToShare } from '#web/ui/link-to-share.tsx'
import { momentOf } from './moment-of.ts'

export function PersonalLink() {
  const id = useId()
  const { madeAt, secret, error, isBusy, make, remove } = usePersonalLink()
  const hasLink = secret !== undefined || Boolean(madeAt)
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3 border-t border-line pt-5">
      <h3 id={id} className="text-lg">
        Or keep a personal link to sign in again
      </h3>
      <p>Anyone who opens it is signed in as you. Keep it somewhere only you can see, such as your notes.</p>
      {error !== undefined && <ErrorBox message={error} />}
      {secret !== undefined && (
        <>
          <LinkToShare link={personalLink(location.origin, secret)} label="Personal link" name="your trips" />
          <p className="text-sm text-muted">You won’t see this link again. Copy or send it now.</p>
        </>
      )}
      {secret === undefined && madeAt && (
        <p className="text-sm text-muted">
          Since <time dateTime={madeAt}>{momentOf(madeAt)}</time> there’s a link. A new link replaces it, and devices
          that used the old one are signed out.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" busy={isBusy} onClick={make}>
          {hasLink ? 'Make a new link' : 'Make a link'}
        </Button>
        {hasLink && (
          <Button variant="danger" busy={isBusy} onClick={remove}>
            Remove the link
          </Button>
        )}
      </div>
    </section>
  )
}
