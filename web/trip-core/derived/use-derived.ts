import { useContext, useMemo, useSyncExternalStore } from 'react'
import { commonSectionNames } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import { useQueryData } from '#web/data/react/use-query-data.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { PlanSourceContext } from '#web/data/trips/plan-source.ts'
import { people as planners } from '#web/data/trips/planners.ts'
import { ownValues } from './own.ts'
import type { Derived, PlanValues, PlanView } from './plan-view.ts'

const never: Derived<boolean> = () => false

/**
 * Something that is computed from the plan of a trip. Renders again only when it is another value.
 * @param needsPlanners whether it depends on who the members are; see `needsMembersIn`
 */
export function useDerived<Value>(trip: Trip, compute: Derived<Value>, needsPlanners: Derived<boolean> = never): Value {
  const { subscribe, read } = useReadablePlan(trip, needsPlanners)
  return useSyncExternalStore(subscribe, () => compute(read()))
}

/** All that is computed from. Renders again with every change of the plan. For `needsPlanners` see `useDerived`. */
export function usePlanView(trip: Trip, needsPlanners: Derived<boolean> = never): PlanView {
  const { subscribe, read } = useReadablePlan(trip, needsPlanners)
  const { values, user, planners } = useSyncExternalStore(subscribe, read)
  return useMemo(() => ({ trip, user, values, planners }), [trip, user, values, planners])
}

interface ReadablePlan {
  subscribe: (listener: () => void) => () => void
  /** Returns the same object as long as nothing has changed. */
  read: () => PlanView
}

function useReadablePlan(trip: Trip, needsPlanners: Derived<boolean>): ReadablePlan {
  const { subscribe, readValues } = useValues(trip)
  const { user } = useSession()
  const isNeeded = useSyncExternalStore(subscribe, () => {
    const view = { trip, user: user ?? undefined, values: readValues(), planners: undefined }
    return needsPlanners(view)
  })
  const data = useQueryData(isNeeded ? planners(trip.id) : undefined)
  const read = useMemo(() => {
    let view: PlanView = { trip, user: user ?? undefined, values: readValues(), planners: data }
    return () => {
      const values = readValues()
      if (values !== view.values) view = { ...view, values }
      return view
    }
  }, [trip, user, data, readValues])
  return { subscribe, read }
}

/** The sections of a trip without its sample, as one value: the same object as long as none of them changes. */
function useValues(trip: Trip) {
  const source = useContext(PlanSourceContext)
  const stores = commonSectionNames.map((name) => source.find(trip.id, name))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of sections has a fixed length.
  return useMemo(() => {
    const current = () => stores.map((store) => store?.getSnapshot().value)
    let known = current()
    const toValues = () => {
      const stored = Object.fromEntries(commonSectionNames.map((name, index) => [name, known[index]])) as PlanValues
      return ownValues({ trip, user: undefined, values: stored, planners: undefined })
    }
    let values = toValues()
    return {
      subscribe: (listener: () => void) => {
        const stops = stores.map((store) => store?.subscribe(listener))
        return () => {
          for (const stop of stops) stop?.()
        }
      },
      readValues: () => {
        const now = current()
        if (now.some((value, index) => value !== known[index])) {
          known = now
          values = toValues()
        }
        return values
      },
    }
  }, [trip, ...stores])
}
