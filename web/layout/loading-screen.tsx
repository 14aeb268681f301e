import { Loading } from '#web/ui/loading.tsx'

/** While the session is being checked. */
export function LoadingScreen() {
  return (
    <main className="grid grow place-items-center">
      <h1 className="sr-only">Wayfare</h1>
      <Loading text="Loading..." />
    </main>
  )
}
