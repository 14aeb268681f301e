import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { blockNavigation } from '#web/ui/block-navigation.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'

const loadDialog = () => importWithRetry(() => import('./leave-dialog.tsx'))
const LeaveDialog = lazy(async () => ({ default: (await loadDialog()).LeaveDialog }))

interface UnsavedChanges {
  save: () => void
  discard: () => void
}

type Question = UnsavedChanges & { leave: () => void }

const AskContext = createContext<(question: Question) => void>(({ leave }) => leave())

/** While `isChanged`, leaving the tab or the page asks first. */
export function useUnsavedChanges(isChanged: boolean, { save, discard }: UnsavedChanges): void {
  const ask = useContext(AskContext)

  useLayoutEffect(() => {
    if (isChanged) return blockNavigation((leave) => ask({ save, discard, leave }))
  })

  useEffect(() => {
    if (!isChanged) return
    void loadDialog()
    const askInBrowser = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', askInBrowser)
    return () => removeEventListener('beforeunload', askInBrowser)
  }, [isChanged])
}

/** Asks what to do with the unsaved changes of the edit screens inside it when somebody is about to leave. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()

  function answer(resolve: () => void) {
    // Synchronous: the edit screen deletes its draft after it has rendered without it, and the navigation unmounts it.
    flushSync(() => {
      resolve()
      setQuestion(undefined)
    })
    question?.leave()
  }

  return (
    <AskContext value={setQuestion}>
      {children}
      <Suspense>
        {question && (
          <LeaveDialog
            onStay={() => setQuestion(undefined)}
            onDiscard={() => answer(question.discard)}
            onSave={() => answer(question.save)}
          />
        )}
      </Suspense>
    </AskContext>
  )
}
