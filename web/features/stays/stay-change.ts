import { withPassengers } from '#domain/journeys/edit-journey.ts'
import type { Stay } from '#domain/plan/stays.ts'

export type StayChange = Partial<Omit<Stay, 'id'>>
/** `isTyped`: the change comes letter by letter. */
export type ChangeStay = (change: StayChange, isTyped?: boolean) => void

/** A stay with this change. Codes and files of guests who are gone are for everybody. */
export function withStayChange(stay: Stay, change: StayChange): Stay {
  const changed = { ...stay, ...change }
  return change.passengers ? withPassengers(changed, change.passengers) : changed
}
