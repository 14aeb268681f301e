import { useLocation } from 'wouter'
import { Button } from '#web/ui/button.tsx'
import { signpost } from '#web/ui/drawings/signpost.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

/** In the place of a trip that the server has answered without one. */
export function TripNotFound() {
  const [, navigate] = useLocation()
  useDocumentTitle('Trip not found')
  return (
    <main className="grid grow place-items-center">
      <EmptyState
        isPage
        drawing={signpost}
        sentence="Trip not found"
        action={<Button onClick={() => navigate('/')}>Back to Trips</Button>}
      />
    </main>
  )
}
