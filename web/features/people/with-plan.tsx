import { Smartphone } from 'lucide-react'
import type { Party } from '#domain/plan/people.ts'
import * as m from '#messages'
import { labelOf } from '#web/trip-core/people/person-words.ts'
import type { Access } from '#web/trip-core/people/use-access.ts'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { type ListFilter, splitByPlan } from './listed-people.ts'

interface WithPlanProps {
  parties: readonly Party[]
  /** The current user's id in the plan. */
  me: string
  access: Access
  only: ListFilter | undefined
  onOnly: (only: ListFilter | undefined) => void
}

/** How many have the plan; a press shows who hasn't. Its place is there before the number is known. */
export function WithPlan({ parties, me, access, only, onOnly }: WithPlanProps) {
  const line = 'inline-flex min-h-11 items-center text-sm leading-snug text-muted'
  if (!access.people && access.state !== 'loading') return <p className={line}>{m.group_access_unknown()}</p>
  const { opened, of, without } = splitByPlan(parties, access.people ?? [])
  const isPressed = only === 'without_plan'
  // If all others are guarded children, there is nobody to remind.
  if (of < 2 && !isPressed && [...without].every((id) => id === me)) return null
  const single = of === 1 ? parties.flatMap(({ persons }) => persons).find(({ id }) => without.has(id)) : undefined
  const words = single
    ? m.group_people_one_without_plan({ name: labelOf(single) })
    : m.group_people_with_plan({ opened, of })
  if (without.size === 0 && !isPressed) return <p className={line}>{words}</p>
  return (
    <TextButton
      aria-pressed={isPressed}
      onClick={() => onOnly(isPressed ? undefined : 'without_plan')}
      className={`justify-self-start aria-pressed:bg-action-soft ${access.people ? '' : 'invisible'}`}
    >
      <Smartphone aria-hidden="true" className="size-5 shrink-0" />
      {words}
    </TextButton>
  )
}
