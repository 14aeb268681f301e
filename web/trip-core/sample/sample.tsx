import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useRef } from 'react'
import { Link } from 'wouter'
import { countExpected } from '#domain/expected-people.ts'
import type { Json } from '#domain/operations/json.ts'
import { type AdoptedPart, type Details, details as detailsSection } from '#domain/plan/details.ts'
import type { SectionValue } from '#domain/plan/index.ts'
import { peopleOfSample } from '#domain/templates/new-day.ts'
import { partsOf } from '#domain/templates/own-parts.ts'
import type { SampleName } from '#domain/templates/sample.ts'
import type { Trip } from '#domain/trip.ts'
import { dayCount } from '#domain/trip-days.ts'
import * as m from '#messages'
import { PlanSourceContext } from '#web/data/trips/plan-source.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import type { Undo } from '#web/ui/undo-bar.tsx'
import { ownSection } from '../derived/plan-view.ts'
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
  const own = useDerived(trip, ownSection(of)) as SectionValue<Name> | undefined
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

/** Takes up a part of the sample, or marks it for people who may not. Render it only where the part is one. */
export function AdoptButton({ part, text, label }: AdoptProps) {
  const { acts, isAll } = useContext(SampleContext)
  // The header says it of a section that is one as a whole.
  if (!acts) return isAll ? null : <span className="shrink-0 text-sm text-muted">{m.plan_sample_mark()}</span>
  return (
    <TextButton isInRow className="-my-2 wrap-normal" aria-label={label} onClick={() => acts.adopt(part)}>
      {text}
    </TextButton>
  )
}

/** Marks a part of the sample for people who may not use it; nothing for any other part. */
export function SampleTag({ path, part }: { path: string; part: Json }) {
  const { isAll } = useContext(SampleContext)
  return useIsSamplePart(path, part) && !isAll && <p className="text-sm text-muted">{m.plan_sample_mark()}</p>
}

const texts: Record<SampleName, (of: { type: Trip['type'] }) => string> = {
  notes: m.plan_sample_notes,
  meals: m.plan_sample_meals,
  itinerary: m.plan_sample_itinerary,
  checklist: m.plan_sample_checklist,
}

/** The days that the sample's checklist is for. */
const SAMPLE_DAYS = 4

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
  // What differs from the sample, and what each section is fitted to: see adapt.ts.
  const expected = of === 'itinerary' ? 0 : countExpected(details, people)
  const count = expected === peopleOfSample(trip.type) ? 0 : expected
  const span = dayCount(details) ?? 0
  const isShorter = of === 'checklist' ? span !== SAMPLE_DAYS : span < Object.keys(props.section.value).length
  const days = of !== 'notes' && isShorter ? span : 0

  return (
    <div className="-my-1 flex flex-wrap items-center gap-x-4 text-sm text-muted">
      <p className="max-w-none">
        {isAll ? texts[of]({ type: trip.type }) : acts ? m.plan_sample_rest() : m.plan_sample_rest_read_only()}
        {!acts && isAll && ` ${m.plan_sample_read_only()}`}
        {acts && (count > 0 || days > 0) && ` ${m.plan_sample_adapts({ count, days })}`}
        {acts && of === 'itinerary' && trip.type === 'car_trip' && isElsewhere(details) && ` ${m.plan_sample_places()}`}
      </p>
      {/* Once used, it would stay for as many people as the sample is for. */}
      {acts && isAll && expected === 0 && (of === 'meals' || of === 'checklist') && (
        <Link
          href={`/trip/${trip.id}`}
          className="touch inline-flex items-center text-action underline underline-offset-4"
        >
          {m.plan_sample_ask_count()}
        </Link>
      )}
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

/** Whether the trip goes somewhere else than the sample itinerary. */
const isElsewhere = ({ destination_name }: Pick<Details, 'destination_name'>) =>
  destination_name.trim() !== '' && !/algonquin/i.test(destination_name)

type UseCode = typeof import('./use-sample.ts')
const loadUse = () => importWithRetry(() => import('./use-sample.ts'))

/** What somebody who may edit it can do with the sample. Loads its texts when they are first needed. */
function useActs<Name extends SampleName>(
  { of, trip, section, offerUndo }: SampleProps<Name>,
  found: Pick<ShownSample, 'isSample' | 'isAll'> | undefined,
): ShownSample['acts'] {
  const source = useContext(PlanSourceContext)
  const isUsing = useRef(false)
  const mayEdit = section.edit !== undefined && section.applyDraft !== undefined
  const { id, type, template_revision } = trip
  return useMemo(() => {
    if (!mayEdit || !found) return undefined
    /** What is known once the code is there: others may have changed it meanwhile. Undefined if it cannot be edited. */
    function findUsing(): UseSample<Name> | undefined {
      const [stored, details] = [source.find(id, of), source.find(id, 'details')]
      const known = details?.getSnapshot().value
      if (!stored?.edit || !details?.edit || !known) return undefined
      const people = source.find(id, 'people')?.getSnapshot().value ?? []
      const { edit } = stored
      return { of, type, template_revision, details: known, people, edit, editDetails: details.edit }
    }
    /** A second press while the first is not done does nothing. */
    async function use(text: string, act: (code: UseCode, using: UseSample<Name>) => () => void) {
      if (isUsing.current) return
      isUsing.current = true
      try {
        const code = await loadUse()
        const using = findUsing()
        if (using) offerUndo?.({ text, undo: act(code, using) })
      } finally {
        isUsing.current = false
      }
    }
    return {
      adopt: (part) => void use(m.plan_sample_used(), (code, using) => code.adoptSample(using, part, found.isSample)),
      removeAll: () =>
        void use(found.isAll ? m.plan_sample_cleared() : m.plan_sample_rest_removed(), (code, using) =>
          code.removeSample(using, found.isSample),
        ),
    }
  }, [mayEdit, found, source, id, of, type, template_revision, offerUndo])
}

/** Restores the sample of an empty section, for people who may edit it. Loads the sample's texts when it renders. */
export function RestoreSample<Name extends SampleName>({
  of,
  trip,
  section: { edit, applyDraft },
  offerUndo,
}: SampleProps<Name>) {
  const details = useSection(trip.id, 'details')
  if (!edit || !applyDraft) return null
  const restore = (sample: unknown) => edit(() => sample as SectionValue<Name>, 'at-once')
  /** Makes it an offer again: what was adopted once is gone. Returns the function that undoes it. */
  const offerAgain = () =>
    details?.edit?.((current) => ({ ...current, adopted: withoutAdopted(current.adopted, of) }), 'at-once')
  return (
    <div className="grid min-h-11">
      <Suspense>
        <Back of={of} trip={trip} onRestore={restore} onOffer={offerAgain} offerUndo={offerUndo} />
      </Suspense>
    </div>
  )
}

const withoutAdopted = (adopted: readonly AdoptedPart[], of: SampleName): AdoptedPart[] =>
  adopted.map((one) => (one.part.split('/')[0] === of && one.is_adopted ? { ...one, is_adopted: false } : one))
