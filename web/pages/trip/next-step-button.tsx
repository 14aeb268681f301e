import { Link } from 'wouter'
import type { NextStep } from '#domain/today/next-step.ts'
import * as m from '#messages'
import { DEPARTURE_ROW, openDetail } from '#web/features/details/open-detail.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'

/** Inviting has its button in the group's card. */
const links: Record<Exclude<NextStep, 'dates' | 'invite'>, { text: () => string; to: string }> = {
  vote: { text: m.today_step_vote, to: '/before#polls' },
  poll: { text: m.today_step_poll, to: '/before#polls' },
  answer: { text: m.today_step_answer, to: '/group' },
  confirm: { text: m.today_step_confirm, to: '/group' },
  pack: { text: m.today_step_pack, to: '?tab=checklist' },
  costs: { text: m.today_step_costs, to: '/group?tab=costs' },
}

/** The one filled button of Overview: what the current user should do next. */
export function NextStepButton({ step, tripId }: { step: NextStep | undefined; tripId: string }) {
  if (step === undefined || step === 'invite') return null
  return (
    <p className="pt-2">
      {step === 'dates' ? (
        <Button onClick={() => openDetail(DEPARTURE_ROW)}>{m.today_step_dates()}</Button>
      ) : (
        <Link href={`/trip/${tripId}${links[step].to}`} className={buttonLook('primary')}>
          {links[step].text()}
        </Link>
      )}
    </p>
  )
}
