import { type Car, newCar } from '../plan/rides.ts'

/** A car of this driver. `more` is what differs from a new car. */
export function buildCar(driver: string, more: Partial<Car> = {}): Car {
  return { ...newCar(crypto.randomUUID(), driver), ...more }
}
