import { ErrorBox } from '#web/ui/error-box.tsx'
import { LoadingPlace } from '#web/ui/loading.tsx'

/** What stands where a section is not loaded: why it could not be, or that it is on its way. */
export function SectionState({ loading, failure }: { loading: string; failure: string | undefined }) {
  if (failure === undefined) return <LoadingPlace text={loading} />
  return (
    <ErrorBox title={`Error: ${failure}`} message="Please make sure the backend is connected, and refresh the page." />
  )
}
