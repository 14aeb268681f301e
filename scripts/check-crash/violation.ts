/** Something that was promised does not hold. */
export class Violation extends Error {
  override readonly name = 'Violation'
}

/** @throws Violation, saying what should hold */
export function require(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Violation(what)
}
