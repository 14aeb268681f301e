import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { holdNavigation } from '#web/held-navigation.ts'
import { importWithRetry } from '#web/import-with-retry.ts'

const loadDialog = () => importWithRetry(() => import('./leave-dialog.tsx'))
const LeaveDialog = lazy(async () => ({ default: (await loadDialog()).LeaveDialog }))

interface UnsavedChanges {
  save: () => void
  discard: () => void
}

type Question = UnsavedChanges & { leave: () => void }

const AskContext = createContext<(question: Question) => void>(({ leave }) => leave())

/** While `isChanged`, neither the tab nor the page in which this is used is left without asking. */
export function useUnsavedChanges(isChanged: boolean, { save, discard }: UnsavedChanges): void {
  const ask = useContext(AskContext)

  useLayoutEffect(() => {
    if (isChanged) return holdNavigation((leave) => ask({ save, discard, leave }))
  })

  useEffect(() => {
    if (!isChanged) return
    void loadDialog()
    const askByBrowser = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', askByBrowser)
    return () => removeEventListener('beforeunload', askByBrowser)
  }, [isChanged])
}

/** Asks for the edit screens that it surrounds what becomes of their changes when somebody is about to leave. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()

  function answer(settle: () => void) {
    // At once: the edit screen puts its copy away after it has been drawn without it, and is gone when the navigation goes on.
    flushSync(() => {
      settle()
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
