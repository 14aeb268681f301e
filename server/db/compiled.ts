import type { CompiledQuery } from 'kysely'
import type { Db } from './engine.ts'

/*
 * Queries whose SQL is made once.
 * Job: spare the busiest queries from being built and compiled anew with every call, which costs more than running them.
 * Invariants: the arguments of `build` are used as values of the query and for nothing else; they may not decide its form.
 * Failure: as the query's own.
 */

type Build<Args extends unknown[], Row> = (db: Db, ...args: Args) => { compile: () => CompiledQuery<Row> }

/** A parameter of the compiled query: the argument of that number, or a value that is always the same. */
type Parameter = { argument: number } | { value: unknown }

interface Plan<Row> {
  query: CompiledQuery<Row>
  parameters: Parameter[]
}

/** Stands for an argument while the query is compiled. */
class Placeholder {
  readonly argument: number

  constructor(argument: number) {
    this.argument = argument
  }
}

/**
 * Makes a function that runs the query with other arguments.
 * @param build the query; called once per engine
 */
export function compiled<Args extends unknown[], Row>(
  build: Build<Args, Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  const plans = new WeakMap<object, Plan<Row>>()
  return async (db, ...args) => {
    // Every transaction shares the adapter of its database.
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
