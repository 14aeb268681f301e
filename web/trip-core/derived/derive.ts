import type { Derived } from './plan-view.ts'

/*
 * What is computed from the plan.
 * Job: one computation for each edit, however many screens show the result.
 * Invariants: as long as its inputs are the same objects, the result is the same object. Sections are immutable and
 *   share what did not change, so this is exact.
 */

type ValuesOf<Inputs extends readonly Derived<unknown>[]> = { [Index in keyof Inputs]: ReturnType<Inputs[Index]> }
type LoadedOf<Values extends readonly unknown[]> = { [Index in keyof Values]: NonNullable<Values[Index]> }

/** Two screens may read it with other inputs at a time: of another trip, or before the members are known. */
const KEPT = 3

/**
 * A value that is computed from others, again only when one of them is another object than before.
 * @param compute gets the values of the inputs, and what it returned last: unchanged parts of it may be kept
 */
export function derive<const Inputs extends readonly Derived<unknown>[], Value>(
  inputs: Inputs,
  compute: (values: ValuesOf<Inputs>, before: Value | undefined) => Value,
): Derived<Value> {
  let kept: { values: readonly unknown[]; value: Value }[] = []
  return (view) => {
    const values = inputs.map((input) => input(view))
    const same = kept.find((one) => one.values.every((value, index) => value === values[index]))
    if (same) return same.value
    const value = compute(values as unknown as ValuesOf<Inputs>, kept[0]?.value)
    kept = [{ values, value }, ...kept].slice(0, KEPT)
    return value
  }
}

/** The same for a value that needs all of its inputs: undefined as long as one of them is. */
export function deriveLoaded<const Inputs extends readonly Derived<unknown>[], Value>(
  inputs: Inputs,
  compute: (values: LoadedOf<ValuesOf<Inputs>>, before: Value | undefined) => Value,
): Derived<Value | undefined> {
  return derive<Inputs, Value | undefined>(inputs, (values, before) =>
    (values as readonly unknown[]).includes(undefined)
      ? undefined
      : compute(values as unknown as LoadedOf<ValuesOf<Inputs>>, before),
  )
}
