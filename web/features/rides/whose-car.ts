import type { Names } from '#web/trip-core/people/names.ts'

/** Whose car it is, as the messages expect it. Cars have no names. */
export const whoseCar = (driver: string, { me, nameOf }: Names) => ({
  whose: driver === me ? 'mine' : driver === '' ? 'nobody' : 'other',
  name: nameOf(driver),
})
