import type { LucideIcon } from 'lucide-react'
import type { Phase } from '#domain/today/phase.ts'
import type { Later } from '#web/ui/loading/use-loaded.ts'
import type { Derived, PlanView } from './derived/plan-view.ts'
import type { OpenKind, OpenPlan } from './open.ts'
import type { PromiseSource } from './promises.ts'
import type { Tab } from './tab.ts'
import type { TodaySource } from './today.ts'

/*
 * What a feature is to the pages of a trip, where features meet.
 * Job: pages read the list of features (web/pages/trip/features.ts), so a new one is a folder and a line.
 * Invariants: no field is optional, so that nothing is forgotten. What is large loads when it is needed.
 */

export interface Feature {
  icon: LucideIcon
  /** The page that has its tab. */
  page: 'trip' | 'group' | 'map' | 'before'
  /**
   * Its tab, or the id of the tab, or the view of a tab, on which it is shown with other features. The pages of the map
   * and of what comes before the trip have no tabs: there it is ''.
   */
  tab: Tab | string | TabView
  /** What it says on Today's card: among the first lines, and below them. */
  today: { first: TodayPart | undefined; last: TodayPart | undefined }
  /** What may still be open of it in the group. */
  open: readonly OpenPart[]
  /** What people promise in it. */
  promises: PromisesPart | undefined
}

/** A view of a tab: see `useTabView`. */
export interface TabView {
  /** The tab's id. */
  of: string
  /** As the address names it. */
  view: string
}

/** Something that a feature says elsewhere than on its tab. */
interface Part<Code> {
  /** Whether it depends on who the members are: see `useDerived`. */
  needsPlanners: Derived<boolean> | undefined
  code: Later<Code>
}

/** Whether any of these parts depends on who the members are: see `useDerived`. */
export const needsPlannersIn =
  (parts: readonly Pick<Part<unknown>, 'needsPlanners'>[]): Derived<boolean> =>
  (view) =>
    parts.some(({ needsPlanners }) => needsPlanners?.(view))

/** Some lines of Today's card. */
export interface TodayPart extends Part<{ todaySource: TodaySource }> {
  /** Whether the person may have any: as long as they have none, the code of the lines does not load. */
  mayHave: (view: PlanView, phase: Phase['is']) => boolean
}

/** One kind of what may be open. */
export interface OpenPart extends Part<{ openKind: OpenKind }> {
  /** Whether planning it has begun: only then the group's card counts it. Found without its code. */
  isBegun: (plan: Pick<OpenPlan, 'view' | 'phase' | 'claimants'>) => boolean
  /** Whether its code is large: it loads only once it has begun, and for the card only if its line has room. */
  isLarge: boolean
}

export type PromisesPart = Part<{ promiseSource: PromiseSource }>

/** A feature that says nothing on Today's card. */
export const notToday: Feature['today'] = { first: undefined, last: undefined }
