import { ArrowRight, CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { isHeld } from '#domain/costs/fees.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import type { Transfer } from '#domain/costs/settle.ts'
import type { Payee, Payment } from '#domain/plan/costs.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { nameInside } from './cost-rows.ts'
import { type CostsGroup, nameHousehold } from './costs-group.ts'
import { payingHouseholds } from './fee-words.ts'
import { findPayee, findPayeeOf } from './find-payee.ts'
import { listOpenPayments } from './open-ends.ts'
import { PayDetails } from './pay-details.tsx'
import type { CostsView } from './use-costs.ts'

/** Transfers of the current user's household that are shown at once. Those of others are shown on request. */
const MAX_OWN = 6

interface SettleUpProps {
  trip: Trip
  view: CostsView
  currency: string
  /** After the trip, settling up is the main thing to do. */
  isOver: boolean
  /** Notes a payment; undefined for people who may not. */
  onPay: ((transfer: Transfer) => void) | undefined
  onAnswer: ((payment: Payment, answer: 'received' | 'not_received') => void) | undefined
  onOpen: (paymentId: string) => void
  /** Says how to pay the current user; undefined for people who may not. */
  onPayee: (() => void) | undefined
}

/** Who pays whom, and payments that wait for an answer. */
export function SettleUp({ trip, view, currency, isOver, onPay, onAnswer, onOpen, onPayee }: SettleUpProps) {
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isWhole, setIsWhole] = useState(false)
  const { group, transfers, held, costs, section } = view
  const { payees, fees } = section.value
  // Two households know how to pay each other.
  const isOffered = fees.length > 0 || payingHouseholds(group).length > 2
  const { toConfirm, forOthers, claimed } = listOpenPayments(costs.payments, group, view.answering)
  const own = transfers.filter((transfer) => isOwn(transfer, group))
  const others = transfers.filter((transfer) => !isOwn(transfer, group))
  const first = [...own.slice(0, MAX_OWN), ...(others.length === 1 && own.length <= MAX_OWN ? others : [])]
  const isLong = transfers.length > first.length
  const shown = isWhole ? [...own, ...others] : first
  // Otherwise the focus would go on to the next payment's button, and one more Enter press it.
  const answer: SettleUpProps['onAnswer'] = (...given) => {
    heading.current?.focus({ preventScroll: true })
    onAnswer?.(...given)
  }
  if (toConfirm.length + forOthers.length + claimed.length + transfers.length === 0) return null
  return (
    <section aria-labelledby={title} className="grid grid-cols-1 gap-3 card px-4 py-3">
      <h3 ref={heading} id={title} tabIndex={-1} className="text-lg">
        {m.costs_settle_title()}
      </h3>
      {toConfirm.map(({ payment }) => (
        <Confirmation key={payment.id} {...{ payment, group, isOver }} onAnswer={onAnswer && answer} />
      ))}
      {shown.length > 0 && (
        <ul className="grid">
          {shown.map((transfer) => (
            <TransferRow
              key={`${transfer.from} ${transfer.to}`}
              {...{ trip, transfer, group, currency, isOver, onPay }}
              payee={transfer.from === group.mine ? findPayeeOf(transfer.to, payees, view) : undefined}
            />
          ))}
        </ul>
      )}
      {transfers.length > 0 && isOver && isHeld(section.value) && (
        <p className="text-sm text-muted">{m.fees_in_settling()}</p>
      )}
      {transfers.length > 0 && held.size > 0 && <p className="text-sm text-muted">{m.fees_settled_later()}</p>}
      {onPayee && isOffered && transfers.some(({ to }) => to === group.mine) && !findPayee(payees, group.me) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
          <p className="min-w-0 grow basis-48 text-sm text-muted">{m.payees_offer()}</p>
          <Button variant="quiet" className="text-sm" onClick={onPayee}>
            {m.payees_add()}
          </Button>
        </div>
      )}
      {isLong && (
        <Button variant="quiet" className="w-full text-sm print:hidden" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? m.costs_show_fewer() : m.costs_show_transfers({ count: transfers.length })}
        </Button>
      )}
      {forOthers.map(({ payment }) => (
        <Confirmation key={payment.id} {...{ payment, group }} isOver={false} onAnswer={onAnswer && answer} />
      ))}
      {claimed.map(({ payment, answer }) => (
        <Reported key={payment.id} onOpen={() => onOpen(payment.id)} isDenied={answer === 'not_received'}>
          {claimText(payment, answer, group)}
        </Reported>
      ))}
    </section>
  )
}

const isOwn = ({ from, to }: Transfer, { mine }: CostsGroup) => from === mine || to === mine

interface ConfirmationProps {
  payment: Payment
  group: CostsGroup
  isOver: boolean
  onAnswer: SettleUpProps['onAnswer']
}

/** Asks the person whom somebody says to have paid, or an organizer in place of somebody who cannot answer. */
function Confirmation({ payment, group, isOver, onAnswer }: ConfirmationProps) {
  const amount = formatMoney(payment.amount, payment.currency, group.currency)
  const question = m.costs_confirm_question({
    by: payment.added_by === group.me ? 'me' : payment.added_by === payment.from ? 'from' : 'other',
    name: group.nameOf(payment.added_by),
    from: payment.added_by === payment.from ? group.nameOf(payment.from) : nameInside(payment.from, group),
    to: nameInside(payment.to, group),
    who: payment.to === group.me ? 'me' : 'other',
    amount,
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is for a form.
    <div role="group" aria-label={question} className="inlay grid grid-cols-1 gap-2 p-3">
      <p>{question}</p>
      {onAnswer && (
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button variant={isOver ? 'primary' : 'quiet'} onClick={() => onAnswer(payment, 'received')}>
            <CircleCheck aria-hidden="true" className="size-5" />
            {m.costs_received()}
          </Button>
          <Button variant="quiet" onClick={() => onAnswer(payment, 'not_received')}>
            {m.costs_not_received()}
          </Button>
        </div>
      )}
    </div>
  )
}

interface TransferRowProps {
  trip: Trip
  transfer: Transfer
  group: CostsGroup
  currency: string
  isOver: boolean
  onPay: SettleUpProps['onPay']
  /** How to pay the receiver, for those who have to. */
  payee: Payee | undefined
}

function TransferRow({ trip, transfer, group, currency, isOver, onPay, payee }: TransferRowProps) {
  const [from, to] = [nameHousehold(transfer.from, group), nameHousehold(transfer.to, group)]
  const amount = formatMoney(transfer.amount, currency, currency)
  const label =
    transfer.from === group.mine ? m.costs_i_paid() : transfer.to === group.mine ? m.costs_i_got() : m.costs_mark_paid()
  return (
    <li className="grid max-w-none gap-1 border-b border-line/60 py-2 last:border-b-0">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <span className="wrap-anywhere">{from.name}</span>
        <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-accent" />
        <span className="sr-only">{m.costs_pays({ who: from.who })}</span>
        <span className="wrap-anywhere">{to.inside}</span>
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="sign text-xl tabular-nums">{amount}</span>
        {onPay && (
          <Button
            variant={isOver && isOwn(transfer, group) ? 'primary' : 'quiet'}
            className="text-sm print:hidden"
            aria-label={m.costs_pay_label({ act: label, from: from.name, to: to.inside, amount })}
            onClick={() => onPay(transfer)}
          >
            {label}
          </Button>
        )}
      </span>
      {payee && (
        <PayDetails
          {...{ trip, payee, currency }}
          name={group.nameOf(payee.id)}
          place={transfer.to}
          otherWords={m.payees_other_person({ name: to.inside })}
          amount={transfer.amount}
          tripCurrency={currency}
        />
      )}
    </li>
  )
}

interface ReportedProps {
  isDenied: boolean
  onOpen: () => void
  children: ReactNode
}

function Reported({ isDenied, onOpen, children }: ReportedProps) {
  const Icon = isDenied ? TriangleAlert : Clock
  return (
    <button
      type="button"
      onClick={onOpen}
      className={`touch -mx-2 flex items-start gap-2 rounded-md px-2 py-2 text-left text-sm hover:bg-action-soft ${isDenied ? 'text-warn' : 'text-muted'}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </button>
  )
}

function claimText(payment: Payment, answer: Payment['answer'], group: CostsGroup): string {
  const texts = {
    from: group.nameOf(payment.from),
    who: payment.from === group.me ? 'me' : 'other',
    to: group.nameOf(payment.to),
    amount: formatMoney(payment.amount, payment.currency, group.currency),
  }
  return answer === '' ? m.costs_claim_waits(texts) : m.costs_claim_denied(texts)
}
