import { Check, Copy, ExternalLink } from 'lucide-react'
import { lazy, Suspense, useId, useRef } from 'react'
import { epcText } from '#domain/costs/epc.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import { ibanInGroups } from '#domain/costs/iban.ts'
import { hostOfLink, isPaymentLink } from '#domain/costs/payment-link.ts'
import { daysBetween, formatLocalDate, type LocalDate } from '#domain/local-date.ts'
import type { Payee } from '#domain/plan/costs.ts'
import { trimmed } from '#domain/text.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { useSeenPayee, useSeenReceiver } from './use-seen-payee.ts'

const QrCode = lazy(async () => ({ default: (await importWithRetry(() => import('#web/ui/qr-code.tsx'))).QrCode }))

/** For so many days a change is told. */
const TOLD_DAYS = 30

interface PayDetailsProps {
  trip: Pick<Trip, 'id' | 'name'>
  payee: Payee
  /** What the person is called. */
  name: string
  /** What is paid, by its id: a household or a fee. If another person is to be paid for it than before, it says so. */
  place: string
  /** What it says then. */
  otherWords: string
  /** What is to be paid, in minor units. */
  amount: number
  currency: string
  tripCurrency: string
}

/** How to pay somebody. Says if that has changed: somebody else may want the money. */
export function PayDetails(props: PayDetailsProps) {
  const { trip, payee, name, place, otherWords, amount, currency, tripCurrency } = props
  const box = useRef<HTMLDivElement>(null)
  const title = useId()
  const today = useTripClock(trip.id).date
  const details = useSeenPayee(trip.id, payee)
  const receiver = useSeenReceiver(trip.id, place, payee.id)
  const { iban, link, note, changed_on } = payee
  const holder = trimmed(payee.account_name)
  const money = formatMoney(amount, currency, tripCurrency)
  const code = iban && epcText({ name: holder || name, iban, amount, currency, text: trip.name })
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is for a form.
    <div
      ref={box}
      role="group"
      tabIndex={-1}
      aria-labelledby={title}
      className="inlay grid grid-cols-1 gap-3 p-3 print:hidden"
    >
      <p id={title} className="font-semibold wrap-anywhere">
        {m.payees_how({ name })}
      </p>
      {(receiver.isChanged || details.isChanged) && (
        <CheckFirst
          words={receiver.isChanged ? otherWords : m.payees_check_first({ name })}
          done={receiver.isChanged ? m.payees_checked() : m.payees_asked({ name })}
          onDone={() => {
            box.current?.focus({ preventScroll: true })
            receiver.accept()
            details.accept()
          }}
        />
      )}
      {isRecent(changed_on, today) && (
        <p className="text-sm text-warn">
          {m.payees_changed({ name, date: formatLocalDate(changed_on as LocalDate, 'en-CA', monthAndDay) })}
        </p>
      )}
      {iban && <Account iban={iban} holder={holder} />}
      {code && (
        <figure className="grid justify-items-start gap-1">
          <span className="block size-44 max-w-full">
            <Suspense>
              <QrCode text={code} label={m.payees_qr({ name, amount: money })} />
            </Suspense>
          </span>
          <figcaption className="text-sm text-muted">{m.payees_qr_hint({ amount: money })}</figcaption>
        </figure>
      )}
      {/* Stored by any client: an address of another kind is no link. */}
      {isPaymentLink(link) && (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="touch inline-flex items-center gap-2 justify-self-start font-semibold text-action underline wrap-anywhere"
        >
          {m.payees_pay_at({ host: hostOfLink(link) })}
          <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
        </a>
      )}
      {trimmed(note) && <p className="whitespace-pre-line wrap-anywhere">{trimmed(note)}</p>}
    </div>
  )
}

interface CheckFirstProps {
  words: string
  done: string
  onDone: () => void
}

/** That somebody should not pay before they have asked: another person may want the money. */
export function CheckFirst({ words, done, onDone }: CheckFirstProps) {
  return (
    <Notice
      tone="warn"
      action={
        <Button variant="quiet" className="text-sm" onClick={onDone}>
          {done}
        </Button>
      }
    >
      <p role="alert">{words}</p>
    </Notice>
  )
}

const monthAndDay = { month: 'short', day: 'numeric' } as const

/** Dates of other time zones may be a day ahead. */
function isRecent(changedOn: Payee['changed_on'], today: LocalDate): boolean {
  if (changedOn === '') return false
  const days = daysBetween(changedOn as LocalDate, today)
  return days >= -1 && days <= TOLD_DAYS
}

function Account({ iban, holder }: { iban: string; holder: string }) {
  const { state, copy } = useCopy()
  return (
    <div className="grid gap-1">
      <span className="flex items-center gap-1">
        <span className="min-w-0 grow">
          <span className="block text-sm text-muted">{m.payees_iban_short()}</span>
          <span className="font-semibold tabular-nums wrap-anywhere">{ibanInGroups(iban)}</span>
        </span>
        <IconButton
          icon={state === 'copied' ? Check : Copy}
          label={m.payees_copy()}
          title={m.payees_copy()}
          onClick={() => void copy(iban)}
        />
      </span>
      {holder && <span className="text-sm wrap-anywhere">{m.payees_account_of({ name: holder })}</span>}
      <p role="status" className={`text-sm empty:hidden ${state === 'failed' ? 'text-danger' : 'text-muted'}`}>
        {state === 'copied' && m.payees_copied()}
        {state === 'failed' && m.payees_copy_failed()}
      </p>
    </div>
  )
}
