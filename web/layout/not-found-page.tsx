import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Button } from '#web/ui/button.tsx'
import { signpost } from '#web/ui/drawings/signpost.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { PageHeader } from './page-header.tsx'

/** For every address that is none of the app's. */
export function NotFoundPage({ menu }: { menu: ReactNode }) {
  const [, navigate] = useLocation()
  useDocumentTitle('Page not found')
  return (
    <>
      <PageHeader menu={menu} />
      <main className="grid grow place-items-center">
        <EmptyState
          isPage
          drawing={signpost}
          sentence="Page not found"
          action={<Button onClick={() => navigate('/')}>Back to Trips</Button>}
        />
      </main>
    </>
  )
}
