import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo } from 'react'
import { countExpected } from '#domain/expected-people.ts'
import type { Json } from '#domain/operations/json.ts'
import { details as detailsSection } from '#domain/plan/details.ts'
import type { SectionValue } from '#domain/plan/index.ts'
import { partsOf } from '#domain/templates/own-parts.ts'
import type { SampleName } from '#domain/templates/sample.ts'
import type { Trip } from '#domain/trip.ts'
import { dayCount } from '#domain/trip-days.ts'
import * as m from '#messages'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import type { Undo } from '#web/ui/undo-bar.tsx'
import { section as ownValue } from '../derived/plan-view.ts'
import { useDerived } from '../derived/use-derived.ts'
import { TextButton } from '../text-button.tsx'
import type { UseSample } from './use-sample.ts'

/*
 * The sample that a trip starts with, where it is shown: what it is, and how to use it or remove it.
 * Nothing is computed from it (derived/own.ts).
 */

const Back = lazy(async () => ({
  default: (await importWithRetry(() => import('./restore-sample.tsx'))).RestoreSampleButton,
}))

export interface SampleProps<Name extends SampleName> {
  of: Name
  trip: Trip
  section: ShownSection<Name>
  /** Not needed where nothing can be edited. */
  offerUndo?: (undo: Undo) => void
}

/** What of a section is still the sample. */
interface ShownSample {
  /** Whether a part is. */
  isSample: (path: string, part: Json) => boolean
  /** Whether nobody has planned anything in the section. */
  isAll: boolean
  /** Undefined for people who may not edit it. */
  acts: { adopt: (part: string) => void; removeAll: () => void } | undefined
}

const nothing: ShownSample = { isSample: () => false, isAll: false, acts: undefined }
const SampleContext = createContext<ShownSample>(nothing)

/** What of a section is still the sample; undefined if nothing is. */
export function useSample<Name extends SampleName>(props: SampleProps<Name>): ShownSample | undefined {
  const { of, trip, section } = props
  const own = useDerived(trip, ownValue(of)) as SectionValue<Name> | undefined
  const isOwn = own === undefined || own === section.value
  const found = useMemo(() => {
    if (isOwn || own === undefined) return undefined
    const parts = new Map(partsOf[of](own))
    return { isSample: (path: string, part: Json) => parts.get(path) !== part, isAll: parts.size === 0 }
  }, [of, own, isOwn])
  const acts = useActs(props, found)
  return useMemo(() => found && { ...found, acts }, [found, acts])
}

/** Lets the parts within it tell whether they are a sample, and offers them. */
export function SampleParts({ sample = nothing, children }: { sample: ShownSample | undefined; children: ReactNode }) {
  return <SampleContext value={sample}>{children}</SampleContext>
}

/** Tells whether a part of the section on the screen is a sample. */
export function useIsSample(): ShownSample['isSample'] {
  return useContext(SampleContext).isSample
}

/** Whether a part of the section on the screen is a sample. See `pathOf`. */
export function useIsSamplePart(path: string, part: Json): boolean {
  return useIsSample()(path, part)
}

interface AdoptProps {
  /** The path of the part that is adopted, such as a day; see `pathOf`. */
  part: string
  /** What the button says. */
  text: string
  /** Names the part for screen readers. */
  label: string
}

/** The button that takes up a part of the sample. Render it only where the part is one. */
export function AdoptButton({ part, text, label }: AdoptProps) {
  const { acts } = useContext(SampleContext)
  if (!acts) return null
  return (
    <TextButton className="-my-2 shrink-0" aria-label={label} onClick={() => acts.adopt(part)}>
      {text}
    </TextButton>
  )
}

const texts: Record<SampleName, (of: { type: Trip['type'] }) => string> = {
  notes: m.plan_sample_notes,
  meals: m.plan_sample_meals,
  itinerary: m.plan_sample_itinerary,
  checklist: m.plan_sample_checklist,
}

interface HeaderProps<Name extends SampleName> extends SampleProps<Name> {
  sample: ShownSample | undefined
  /** The button that unfolds it, while it is folded. */
  show?: ReactNode
}

/**
 * Says that a section, or the rest of it, is a sample, and lets people who may edit it use or remove it. It renders
 * together with the section, so that nobody takes the sample for the plan.
 */
export function SampleHeader<Name extends SampleName>({ sample, show, ...props }: HeaderProps<Name>) {
  const { of, trip } = props
  const details = useSection(trip.id, 'details')?.value ?? detailsSection.empty
  const people = useSection(trip.id, 'people')?.value ?? []
  if (!sample) return null
  const { isAll, acts } = sample
  // What each section is fitted to: see adapt.ts.
  const count = of === 'itinerary' ? 0 : countExpected(details, people)
  const days = of === 'notes' ? 0 : (dayCount(details) ?? 0)

  return (
    <div className="-my-1 flex flex-wrap items-center gap-x-4 text-sm text-muted" data-sample>
      <p className="max-w-none">
        {isAll ? texts[of]({ type: trip.type }) : m.plan_sample_rest()}
        {!acts && isAll && ` ${m.plan_sample_read_only()}`}
        {acts && (count > 0 || days > 0) && ` ${m.plan_sample_adapts({ count, days })}`}
      </p>
      {show}
      {acts && (
        <>
          <TextButton onClick={() => acts.adopt(of)}>
            {isAll ? m.plan_sample_use() : m.plan_sample_use_rest()}
          </TextButton>
          <TextButton onClick={acts.removeAll}>
            {isAll ? m.plan_sample_clear() : m.plan_sample_remove_rest()}
          </TextButton>
        </>
      )}
    </div>
  )
}

const loadUse = () => importWithRetry(() => import('./use-sample.ts'))

/** What somebody who may edit it can do with the sample. Loads its texts when they are first needed. */
function useActs<Name extends SampleName>(
  { of, trip, section, offerUndo }: SampleProps<Name>,
  found: Pick<ShownSample, 'isSample' | 'isAll'> | undefined,
): ShownSample['acts'] {
  const details = useSection(trip.id, 'details')
  const people = useSection(trip.id, 'people')?.value
  const mayEdit = section.edit && section.applyDraft && details?.edit
  const { edit } = section
  const editDetails = details?.edit
  const { type } = trip
  const known = details?.value
  return useMemo(() => {
    if (!mayEdit || !edit || !editDetails || !known || !found) return undefined
    const using: UseSample<Name> = { of, type, details: known, people: people ?? [], edit, editDetails }
    return {
      adopt: (part) =>
        void loadUse().then(({ adoptSample }) =>
          offerUndo?.({ text: m.plan_sample_used(), undo: adoptSample(using, part) }),
        ),
      removeAll: () =>
        void loadUse().then(({ removeSample }) =>
          offerUndo?.({
            text: found.isAll ? m.plan_sample_cleared() : m.plan_sample_rest_removed(),
            undo: removeSample(using, found.isSample),
          }),
        ),
    }
  }, [mayEdit, edit, editDetails, known, people, of, type, offerUndo, found])
}

/** Restores the sample of an empty section, for people who may edit it. Loads the sample's texts when it renders. */
export function RestoreSample<Name extends SampleName>({
  of,
  trip,
  section: { edit, applyDraft },
  offerUndo,
}: SampleProps<Name>) {
  if (!edit || !applyDraft) return null
  const restore = (sample: unknown) => edit(() => sample as SectionValue<Name>, 'at-once')
  return (
    <div className="grid min-h-11">
      <Suspense>
        <Back of={of} trip={trip} onRestore={restore} offerUndo={offerUndo} />
      </Suspense>
    </div>
  )
}
