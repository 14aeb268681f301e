import { useState } from 'react'
import { GUEST_NAME_MAX } from '#domain/api/people.ts'
import { useJoining } from '#web/data/session/join.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface JoinFormProps {
  token: string
  /** Gets the id of the trip. */
  onJoined: (tripId: string) => void
  /** Called when somebody begins to fill it in. */
  onReach?: (() => void) | undefined
  /** Called by whoever has an account, where nobody is signed in. */
  onSignIn: () => void
}

/** Joins: a guest by a name alone, who is signed in as who they are. */
export function JoinForm({ token, onJoined, onReach, onSignIn }: JoinFormProps) {
  const { user } = useSession()
  const [name, setName] = useState('')
  const { send, isPending, error } = useJoining(token, onJoined)
  return (
    <form
      aria-label="Join the trip"
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) send(user ? undefined : name)
      }}
    >
      {!user && (
        <TextField
          label="Your name"
          hint="So the others know who you are. You need no account."
          value={name}
          onChange={(event) => setName(event.target.value)}
          onFocus={onReach}
          required
          // More than spaces.
          pattern=".*\S.*"
          maxLength={GUEST_NAME_MAX}
          autoComplete="name"
        />
      )}
      {error && <ErrorBox message={error} />}
      <Button type="submit" busy={isPending}>
        <span className="min-w-0 break-words">{wordsOf(user?.username, isPending)}</span>
      </Button>
      {!user && (
        <button
          type="button"
          onClick={onSignIn}
          className="touch justify-self-center rounded-md px-3 text-sm text-action underline underline-offset-4"
        >
          I have an account: sign in
        </button>
      )}
    </form>
  )
}

function wordsOf(username: string | undefined, isPending: boolean): string {
  if (isPending) return 'Joining...'
  return username === undefined ? 'Join' : `Join as ${username}`
}
