import type { CompiledQuery } from 'kysely'
import type { Db } from './engine.ts'

/*
 * Queries that are compiled to SQL once.
 * Job: for the busiest queries, building and compiling costs more than running them.
 * Invariants: the arguments of `build` are only used as values of the query. They must not change its form.
 */

type Build<Args extends unknown[], Row> = (db: Db, ...args: Args) => { compile: () => CompiledQuery<Row> }

/** A parameter of the compiled query: the argument with this index, or a constant. */
type Parameter = { argument: number } | { value: unknown }

interface Plan<Row> {
  query: CompiledQuery<Row>
  parameters: Parameter[]
}

class Placeholder {
  readonly argument: number

  constructor(argument: number) {
    this.argument = argument
  }
}

/**
 * Returns a function that runs the query with its arguments.
 * @param build called once per database
 */
export function compiled<Args extends unknown[], Row>(
  build: Build<Args, Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  const plans = new WeakMap<object, Plan<Row>>()
  return async (db, ...args) => {
    // All transactions share the adapter of their database.
    const { adapter } = db.getExecutor()
    let plan = plans.get(adapter)
    if (!plan) {
      plan = planOf(build, db, args.length)
      plans.set(adapter, plan)
    }
    const parameters = plan.parameters.map((parameter) =>
      'argument' in parameter ? args[parameter.argument] : parameter.value,
    )
    return (await db.executeQuery<Row>({ ...plan.query, parameters })).rows
  }
}

function planOf<Args extends unknown[], Row>(build: Build<Args, Row>, db: Db, count: number): Plan<Row> {
  const placeholders = Array.from({ length: count }, (_, argument) => new Placeholder(argument))
  const query = build(db, ...(placeholders as unknown as Args)).compile()
  return {
    query,
    parameters: query.parameters.map((value) =>
      value instanceof Placeholder ? { argument: value.argument } : { value },
    ),
  }
}
