import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Namesake } from '#domain/api/people.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'

interface NameQuestionProps {
  /** People on the list with the same name as the person joining. */
  namesakes: readonly Namesake[]
  isSignedIn: boolean
  isPending: boolean
  error: string | undefined
  onYes: (namesake: Namesake) => void
  onNo: () => void
  onSignIn: () => void
}

/** Asks whether the person joining is someone on the list with the same name. */
export function NameQuestion({ namesakes, isSignedIn, isPending, error, onYes, onNo, onSignIn }: NameQuestionProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h2 ref={heading} id={id} tabIndex={-1} className="text-xl">
        {m.session_name_title()}
      </h2>
      <ul className="grid grid-cols-1 gap-4">
        {namesakes.map((namesake) => (
          <Candidate key={namesake.id} namesake={namesake} isSignedIn={isSignedIn}>
            {(describedBy) =>
              namesake.joined_as !== 'account' ? (
                <Button aria-describedby={describedBy} busy={isPending} onClick={() => onYes(namesake)}>
                  {m.session_name_yes()}
                </Button>
              ) : (
                !isSignedIn && (
                  <Button aria-describedby={describedBy} onClick={onSignIn}>
                    {m.session_name_sign_in()}
                  </Button>
                )
              )
            }
          </Candidate>
        ))}
      </ul>
      {error && <ErrorBox message={error} />}
      <Button variant="quiet" busy={isPending} onClick={onNo}>
        {m.session_name_no()}
      </Button>
    </section>
  )
}

interface CandidateProps {
  namesake: Namesake
  isSignedIn: boolean
  /** Renders the button, given the id of the text that describes the person. */
  children: (describedBy: string) => ReactNode
}

function Candidate({ namesake: { name, party, joined_as }, isSignedIn, children }: CandidateProps) {
  const id = useId()
  return (
    <li className="grid max-w-none grid-cols-1 gap-3">
      <div id={id} className="min-w-0 break-words">
        <p>
          <strong>{name}</strong>
          {party && <span className="text-muted"> · {party}</span>}
        </p>
        <p className="text-sm text-muted">
          {joined_as === null && m.session_name_on_list()}
          {joined_as === 'guest' && m.session_name_is_guest()}
          {joined_as === 'account' &&
            (isSignedIn ? m.session_name_is_other_account({ name }) : m.session_name_is_account({ name }))}
        </p>
      </div>
      {children(id)}
    </li>
  )
}
