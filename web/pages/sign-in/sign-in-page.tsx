import { useEffect, useState } from 'react'
import type { SignUps } from '#domain/api/auth.ts'
import { CODE_PATH, PASSWORD_PATH } from '#domain/sign-in-links.ts'
import * as m from '#messages'
import { type Beta, findBeta, loadBeta } from '#web/data/session/beta.ts'
import { findReturnTarget } from '#web/data/session/return-target.ts'
import { useSignUps } from '#web/data/session/sign-ups.ts'
import { Backdrop } from '#web/ui/backdrop.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { BetaCounter } from './beta-counter.tsx'
import { DemoHint } from './demo-hint.tsx'
import { RegistrationForm } from './registration-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignOutReasonNotice } from './sign-out-reason.tsx'

/** Sign-in with a device code or a new password. */
const ways = [
  { href: PASSWORD_PATH, words: m.session_forgot_title() },
  { href: CODE_PATH, words: m.session_have_code() },
]

interface SignInPageProps {
  /** Called when they start to sign in. */
  onReach: () => void
  /** The token of the invitation that they came with, by which they may register where only invited people may. */
  invitation?: string | undefined
}

/** The page for people who are not signed in. */
export function SignInPage({ onReach, invitation }: SignInPageProps) {
  const [beta, setBeta] = useState<Beta | undefined>(findBeta)
  useEffect(() => void loadBeta().then(setBeta), [])
  /** Somebody who was sent a trip wants to see that one, not to try the app with the demo account. */
  const showsDemo = !findReturnTarget()?.isShared
  const signUps = useSignUps()
  const isOpen = mayRegister(signUps ?? 'open', invitation)
  useDocumentTitle(m.session_sign_in())
  return (
    <>
      <Backdrop type="car_trip" />
      {/* Large text makes it one column: container queries count in the size of the text, media queries do not. */}
      <div className="@container flex grow flex-col">
        <main className="mx-auto grid w-full grid-cols-1 max-w-5xl grow content-start gap-x-14 gap-y-8 px-4 py-8 @3xl:grid-cols-[1fr_26rem] @3xl:pt-[14vh]">
          <header className="grid grid-cols-1 content-start gap-4 @3xl:row-span-2 @3xl:pt-8">
            <Wordmark className="text-[min(var(--text-2xl),11vw)]" />
            <p className="sign max-w-[10.6em] text-2xl leading-[1.1] text-balance @3xl:text-3xl">
              {m.session_sign_in_slogan()}
            </p>
            <BetaCounter count={beta?.beta_users} isUnknown={beta?.isUnknown === true} />
          </header>
          <div className="grid grid-cols-1 content-start gap-4">
            {!navigator.cookieEnabled && <Notice tone="warn">{m.session_cookies_blocked()}</Notice>}
            <SignOutReasonNotice mayRegister={signUps && isOpen} />
            <SignInForm onReach={onReach} />
            {/* What is not known yet has its room, and nobody can type into it. */}
            <div className={`grid grid-cols-1 gap-4 ${signUps ? '' : 'invisible'}`}>
              {isOpen ? (
                <RegistrationForm onReach={onReach} invitation={invitation} />
              ) : (
                <RegistrationClosed isOff={signUps === 'off'} isInvited={Boolean(invitation)} />
              )}
              {ways.map(({ href, words }) => (
                <a
                  key={href}
                  href={href}
                  className="touch inline-flex items-center justify-self-center rounded-md px-3 text-sm text-action underline underline-offset-4"
                >
                  {words}
                </a>
              ))}
            </div>
            {/* Last, and with its room kept: it comes a moment later. */}
            {showsDemo && <div className="min-h-22.5">{beta?.demo && <DemoHint {...beta.demo} />}</div>}
          </div>
        </main>
      </div>
    </>
  )
}

/** What somebody without an account does instead. */
function RegistrationClosed({ isOff, isInvited }: { isOff: boolean; isInvited: boolean }) {
  return (
    <div className="card grid gap-2 px-4 py-3.5">
      <p>{isOff ? m.session_register_off() : m.session_register_invited()}</p>
      {!isInvited && <p className="text-muted">{m.session_register_guest()}</p>}
    </div>
  )
}

function mayRegister(signUps: SignUps, invitation: string | undefined): boolean {
  return signUps === 'open' || (signUps === 'invited' && Boolean(invitation))
}
