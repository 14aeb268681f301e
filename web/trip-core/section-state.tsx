import * as m from '#messages'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { LoadingPlace } from '#web/ui/loading.tsx'

/** Shown while a section is not loaded: why it failed, or that it is loading. */
export function SectionState({ loading, failure }: { loading: string; failure: string | undefined }) {
  if (failure === undefined) return <LoadingPlace text={loading} />
  return <ErrorBox title={m.plan_section_failed({ failure })} message={m.plan_section_failed_hint()} />
}
