import type { NameOf } from '../shopping/row-words.ts'

/** How the current user is called, and how others are. */
export interface Names {
  me: string
  nameOf: NameOf
}

/** Whose car it is, as the messages expect it. Cars have no names. */
export const whoseCar = (driver: string, { me, nameOf }: Names) => ({
  whose: driver === me ? 'mine' : driver === '' ? 'nobody' : 'other',
  name: nameOf(driver),
})
