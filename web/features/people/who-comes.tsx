import { ClipboardList } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { canManagePeople } from '#domain/access.ts'
import { countAnswers } from '#domain/count-attendance.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useTripOver } from '#web/trip-core/days/trip-over.ts'
import { useIsUnderWay } from '#web/trip-core/days/use-is-over.ts'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { AnswerFilter } from './answer-filter.tsx'
import { InviteButton } from './invite-button.tsx'
import type { ListFilter } from './listed-people.ts'
import { usePeopleSlots } from './people-slots.ts'
import { Unanswered } from './unanswered.tsx'
import { isFew, type PeopleEditing } from './use-people-list.ts'

interface WhoComesProps {
  trip: Trip
  list: PeopleEditing
  only: ListFilter | undefined
  onOnly: (only: ListFilter | undefined) => void
  onInvite: () => void
  /** What an organizer must decide, or who has the plan: one line. */
  children: ReactNode
}

/** How many are coming, who has not answered, and the way to get more people in. */
export function WhoComes({
  trip,
  list: { parties, persons, isAlone },
  only,
  onOnly,
  onInvite,
  children,
}: WhoComesProps) {
  const [isOpenShown, setIsOpenShown] = useState(false)
  const { OpenDialog } = usePeopleSlots()
  const isOver = useTripOver()
  const isUnderWay = useIsUnderWay(trip.id)
  if (isAlone) return null
  const counts = countAnswers(parties)
  const given = Object.values(counts).filter((count) => count > 0).length
  // The answers of a family need little room: on a larger screen the rest is beside them.
  const isSmall = parties.length <= 2 && given <= 2 && !isFew(persons)
  return (
    <Panel
      className="max-sm:p-4"
      title={isOver ? m.group_people_came() : isUnderWay ? m.group_people_here() : m.group_people_coming()}
      actions={canManagePeople(trip) && <InviteButton onInvite={onInvite} isQuiet={isOver || isUnderWay} />}
    >
      <div className={`grid grid-cols-1 gap-1.5 ${isSmall ? 'sm:flex sm:flex-wrap sm:items-center sm:gap-x-6' : ''}`}>
        {!isFew(persons) && (
          <div className={isSmall ? (given > 1 ? 'sm:w-64' : 'sm:w-32') : ''}>
            <AnswerFilter {...{ counts, isUnderWay, only, onOnly }} />
          </div>
        )}
        {!isOver && (
          <Unanswered {...{ trip, parties }} mayRemind={!isUnderWay}>
            <TextButton onClick={() => setIsOpenShown(true)}>
              <ClipboardList aria-hidden="true" className="size-5 shrink-0" />
              {m.open_show()}
            </TextButton>
          </Unanswered>
        )}
        {children}
      </div>
      <Suspense>{isOpenShown && <OpenDialog trip={trip} onClose={() => setIsOpenShown(false)} />}</Suspense>
    </Panel>
  )
}
