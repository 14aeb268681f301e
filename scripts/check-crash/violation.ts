/** A guarantee is violated. */
export class Violation extends Error {
  override readonly name = 'Violation'
}

/** @throws Violation with this message if the condition is false */
export function require(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Violation(what)
}
