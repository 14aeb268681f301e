import { absencesOf, listPeopleOnDuties } from '#domain/duties/people-on-duty.ts'
import { duties as dutiesSection } from '#domain/plan/duties.ts'
import { derive } from './derive.ts'
import { listedPeople, tripDates } from './people.ts'
import { section } from './plan-view.ts'

/** Why somebody is not there at a time; undefined if they are. */
export const findAbsence = derive([listedPeople, tripDates], ([people, dates]) => absencesOf(people, dates))

/** Who has which duty. Empty until it is loaded. */
export const onDuties = derive([section('duties'), findAbsence], ([duties, absence]) =>
  listPeopleOnDuties(duties ?? dutiesSection.empty, absence),
)
